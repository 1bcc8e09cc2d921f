/* Connect Four by rules in C, or by the shipped ones: solves the positions on the standard input, one
 * at the beginning of each line, side by side, and prints each with its score. The standard error
 * has nodes and seconds.
 *
 *     connect_four own|shipped [THREADS] < positions */
#include "connect_four.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The positions, as texts and as states. */
typedef struct {
    size_t count;
    char **texts;
    connect_four *states;
} positions;

static void check(int32_t code) {
    if (code == ELDEST_OK)
        return;
    fprintf(stderr, "%s: %s\n", eldest_code_name(code), eldest_last_error());
    exit(EXIT_FAILURE);
}

static void *grown(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (memory == NULL)
        exit(EXIT_FAILURE);
    return memory;
}

static void add(positions *all, const char *text) {
    all->texts = grown(all->texts, (all->count + 1) * sizeof *all->texts);
    all->states = grown(all->states, (all->count + 1) * sizeof *all->states);
    if (!cf_parse(&all->states[all->count], text)) {
        fprintf(stderr, "%s is not a position\n", text);
        exit(EXIT_FAILURE);
    }
    all->texts[all->count] = strcpy(grown(NULL, strlen(text) + 1), text);
    all->count++;
}

static positions read_all(void) {
    positions all = {0, NULL, NULL};
    char line[256];
    char text[256];
    while (fgets(line, sizeof line, stdin) != NULL && sscanf(line, "%255s", text) == 1)
        add(&all, text);
    return all;
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

/* Prints the score of each position, and returns the sum of nodes. */
static uint64_t print_all(const positions *all, eldest_reports *reports) {
    uint64_t nodes = 0;
    for (size_t index = 0; index < all->count; index++) {
        eldest_report *report = NULL;
        eldest_result result = {.size = sizeof result};
        check(eldest_reports_next(reports, ELDEST_FOREVER, &report));
        check(eldest_report_result(report, &result));
        printf("%s %s\n", all->texts[index], result.value_text);
        nodes += result.nodes;
        eldest_report_free(report);
    }
    return nodes;
}

static void free_all(positions *all) {
    for (size_t index = 0; index < all->count; index++)
        free(all->texts[index]);
    free(all->texts);
    free(all->states);
}

int main(int argc, char **argv) {
    const bool is_own = argc > 1 && strcmp(argv[1], "own") == 0;
    const uint32_t threads = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    const eldest_query limits = {.size = sizeof limits};
    positions all = read_all();
    eldest_reports *reports = NULL;
    struct timespec from, to;
    check(eldest_check_abi(ELDEST_ABI_VERSION));
    eldest_engine *engine = open_engine(is_own, threads);
    timespec_get(&from, TIME_UTC);
    if (is_own)
        check(eldest_solve_many_states(engine, &limits, all.states, all.count, &reports));
    else
        check(eldest_solve_many(engine, &limits, (const char *const *)all.texts, all.count,
                                &reports));
    const uint64_t nodes = print_all(&all, reports);
    timespec_get(&to, TIME_UTC);
    const double seconds =
        (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    fprintf(stderr, "%llu nodes, %.3f s\n", (unsigned long long)nodes, seconds);
    eldest_reports_free(reports);
    eldest_engine_free(engine);
    free_all(&all);
    return EXIT_SUCCESS;
}
