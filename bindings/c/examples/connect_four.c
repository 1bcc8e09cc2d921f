/* Connect Four in C, beside the shipped one: solves the positions on the standard input, one at the
 * beginning of each line, and prints each with its score. The last line of the standard error has
 * nodes and seconds.
 *
 *     connect_four own|shipped [THREADS] < positions */
#include "connect_four.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int32_t code) {
    if (code == ELDEST_OK)
        return;
    fprintf(stderr, "%s: %s\n", eldest_code_name(code), eldest_last_error());
    exit(EXIT_FAILURE);
}

static eldest_engine *open_engine(bool is_own, uint32_t threads) {
    const eldest_options options = {.size = sizeof options, .threads = threads, .table_mib = 64};
    const eldest_rules rules = cf_rules();
    eldest_engine *engine = NULL;
    if (is_own)
        check(eldest_engine_of(&rules, &options, &engine));
    else
        check(eldest_engine_open("connect4", &options, &engine));
    return engine;
}

/* Solves the position of a query, prints its score, and adds up nodes and seconds. */
static void solve(const eldest_engine *engine, const eldest_query *query, const char *text,
                  eldest_result *sum) {
    eldest_report *report = NULL;
    eldest_result result = {.size = sizeof result};
    check(eldest_solve(engine, query, &report));
    check(eldest_report_result(report, &result));
    printf("%s %s\n", text, result.value_text);
    sum->nodes += result.nodes;
    sum->seconds += result.seconds;
    eldest_report_free(report);
}

int main(int argc, char **argv) {
    const bool is_own = argc > 1 && strcmp(argv[1], "own") == 0;
    const uint32_t threads = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    char line[256];
    char text[256];
    eldest_result sum = {.size = sizeof sum};
    check(eldest_check_abi(ELDEST_ABI_VERSION));
    eldest_engine *engine = open_engine(is_own, threads);
    while (fgets(line, sizeof line, stdin) != NULL && sscanf(line, "%255s", text) == 1) {
        connect_four start;
        if (!cf_parse(&start, text)) {
            fprintf(stderr, "%s is not a position\n", text);
            return EXIT_FAILURE;
        }
        const eldest_query own = {.size = sizeof own, .state = &start};
        const eldest_query shipped = {.size = sizeof shipped, .text = text};
        solve(engine, is_own ? &own : &shipped, text, &sum);
    }
    fprintf(stderr, "%llu nodes, %.3f s\n", (unsigned long long)sum.nodes, sum.seconds);
    eldest_engine_free(engine);
    return EXIT_SUCCESS;
}
