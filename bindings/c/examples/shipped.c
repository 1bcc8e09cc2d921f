/* A shipped game by its name: solves a position of Connect Four, then searches one of chess in the
 * background, prints each iteration and stops the search after half a second. */
#include <eldest.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int32_t code) {
    if (code == ELDEST_OK)
        return;
    fprintf(stderr, "%s: %s\n", eldest_code_name(code), eldest_last_error());
    exit(EXIT_FAILURE);
}

/* Prints the best moves of a report with their values. */
static void print(const eldest_report *report) {
    eldest_result result = {.size = sizeof result};
    check(eldest_report_result(report, &result));
    if (result.depth == ELDEST_TO_END)
        printf("to the end");
    else
        printf("depth %u", (unsigned)result.depth);
    printf(", value %s, %llu nodes:", result.value_text, (unsigned long long)result.nodes);
    for (size_t index = 0; index < result.move_count && index < 3; index++) {
        eldest_move_result move = {.size = sizeof move};
        check(eldest_report_move(report, index, &move));
        printf(" %s (%s)", move.text, move.value_text);
    }
    printf("\n");
}

/* Called on the thread that searches. */
static int32_t on_iteration(void *user, const eldest_report *report) {
    ++*(unsigned *)user;
    print(report);
    return ELDEST_OK;
}

static void solve(const char *position) {
    const eldest_options options = {.size = sizeof options, .threads = 2, .table_mib = 16};
    const eldest_query query = {.size = sizeof query, .text = position, .multi_pv = 3};
    eldest_engine *engine = NULL;
    eldest_report *report = NULL;
    check(eldest_engine_open("connect4", &options, &engine));
    check(eldest_solve(engine, &query, &report));
    print(report);
    eldest_report_free(report);
    eldest_engine_free(engine);
}

static void search_for(double seconds) {
    unsigned iterations = 0;
    const eldest_query query = {
        .size = sizeof query,
        .on_iteration = on_iteration,
        .user = &iterations,
    };
    eldest_engine *engine = NULL;
    eldest_handle *search = NULL;
    eldest_report *report = NULL;
    check(eldest_engine_open("chess", NULL, &engine));
    check(eldest_start(engine, &query, &search));
    if (eldest_handle_wait(search, seconds, &report) == ELDEST_TIMEOUT) {
        check(eldest_handle_stop(search));
        check(eldest_handle_wait(search, ELDEST_FOREVER, &report));
    }
    printf("%u iterations\n", iterations);
    print(report);
    eldest_report_free(report);
    eldest_handle_free(search);
    eldest_engine_free(engine);
}

int main(int argc, char **argv) {
    check(eldest_check_abi(ELDEST_ABI_VERSION));
    solve(argc > 1 ? argv[1] : "44445353");
    search_for(0.5);
    return EXIT_SUCCESS;
}
