/* Arguments that are wrong: null pointers, sizes, texts, numbers. */
#include "test.h"

#include <math.h>

static void codes_have_names(void) {
    REQUIRE(eldest_abi_version() == ELDEST_ABI_VERSION);
    REQUIRE(strcmp(eldest_code_name(ELDEST_BAD_ABI), "ELDEST_BAD_ABI") == 0);
    REQUIRE(strcmp(eldest_code_name(12345), "unknown code") == 0);
    REQUIRE(strlen(eldest_version()) >= 5);
    EXPECT(ELDEST_OK, eldest_check_abi(ELDEST_ABI_VERSION));
    EXPECT(ELDEST_BAD_ABI, eldest_check_abi(ELDEST_ABI_VERSION + 1));
    EXPECT_MESSAGE("version 2");
}

static void a_null_pointer_opens_no_engine(void) {
    eldest_engine *engine = (eldest_engine *)&engine;
    const eldest_rules rules = heap_rules(NULL);
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_open(NULL, NULL, &engine));
    EXPECT_MESSAGE("game is a null pointer");
    REQUIRE(engine == NULL);
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_open("connect4", NULL, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_of(NULL, NULL, &engine));
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_of(&rules, NULL, NULL));
}

static void required_callbacks_are_required(void) {
    eldest_engine *engine = NULL;
    eldest_rules rules = heap_rules(NULL);
    rules.side = NULL;
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_of(&rules, NULL, &engine));
    EXPECT_MESSAGE("side");
    rules = heap_rules(NULL);
    rules.key = NULL;
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_of(&rules, NULL, &engine));
    rules = heap_rules(NULL);
    rules.over = NULL;
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_of(&rules, NULL, &engine));
    rules = heap_rules(NULL);
    rules.moves = NULL;
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_of(&rules, NULL, &engine));
    rules = heap_rules(NULL);
    rules.play = NULL;
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_of(&rules, NULL, &engine));
}

