/* Callbacks that fail, or write what they must not; positions that own memory. */
#include "test.h"

#include <stdatomic.h>

/* Solves the heap while a callback fails. */
static void expect_failure(const char *callback, int calls, uint32_t threads) {
    fault planned = {NULL, 0, 0, NULL};
    const eldest_rules rules = heap_rules(&planned);
    eldest_engine *engine = engine_of(&rules, threads);
    eldest_query query = query_of("21");
    eldest_report *report = NULL;
    planned = (fault){callback, calls, 42, NULL};
    EXPECT(ELDEST_CALLBACK_FAILED, eldest_search(engine, &query, &report));
    EXPECT_MESSAGE(callback);
    EXPECT_MESSAGE("42");
    REQUIRE(eldest_last_callback_code() == 42 && report == NULL);
    planned.callback = NULL;
    expect_value("W11", engine, "21");
    eldest_engine_free(engine);
}

static void a_failing_callback_ends_the_search(void) {
    const char *const callbacks[] = {"side", "key", "over", "moves", "play", "undo", "move_text"};
    for (size_t index = 0; index < sizeof callbacks / sizeof *callbacks; index++) {
        expect_failure(callbacks[index], 0, 1);
        expect_failure(callbacks[index], 7, 1);
        expect_failure(callbacks[index], 7, 2);
    }
    expect_failure("parse", 0, 1);
}

static void a_callback_may_say_why(void) {
    fault planned = {NULL, 0, 0, NULL};
    const eldest_rules rules = heap_rules(&planned);
    eldest_engine *engine = engine_of(&rules, 1);
    const eldest_query query = query_of("21");
    eldest_report *report = NULL;
    planned = (fault){"play", 5, ELDEST_CALLBACK_FAILED, "the heap has fallen over"};
    EXPECT(ELDEST_CALLBACK_FAILED, eldest_solve(engine, &query, &report));
    EXPECT_MESSAGE("play");
    EXPECT_MESSAGE("the heap has fallen over");
    /* The message was that of one failure. */
    planned = (fault){"play", 5, 3, NULL};
    EXPECT(ELDEST_CALLBACK_FAILED, eldest_solve(engine, &query, &report));
    REQUIRE(strstr(eldest_last_error(), "fallen") == NULL);
    eldest_engine_free(engine);
}

static int32_t third_side(void *user, const void *position, int32_t *side) {
    (void)user, (void)position;
    *side = 2;
    return ELDEST_OK;
}

static int32_t a_score_between(void *user, const void *position, int32_t *score) {
    (void)user, (void)position;
    *score = 5000000;
    return ELDEST_OK;
}

static int32_t crossed_bounds(void *user, const void *position, int32_t *lower, int32_t *upper) {
    (void)user, (void)position;
    *lower = 3;
    *upper = 2;
    return ELDEST_OK;
}

static int32_t beyond_all_bounds(void *user, const void *position, int32_t *lower,
                                 int32_t *upper) {
    (void)user, (void)position;
    *lower = INT32_MIN;
    *upper = INT32_MAX;
    return ELDEST_OK;
}

static int32_t no_moves(void *user, const void *position, eldest_moves *moves) {
    (void)user, (void)position, (void)moves;
    return ELDEST_OK;
}

static int32_t no_zero(void *user, const void *position, uint64_t number, char *text,
                       size_t capacity) {
    (void)user, (void)position, (void)number;
    memset(text, 'a', capacity);
    return ELDEST_OK;
}

static int32_t no_text(void *user, const void *position, uint64_t number, char *text,
                       size_t capacity) {
    (void)user, (void)position, (void)number, (void)capacity;
    text[0] = (char)0xff;
    text[1] = 0;
    return ELDEST_OK;
}

/* Requires that rules fail with one of two codes. */
static void expect_refused(const eldest_rules *rules, int32_t code, const char *message) {
    eldest_engine *engine = engine_of(rules, 1);
    eldest_query query = query_of(NULL);
    eldest_report *report = NULL;
    query.state = &heap_start;
    EXPECT(code, eldest_solve(engine, &query, &report));
    EXPECT_MESSAGE(message);
    REQUIRE(report == NULL);
    eldest_engine_free(engine);
}

