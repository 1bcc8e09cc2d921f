/* Many positions, many engines, positions that play, databases and certificates. */
#include "test.h"

#include <sys/resource.h>
#include <unistd.h>

/* The next report's value as a text, or the name of the error. */
static void expect_next(const char *expected, eldest_reports *reports) {
    eldest_report *report = NULL;
    const int32_t code = eldest_reports_next(reports, ELDEST_FOREVER, &report);
    if (code == ELDEST_OK)
        REQUIRE(strcmp(result_of(report).value_text, expected) == 0);
    else
        REQUIRE(strcmp(eldest_code_name(code), expected) == 0);
    eldest_report_free(report);
}

static void reports_come_in_order(uint32_t threads) {
    const char *const texts[] = {"21", "20", "no heap", "3", "5", "0", "1000"};
    const eldest_rules rules = heap_rules(NULL);
    const eldest_query limits = query_of(NULL);
    eldest_engine *engine = engine_of(&rules, threads);
    eldest_reports *reports = NULL;
    EXPECT(ELDEST_OK, eldest_solve_many(engine, &limits, texts, 7, &reports));
    const char *const expected[] = {"W11", "L10", "ELDEST_BAD_POSITION", "W1", "W3", "L0", "L500"};
    for (size_t index = 0; index < 7; index++)
        expect_next(expected[index], reports);
    /* The engine is free once the last report has been taken. */
    expect_value("W11", engine, "21");
    expect_next("ELDEST_END", reports);
    expect_next("ELDEST_END", reports);
    eldest_reports_free(reports);
    expect_value("W11", engine, "21");
    eldest_engine_free(engine);
}

static void many_texts_are_solved(void) {
    reports_come_in_order(1);
    reports_come_in_order(3);
}

static void many_states_are_solved(void) {
    const heap states[] = {{21, 0}, {4, 1}, {2, 0}};
    fault planned = {NULL, 0, 0, NULL};
    const eldest_rules rules = heap_rules(&planned);
    eldest_query limits = query_of(NULL);
    eldest_engine *engine = engine_of(&rules, 2);
    eldest_reports *reports = NULL;
    EXPECT(ELDEST_OK, eldest_solve_many_states(engine, &limits, states, 3, &reports));
    expect_next("W11", reports);
    expect_next("L2", reports);
    expect_next("W1", reports);
    expect_next("ELDEST_END", reports);
    eldest_reports_free(reports);
    planned = (fault){"over", 20, 9, NULL};
    EXPECT(ELDEST_OK, eldest_solve_many_states(engine, &limits, states, 3, &reports));
    bool has_failed = false;
    for (int index = 0; index < 3; index++) {
        eldest_report *report = NULL;
        has_failed |= eldest_reports_next(reports, 60, &report) == ELDEST_CALLBACK_FAILED;
        eldest_report_free(report);
    }
    REQUIRE(has_failed);
    eldest_reports_free(reports);
    limits.text = "21";
    EXPECT(ELDEST_BAD_OPTION, eldest_solve_many_states(engine, &limits, states, 3, &reports));
    eldest_engine_free(engine);
}

static void reports_are_freed_early(void) {
    const char *const texts[] = {"", "", "", ""};
    eldest_engine *engine = shipped("connect4", 2);
    const eldest_query limits = query_of(NULL);
    for (int turn = 0; turn < 4; turn++) {
        eldest_reports *reports = NULL;
        eldest_report *report = NULL;
        EXPECT(ELDEST_OK, eldest_solve_many(engine, &limits, texts, 4, &reports));
        if (turn % 2 == 0)
            EXPECT(ELDEST_TIMEOUT, eldest_reports_next(reports, 0.01, &report));
        eldest_reports_free(reports);
    }
    eldest_engine_free(engine);
}

/* Opens, uses and frees engines; returns the most memory that the process has had, in KiB. */
static long use_engines(int count) {
    const eldest_rules rules = heap_rules(NULL);
    struct rusage usage;
    for (int turn = 0; turn < count; turn++) {
        eldest_engine *engine = engine_of(&rules, 1);
        expect_value("W3", engine, "5");
        eldest_engine_free(engine);
    }
    REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_maxrss;
}

static void engines_come_and_go(void) {
    const int count = getenv("ELDEST_SLOW") == NULL ? 1000 : 10;
    const long before = use_engines(count / 10);
    const long after = use_engines(count);
    REQUIRE(after - before < 4096 || getenv("ELDEST_SLOW") != NULL);
}