static void a_null_pointer_searches_nothing(void) {
    eldest_engine *engine = shipped("tictactoe", 1);
    const eldest_query query = query_of(NULL);
    eldest_report *report = NULL;
    eldest_handle *handle = NULL;
    eldest_reports *reports = NULL;
    EXPECT(ELDEST_NULL_POINTER, eldest_solve(NULL, &query, &report));
    EXPECT(ELDEST_NULL_POINTER, eldest_solve(engine, NULL, &report));
    EXPECT(ELDEST_NULL_POINTER, eldest_solve(engine, &query, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_search(NULL, &query, &report));
    EXPECT(ELDEST_NULL_POINTER, eldest_search(engine, NULL, &report));
    EXPECT(ELDEST_NULL_POINTER, eldest_search(engine, &query, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_start(NULL, &query, &handle));
    EXPECT(ELDEST_NULL_POINTER, eldest_start(engine, NULL, &handle));
    EXPECT(ELDEST_NULL_POINTER, eldest_start(engine, &query, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_start_solve(NULL, &query, &handle));
    EXPECT(ELDEST_NULL_POINTER, eldest_start_solve(engine, NULL, &handle));
    EXPECT(ELDEST_NULL_POINTER, eldest_start_solve(engine, &query, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_solve_many(NULL, &query, NULL, 0, &reports));
    EXPECT(ELDEST_NULL_POINTER, eldest_solve_many(engine, NULL, NULL, 0, &reports));
    EXPECT(ELDEST_NULL_POINTER, eldest_solve_many(engine, &query, NULL, 1, &reports));
    EXPECT(ELDEST_NULL_POINTER, eldest_solve_many(engine, &query, NULL, 0, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_solve_many_states(engine, &query, NULL, 1, &reports));
    EXPECT(ELDEST_NULL_POINTER, eldest_engine_clear(NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_conformance(NULL, NULL, 1, NULL));
    eldest_engine_free(engine);
}

static void a_null_pointer_has_no_results(void) {
    eldest_result result = {.size = sizeof result};
    eldest_move_result move = {.size = sizeof move};
    eldest_progress progress = {.size = sizeof progress};
    eldest_value value = {.size = sizeof value};
    eldest_report *report = NULL;
    eldest_database *database = NULL;
    EXPECT(ELDEST_NULL_POINTER, eldest_report_result(NULL, &result));
    EXPECT(ELDEST_NULL_POINTER, eldest_report_move(NULL, 0, &move));
    REQUIRE(eldest_report_line(NULL, 0, NULL) == NULL);
    REQUIRE(eldest_report_move_line(NULL, 0, 0, NULL) == NULL);
    EXPECT(ELDEST_NULL_POINTER, eldest_handle_stop(NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_handle_wait(NULL, 0, &report));
    EXPECT(ELDEST_NULL_POINTER, eldest_handle_progress(NULL, &progress));
    EXPECT(ELDEST_NULL_POINTER, eldest_reports_next(NULL, 0, &report));
    EXPECT(ELDEST_NULL_POINTER, eldest_position_play(NULL, "1"));
    EXPECT(ELDEST_NULL_POINTER, eldest_position_state(NULL, NULL, NULL));
    REQUIRE(eldest_position_move(NULL, 0, NULL) == NULL);
    REQUIRE(eldest_position_text(NULL) == NULL);
    REQUIRE(eldest_position_drawing(NULL) == NULL);
    REQUIRE(eldest_position_move_count(NULL) == 0);
    EXPECT(ELDEST_NULL_POINTER, eldest_database_open(NULL, "/", &database));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_open("chess", NULL, &database));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_open("chess", "/", NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_build(NULL, "/", NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_build("chess", NULL, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_probe(NULL, "-", &value));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_probe_position(NULL, NULL, &value));
    EXPECT(ELDEST_NULL_POINTER, eldest_push(NULL, 1, 1));
    EXPECT(ELDEST_NULL_POINTER, eldest_fail(NULL));
}

static void null_is_freed_like_nothing(void) {
    eldest_engine_free(NULL);
    eldest_report_free(NULL);
    eldest_handle_free(NULL);
    eldest_reports_free(NULL);
    eldest_position_free(NULL);
    eldest_database_free(NULL);
}

/* A struct of a later version of the header. */
typedef struct {
    eldest_query known;
    uint64_t later[2];
} later_query;

static void sizes_are_checked(void) {
    eldest_engine *engine = shipped("tictactoe", 1);
    eldest_report *report = NULL;
    const size_t wrong[] = {0, 1, sizeof(eldest_query) - 8, 1 << 20, SIZE_MAX};
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        eldest_query query = query_of(NULL);
        query.size = wrong[index];
        EXPECT(ELDEST_BAD_SIZE, eldest_solve(engine, &query, &report));
        EXPECT_MESSAGE("sizeof(eldest_query)");
    }
    later_query later = {.known = query_of(NULL)};
    later.known.size = sizeof later;
    EXPECT(ELDEST_OK, eldest_solve(engine, &later.known, &report));
    later.later[1] = 1;
    eldest_report *other = NULL;
    EXPECT(ELDEST_BAD_SIZE, eldest_solve(engine, &later.known, &other));
    eldest_result result = {.size = 8};
    EXPECT(ELDEST_BAD_SIZE, eldest_report_result(report, &result));
    eldest_report_free(report);
    eldest_engine_free(engine);
}

static void texts_are_checked(void) {
    eldest_engine *engine = NULL;
    eldest_report *report = NULL;
    EXPECT(ELDEST_BAD_GAME, eldest_engine_open("no such game", NULL, &engine));
    EXPECT(ELDEST_BAD_GAME, eldest_engine_open("connect4:99x99", NULL, &engine));
    EXPECT(ELDEST_BAD_TEXT, eldest_engine_open("\xff\xfe", NULL, &engine));
    eldest_options options = options_of(1);
    options.algorithm = "fastest";
    EXPECT(ELDEST_BAD_OPTION, eldest_engine_open("connect4", &options, &engine));
    options = options_of(1);
    options.database = "/no/such/directory";
    REQUIRE(eldest_engine_open("connect4", &options, &engine) != ELDEST_OK);
    REQUIRE(engine == NULL);
    engine = shipped("connect4", 1);
    const eldest_query query = query_of("48");
    EXPECT(ELDEST_BAD_POSITION, eldest_solve(engine, &query, &report));
    REQUIRE(report == NULL);
    eldest_engine_free(engine);
}

/* Requires that a query is refused. */
static void expect_refused(const eldest_engine *engine, eldest_query query) {
    eldest_report *report = NULL;
    EXPECT(ELDEST_BAD_OPTION, eldest_search(engine, &query, &report));
    REQUIRE(report == NULL);
}

static void numbers_are_checked(void) {
    eldest_engine *engine = shipped("tictactoe", 1);
    eldest_query query = query_of(NULL);
    query.depth = 70000;
    expect_refused(engine, query);
    const double wrong[] = {-2.0, NAN, INFINITY, 1e300};
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        query = query_of(NULL);
        query.seconds = wrong[index];
        expect_refused(engine, query);
    }
    query = query_of(NULL);
    query.line = 5;
    expect_refused(engine, query);
    query = query_of(NULL);
    query.decides = -1;
    expect_refused(engine, query);
    query = query_of(NULL);
    query.reserved = 1;
    expect_refused(engine, query);
    query = query_of("");
    query.state = &query;
    expect_refused(engine, query);
    eldest_engine_free(engine);
}

static void indices_are_checked(void) {
    eldest_engine *engine = shipped("tictactoe", 1);
    const eldest_query query = query_of(NULL);
    eldest_report *report = NULL;
    eldest_move_result move = {.size = sizeof move};
    EXPECT(ELDEST_OK, eldest_search(engine, &query, &report));
    const eldest_result result = result_of(report);
    REQUIRE(result.move_count == 9 && result.has_value && result.proved);
    EXPECT(ELDEST_OK, eldest_report_move(report, 8, &move));
    EXPECT(ELDEST_BAD_INDEX, eldest_report_move(report, 9, &move));
    EXPECT_MESSAGE("there are 9");
    EXPECT(ELDEST_BAD_INDEX, eldest_report_move(report, SIZE_MAX, &move));
    REQUIRE(eldest_report_line(report, result.line_length, NULL) == NULL);
    REQUIRE(eldest_report_move_line(report, 9, 0, NULL) == NULL);
    eldest_report_free(report);
    eldest_engine_free(engine);
}

static void a_shipped_game_has_no_states(void) {
    eldest_engine *engine = shipped("tictactoe", 1);
    eldest_query query = query_of(NULL);
    eldest_report *report = NULL;
    query.state = &query;
    EXPECT(ELDEST_UNSUPPORTED, eldest_solve(engine, &query, &report));
    EXPECT(ELDEST_UNSUPPORTED, eldest_conformance(engine, &query, 1, NULL));
    eldest_engine_free(engine);
}

int main(void) {
    RUN(codes_have_names);
    RUN(a_null_pointer_opens_no_engine);
    RUN(required_callbacks_are_required);
    RUN(a_null_pointer_searches_nothing);
    RUN(a_null_pointer_has_no_results);
    RUN(null_is_freed_like_nothing);
    RUN(sizes_are_checked);
    RUN(texts_are_checked);
    RUN(numbers_are_checked);
    RUN(indices_are_checked);
    RUN(a_shipped_game_has_no_states);
    return EXIT_SUCCESS;
}