static void nonsense_is_refused(void) {
    eldest_rules rules = heap_rules(NULL);
    rules.side = third_side;
    expect_refused(&rules, ELDEST_CALLBACK_FAILED, "side wrote 2");
    rules = heap_rules(NULL);
    rules.over = a_score_between;
    expect_refused(&rules, ELDEST_CALLBACK_FAILED, "over wrote 5000000");
    rules = heap_rules(NULL);
    rules.bounds = crossed_bounds;
    expect_refused(&rules, ELDEST_CALLBACK_FAILED, "3 and 2");
    rules.bounds = beyond_all_bounds;
    expect_refused(&rules, ELDEST_CALLBACK_FAILED, "bounds wrote");
    rules = heap_rules(NULL);
    rules.moves = no_moves;
    expect_refused(&rules, ELDEST_BROKEN_CONTRACT, "move");
    rules = heap_rules(NULL);
    rules.move_text = no_zero;
    expect_refused(&rules, ELDEST_CALLBACK_FAILED, "move_text wrote no zero");
    rules.move_text = no_text;
    expect_refused(&rules, ELDEST_CALLBACK_FAILED, "move_text wrote");
}

static int32_t forgetful_undo(void *user, void *position, uint64_t number) {
    (void)user, (void)number;
    ((heap *)position)->side ^= 1;
    return ELDEST_OK;
}

static void conformance_finds_a_wrong_undo(void) {
    eldest_rules rules = heap_rules(NULL);
    eldest_checks checks = {.size = sizeof checks};
    eldest_engine *engine = engine_of(&rules, 1);
    EXPECT(ELDEST_OK, eldest_conformance(engine, &heap_start, 200, &checks));
    REQUIRE(checks.games > 0 && checks.positions > 10 && checks.solved > 0);
    EXPECT(ELDEST_OK, eldest_conformance(engine, NULL, 200, NULL));
    eldest_engine_free(engine);
    rules.undo = forgetful_undo;
    engine = engine_of(&rules, 1);
    EXPECT(ELDEST_BROKEN_CONTRACT, eldest_conformance(engine, &heap_start, 0, NULL));
    EXPECT_MESSAGE("undo");
    eldest_engine_free(engine);
}

static void a_game_without_an_end_is_refused(void) {
    eldest_rules rules = heap_rules(NULL);
    rules.plies_left = NULL;
    expect_refused(&rules, ELDEST_SEARCH_FAILED, "plies");
    rules.max_ply = 21;
    eldest_engine *engine = engine_of(&rules, 1);
    expect_value("W11", engine, "21");
    eldest_engine_free(engine);
}

/* A heap in memory of its own, which is counted. */
typedef struct {
    heap *there;
} owner;

static atomic_int heaps;
static atomic_int users;

static int32_t owner_copy(void *user, const void *position, void *copy) {
    const owner *from = position;
    owner *to = copy;
    (void)user;
    to->there = malloc(sizeof *to->there);
    REQUIRE(to->there != NULL);
    *to->there = *from->there;
    ++heaps;
    return ELDEST_OK;
}

static void owner_release(void *user, void *position) {
    (void)user;
    free(((owner *)position)->there);
    --heaps;
}

static int32_t owner_side(void *user, const void *position, int32_t *side) {
    return heap_side(user, ((const owner *)position)->there, side);
}

static int32_t owner_key(void *user, const void *position, uint64_t *key) {
    return heap_key(user, ((const owner *)position)->there, key);
}

static int32_t owner_over(void *user, const void *position, int32_t *score) {
    return heap_over(user, ((const owner *)position)->there, score);
}

static int32_t owner_moves(void *user, const void *position, eldest_moves *moves) {
    return heap_moves(user, ((const owner *)position)->there, moves);
}

static int32_t owner_play(void *user, void *position, uint64_t number) {
    return heap_play(user, ((owner *)position)->there, number);
}

static int32_t owner_undo(void *user, void *position, uint64_t number) {
    return heap_undo(user, ((owner *)position)->there, number);
}