static void positions_play(void) {
    eldest_engine *engine = shipped("tictactoe", 1);
    const eldest_query query = query_of(NULL);
    eldest_position *position = NULL;
    int32_t side = -1;
    int32_t score = 0;
    uint64_t number = 99;
    EXPECT(ELDEST_OK, eldest_position_of(engine, &query, &position));
    eldest_engine_free(engine);
    for (size_t left = 9; left > 0 && eldest_position_move_count(position) > 0; left--) {
        REQUIRE(eldest_position_move_count(position) == left);
        EXPECT(ELDEST_OK, eldest_position_state(position, &side, &score));
        REQUIRE(side == (int32_t)((9 - left) % 2) && score == ELDEST_NO_SCORE);
        const char *move = eldest_position_move(position, 0, &number);
        REQUIRE(move != NULL && number == 0);
        EXPECT(ELDEST_OK, eldest_position_play(position, move));
    }
    EXPECT(ELDEST_BAD_MOVE, eldest_position_play(position, "nowhere"));
    REQUIRE(eldest_position_move(position, 0, NULL) == NULL);
    EXPECT_MESSAGE("there are 0");
    EXPECT(ELDEST_OK, eldest_position_state(position, NULL, &score));
    REQUIRE(score != ELDEST_NO_SCORE && strlen(eldest_position_drawing(position)) > 0);
    eldest_position_free(position);
}

static int32_t misere_over(void *user, const void *position, int32_t *score) {
    (void)user;
    if (((const heap *)position)->left == 0)
        *score = ELDEST_WIN;
    return ELDEST_OK;
}

/* Equal keys mean other values there. */
static void positions_of_other_rules_are_refused(void) {
    eldest_rules rules = heap_rules(NULL);
    eldest_engine *first = engine_of(&rules, 1);
    eldest_engine *same = engine_of(&rules, 1);
    rules.over = misere_over;
    eldest_engine *other = engine_of(&rules, 1);
    eldest_query query = query_of("4");
    eldest_position *position = NULL;
    eldest_report *report = NULL;
    EXPECT(ELDEST_OK, eldest_position_of(first, &query, &position));
    query.text = NULL;
    query.position = position;
    EXPECT(ELDEST_BAD_POSITION, eldest_solve(other, &query, &report));
    EXPECT_MESSAGE("other rules that are called heap too");
    EXPECT(ELDEST_OK, eldest_solve(same, &query, &report));
    REQUIRE(strcmp(result_of(report).value_text, "L2") == 0);
    eldest_report_free(report);
    eldest_position_free(position);
    eldest_engine_free(first);
    eldest_engine_free(same);
    eldest_engine_free(other);
}

static void positions_are_counted(void) {
    eldest_engine *engine = shipped("tictactoe", 1);
    const eldest_query query = query_of(NULL);
    uint64_t count = 0;
    EXPECT(ELDEST_OK, eldest_perft(engine, &query, 5, &count));
    REQUIRE(count == 15120);
    EXPECT(ELDEST_BAD_OPTION, eldest_perft(engine, &query, UINT32_MAX, &count));
    EXPECT_MESSAGE("at most 65000");
    EXPECT(ELDEST_NULL_POINTER, eldest_perft(engine, &query, 5, NULL));
    EXPECT(ELDEST_NULL_POINTER, eldest_perft(engine, NULL, 5, &count));
    EXPECT(ELDEST_NULL_POINTER, eldest_perft(NULL, &query, 5, &count));
    eldest_engine_free(engine);
}

static int32_t count_progress(void *user, const char *slice, const char *task, uint64_t done,
                              uint64_t all) {
    REQUIRE(strlen(slice) > 0 && strlen(task) > 0 && (all == 0 || done <= all));
    ++*(int *)user;
    return ELDEST_OK;
}

static int32_t refuse_progress(void *user, const char *slice, const char *task, uint64_t done,
                               uint64_t all) {
    (void)user, (void)slice, (void)task, (void)done, (void)all;
    return 5;
}

/* White mates in one, by Qd1-d8. */
static const char *const mate = "7k/8/6K1/8/8/8/8/3Q4 w - - 0 1";

static void probe(const char *directory) {
    eldest_database *database = NULL;
    eldest_value value = {.size = sizeof value};
    EXPECT(ELDEST_OK, eldest_database_open("chess", directory, &database));
    EXPECT(ELDEST_OK, eldest_database_probe(database, mate, &value));
    REQUIRE(value.is_known && value.lower == ELDEST_WIN - 1 && value.upper == value.lower);
    EXPECT(ELDEST_OK, eldest_database_probe(database, "7k/8/6K1/8/8/8/8/3R4 w - - 0 1", &value));
    REQUIRE(!value.is_known && value.lower == 0);
    EXPECT(ELDEST_BAD_POSITION, eldest_database_probe(database, "8/8", &value));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_probe(database, NULL, &value));
    EXPECT(ELDEST_NULL_POINTER, eldest_database_probe(database, mate, NULL));
    eldest_database_free(database);
}

static void search_with(const char *directory) {
    eldest_options options = options_of(1);
    eldest_engine *engine = NULL;
    eldest_report *report = NULL;
    options.database = directory;
    EXPECT(ELDEST_OK, eldest_engine_open("chess", &options, &engine));
    eldest_query query = query_of("7k/8/6K1/8/7p/8/8/3Q4 w - - 0 1");
    query.depth = 4;
    EXPECT(ELDEST_OK, eldest_search(engine, &query, &report));
    REQUIRE(result_of(report).lower > ELDEST_WIN - 30);
    eldest_report_free(report);
    eldest_engine_free(engine);
}

static void remove_all(const char *directory) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", directory);
    REQUIRE(system(command) == 0);
}

static void databases_are_built_and_used(void) {
    char directory[] = "/tmp/eldest-c-XXXXXX";
    const char *const slices[] = {"KQvK"};
    int calls = 0;
    eldest_database *database = NULL;
    eldest_build build = {.size = sizeof build, .slices = slices, .slice_count = 1, .user = &calls};
    REQUIRE(mkdtemp(directory) != NULL);
    EXPECT(ELDEST_FILE, eldest_database_open("chess", directory, &database));
    EXPECT(ELDEST_UNSUPPORTED, eldest_database_open("connect4", directory, &database));
    build.on_progress = refuse_progress;
    EXPECT(ELDEST_CALLBACK_FAILED, eldest_database_build("chess", directory, &build));
    build.on_progress = count_progress;
    EXPECT(ELDEST_OK, eldest_database_build("chess", directory, &build));
    REQUIRE(calls > 0);
    build.threads = 4097;
    EXPECT(ELDEST_BAD_OPTION, eldest_database_build("chess", directory, &build));
    EXPECT_MESSAGE("threads is 4097; expected at most 4096");
    build.threads = 0;
    build.men = 300;
    EXPECT(ELDEST_BAD_OPTION, eldest_database_build("chess", directory, &build));
    probe(directory);
    search_with(directory);
    remove_all(directory);
}

/* Tic-tac-toe is a draw: both bounds are proved, and nothing more. */
static void certificates_are_written_and_checked(void) {
    char directory[] = "/tmp/eldest-c-XXXXXX";
    char files[2][64];
    const char *const paths[] = {files[0], files[1]};
    eldest_engine *engine = shipped("tictactoe", 1);
    const eldest_query query = query_of(NULL);
    eldest_proof *proof = NULL;
    eldest_value value = {.size = sizeof value};
    REQUIRE(mkdtemp(directory) != NULL);
    for (int index = 0; index < 2; index++)
        snprintf(files[index], sizeof *files, "%s/%d.cert", directory, index);
    EXPECT(ELDEST_OK, eldest_certify(engine, &query, ELDEST_AT_LEAST, 0, files[0]));
    EXPECT(ELDEST_OK, eldest_certify(engine, &query, ELDEST_AT_MOST, 0, files[1]));
    EXPECT(ELDEST_FALSE, eldest_certify(engine, &query, ELDEST_AT_LEAST, 1, files[1]));
    EXPECT(ELDEST_BAD_OPTION, eldest_certify(engine, &query, 7, 1, files[1]));
    EXPECT(ELDEST_NULL_POINTER, eldest_certify(NULL, &query, ELDEST_AT_LEAST, 1, files[1]));
    EXPECT(ELDEST_NULL_POINTER, eldest_certify(engine, NULL, ELDEST_AT_LEAST, 1, files[1]));
    EXPECT(ELDEST_NULL_POINTER, eldest_certify(engine, &query, ELDEST_AT_LEAST, 1, NULL));
    EXPECT(ELDEST_OK, eldest_check(NULL, paths, 2, &proof));
    EXPECT(ELDEST_OK, eldest_proof_value(proof, &value));
    REQUIRE(value.is_known && value.lower == 0 && value.upper == 0);
    REQUIRE(strstr(eldest_proof_game(proof), "tictactoe") != NULL);
    REQUIRE(strlen(eldest_proof_position(proof)) > 0);
    EXPECT(ELDEST_NULL_POINTER, eldest_proof_value(NULL, &value));
    REQUIRE(eldest_proof_game(NULL) == NULL && eldest_proof_position(NULL) == NULL);
    eldest_proof_free(proof);
    eldest_proof_free(NULL);
    EXPECT(ELDEST_BAD_OPTION, eldest_check(NULL, NULL, 0, &proof));
    EXPECT(ELDEST_NULL_POINTER, eldest_check(NULL, NULL, 1, &proof));
    EXPECT(ELDEST_NULL_POINTER, eldest_check(NULL, paths, 2, NULL));
    snprintf(files[0], sizeof *files, "%s/none.cert", directory);
    EXPECT(ELDEST_FILE, eldest_check(NULL, paths, 2, &proof));
    REQUIRE(proof == NULL);
    eldest_engine_free(engine);
    remove_all(directory);
}

int main(void) {
    RUN(many_texts_are_solved);
    RUN(many_states_are_solved);
    RUN(reports_are_freed_early);
    RUN(engines_come_and_go);
    RUN(positions_play);
    RUN(positions_of_other_rules_are_refused);
    RUN(positions_are_counted);
    RUN(databases_are_built_and_used);
    RUN(certificates_are_written_and_checked);
    return EXIT_SUCCESS;
}