static int32_t owner_plies_left(void *user, const void *position, uint32_t *plies) {
    return heap_plies_left(user, ((const owner *)position)->there, plies);
}

static int32_t owner_text(void *user, const void *position, char *text, size_t capacity) {
    return heap_text(user, ((const owner *)position)->there, text, capacity);
}

static int32_t owner_parse(void *user, const char *text, void *position) {
    heap read;
    const int32_t code = heap_parse(user, text, &read);
    const owner from = {&read};
    return code == ELDEST_OK ? owner_copy(user, &from, position) : code;
}

static void drop_user(void *user) {
    (void)user;
    ++users;
}

static eldest_rules owner_rules(void *user, bool undoes) {
    const eldest_rules rules = {
        .size = sizeof rules,
        .position_size = sizeof(owner),
        .user = user,
        .side = owner_side,
        .key = owner_key,
        .over = owner_over,
        .moves = owner_moves,
        .play = owner_play,
        .undo = undoes ? owner_undo : NULL,
        .copy = owner_copy,
        .release = owner_release,
        .drop_user = drop_user,
        .plies_left = owner_plies_left,
        .text = owner_text,
        .parse = owner_parse,
    };
    return rules;
}

/* Searches that end well and badly, and positions, release each copy once. */
static void release_copies(bool undoes, uint32_t threads) {
    fault planned = {NULL, 0, 0, NULL};
    heap there = heap_start;
    const owner start = {&there};
    eldest_rules rules = owner_rules(&planned, undoes);
    rules.start = &start;
    heaps = users = 0;
    eldest_engine *engine = engine_of(&rules, threads);
    eldest_query query = query_of("21");
    eldest_report *report = NULL;
    eldest_position *position = NULL;
    expect_value("W11", engine, "21");
    const eldest_query none = query_of("x");
    EXPECT(ELDEST_BAD_POSITION, eldest_position_of(engine, &none, &position));
    EXPECT(ELDEST_OK, eldest_position_of(engine, &query, &position));
    EXPECT(ELDEST_OK, eldest_position_play(position, "1"));
    planned = (fault){"over", 100, 1, NULL};
    EXPECT(ELDEST_CALLBACK_FAILED, eldest_search(engine, &query, &report));
    planned.callback = NULL;
    eldest_engine_free(engine);
    REQUIRE(users == 0 && heaps > 0);
    EXPECT(ELDEST_OK, eldest_position_play(position, "3"));
    REQUIRE(strcmp(eldest_position_text(position), "17") == 0);
    eldest_position_free(position);
    REQUIRE(heaps == 0 && users == 1);
}

static void what_positions_own_is_released(void) {
    release_copies(true, 1);
    release_copies(false, 1);
    release_copies(true, 2);
    release_copies(false, 2);
}

static void the_user_is_dropped_only_by_an_engine(void) {
    eldest_rules rules = owner_rules(NULL, true);
    eldest_options options = options_of(100000);
    eldest_engine *engine = NULL;
    heaps = users = 0;
    EXPECT(ELDEST_BAD_OPTION, eldest_engine_of(&rules, &options, &engine));
    rules.flags = 1U << 31;
    EXPECT(ELDEST_BAD_OPTION, eldest_engine_of(&rules, NULL, &engine));
    rules.flags = 0;
    rules.position_size = 0;
    EXPECT(ELDEST_BAD_OPTION, eldest_engine_of(&rules, NULL, &engine));
    rules.position_size = 1 << 20;
    EXPECT(ELDEST_BAD_OPTION, eldest_engine_of(&rules, NULL, &engine));
    REQUIRE(users == 0 && heaps == 0 && engine == NULL);
}

int main(void) {
    RUN(a_failing_callback_ends_the_search);
    RUN(a_callback_may_say_why);
    RUN(nonsense_is_refused);
    RUN(a_game_without_an_end_is_refused);
    RUN(what_positions_own_is_released);
    RUN(the_user_is_dropped_only_by_an_engine);
    RUN(conformance_finds_a_wrong_undo);
    return EXIT_SUCCESS;
}
