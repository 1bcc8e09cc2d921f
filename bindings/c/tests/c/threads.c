/* Searches in the background: stops, waits, handles that are freed while they run. */
#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* A search that goes on for this number of seconds after its stop does not end. */
#define HANG 120

/* The most nodes that two threads visit after a stop: each checks for one every 1,024 nodes, and
   publishes its count at every 16th check. */
#define MOST_AFTER (2 * 17 * 1024)

/* A search that would take for ever. */
static eldest_handle *start(const eldest_engine *engine, eldest_query *query) {
    eldest_handle *handle = NULL;
    *query = query_of(NULL);
    EXPECT(ELDEST_OK, eldest_start(engine, query, &handle));
    return handle;
}

static uint64_t nodes_of(const eldest_handle *handle) {
    eldest_progress progress = {.size = sizeof progress};
    EXPECT(ELDEST_OK, eldest_handle_progress(handle, &progress));
    return progress.nodes;
}

static void wait_for_nodes(const eldest_handle *handle) {
    while (nodes_of(handle) == 0)
        usleep(1000);
}

static uint64_t nodes_at_stop;

static void *stop(void *handle) {
    wait_for_nodes(handle);
    EXPECT(ELDEST_OK, eldest_handle_stop(handle));
    nodes_at_stop = nodes_of(handle);
    return NULL;
}

static void another_thread_stops_a_search(void) {
    eldest_engine *engine = shipped("othello", 2);
    eldest_query query;
    eldest_handle *handle = start(engine, &query);
    eldest_report *report = NULL;
    pthread_t thread;
    EXPECT(ELDEST_TIMEOUT, eldest_handle_wait(handle, 0, &report));
    REQUIRE(pthread_create(&thread, NULL, stop, handle) == 0);
    EXPECT(ELDEST_OK, eldest_handle_wait(handle, HANG, &report));
    REQUIRE(pthread_join(thread, NULL) == 0);
    const eldest_result result = result_of(report);
    REQUIRE(result.stop_reason == ELDEST_STOPPED && result.best_move != NULL);
    REQUIRE(result.nodes - nodes_at_stop <= MOST_AFTER);
    eldest_report_free(report);
    eldest_handle_free(handle);
    eldest_engine_free(engine);
}

static void a_busy_engine_says_so(void) {
    eldest_engine *engine = shipped("othello", 1);
    eldest_query query;
    eldest_handle *handle = start(engine, &query);
    eldest_handle *other = NULL;
    eldest_report *report = NULL;
    eldest_reports *reports = NULL;
    const char *const texts[] = {""};
    const eldest_query limits = query_of(NULL);
    EXPECT(ELDEST_BUSY, eldest_solve(engine, &query, &report));
    EXPECT(ELDEST_BUSY, eldest_start(engine, &query, &other));
    EXPECT(ELDEST_BUSY, eldest_solve_many(engine, &limits, texts, 1, &reports));
    EXPECT(ELDEST_BUSY, eldest_engine_clear(engine));
    REQUIRE(other == NULL && reports == NULL && report == NULL);
    eldest_handle_free(handle);
    query.depth = 1;
    EXPECT(ELDEST_OK, eldest_search(engine, &query, &report));
    eldest_report_free(report);
    eldest_engine_free(engine);
}

static void handles_are_freed_while_they_run(void) {
    eldest_query query;
    for (int turn = 0; turn < 8; turn++) {
        eldest_engine *engine = shipped("othello", 2);
        eldest_handle *handle = start(engine, &query);
        eldest_report *report = NULL;
        if (turn % 3 != 0)
            wait_for_nodes(handle);
        if (turn % 2 == 0)
            eldest_engine_free(engine);
        if (turn % 4 == 1)
            eldest_handle_wait(handle, 0.001, &report);
        eldest_handle_free(handle);
        eldest_report_free(report);
        if (turn % 2 != 0)
            eldest_engine_free(engine);
    }
}

static void progress_and_reports_outlive_the_search(void) {
    eldest_engine *engine = shipped("connect4:5x4", 1);
    const eldest_query query = query_of(NULL);
    eldest_handle *handle = NULL;
    eldest_report *reports[2] = {NULL, NULL};
    eldest_progress progress = {.size = sizeof progress};
    EXPECT(ELDEST_OK, eldest_start_solve(engine, &query, &handle));
    for (int turn = 0; turn < 2; turn++)
        EXPECT(ELDEST_OK, eldest_handle_wait(handle, 60, &reports[turn]));
    EXPECT(ELDEST_OK, eldest_handle_progress(handle, &progress));
    REQUIRE(progress.is_finished && progress.nodes == result_of(reports[0]).nodes);
    eldest_handle_free(handle);
    eldest_engine_free(engine);
    REQUIRE(strcmp(result_of(reports[1]).value_text, "0") == 0);
    eldest_report_free(reports[0]);
    eldest_report_free(reports[1]);
}

/* What a callback after an iteration does to its own search. */
typedef struct {
    _Atomic(eldest_handle *) handle;
    atomic_int calls;
    int32_t code;
    bool frees;
} own;

static int32_t on_iteration(void *user, const eldest_report *report) {
    own *mine = user;
    eldest_report *other = NULL;
    REQUIRE(result_of(report).stop_reason == ELDEST_RUNNING);
    while (mine->handle == NULL)
        usleep(1000);
    if (++mine->calls == 2) {
        EXPECT(ELDEST_IN_CALLBACK, eldest_handle_wait(mine->handle, ELDEST_FOREVER, &other));
        EXPECT(ELDEST_OK, eldest_handle_stop(mine->handle));
        if (mine->frees)
            eldest_handle_free(mine->handle);
        return mine->code;
    }
    return ELDEST_OK;
}

static eldest_handle *start_with(const eldest_engine *engine, own *mine) {
    eldest_query query = query_of(NULL);
    eldest_handle *handle = NULL;
    query.on_iteration = on_iteration;
    query.user = mine;
    EXPECT(ELDEST_OK, eldest_start(engine, &query, &handle));
    mine->handle = handle;
    return handle;
}

static void a_callback_stops_its_own_search(void) {
    eldest_engine *engine = shipped("othello", 2);
    own mine = {.code = ELDEST_OK};
    eldest_report *report = NULL;
    eldest_handle *handle = start_with(engine, &mine);
    EXPECT(ELDEST_OK, eldest_handle_wait(handle, ELDEST_FOREVER, &report));
    REQUIRE(mine.calls == 2);
    REQUIRE(result_of(report).stop_reason == ELDEST_STOPPED);
    eldest_report_free(report);
    eldest_handle_free(handle);
    own failing = {.code = 17};
    handle = start_with(engine, &failing);
    EXPECT(ELDEST_CALLBACK_FAILED, eldest_handle_wait(handle, ELDEST_FOREVER, &report));
    EXPECT_MESSAGE("on_iteration returned 17");
    REQUIRE(eldest_last_callback_code() == 17);
    eldest_handle_free(handle);
    eldest_engine_free(engine);
}

static void a_callback_frees_its_own_search(void) {
    eldest_engine *engine = shipped("othello", 1);
    own mine = {.code = ELDEST_OK, .frees = true};
    eldest_query query = query_of(NULL);
    eldest_report *report = NULL;
    start_with(engine, &mine);
    query.depth = 1;
    while (eldest_search(engine, &query, &report) == ELDEST_BUSY)
        usleep(1000);
    REQUIRE(report != NULL && mine.calls == 2);
    eldest_report_free(report);
    eldest_engine_free(engine);
}

/* The search whose rules wait for it, once. */
static struct {
    _Atomic(eldest_handle *) handle;
    _Atomic(eldest_reports *) reports;
    eldest_engine *engine;
    atomic_bool is_done;
} own_search;

static void wait_for_own_search(void) {
    const eldest_query query = query_of(NULL);
    eldest_report *report = NULL;
    if (own_search.reports != NULL) {
        EXPECT(ELDEST_IN_CALLBACK, eldest_reports_next(own_search.reports, HANG, &report));
        EXPECT_MESSAGE("which waits for the callback");
        return;
    }
    EXPECT(ELDEST_IN_CALLBACK, eldest_handle_wait(own_search.handle, HANG, &report));
    EXPECT_MESSAGE("would wait for the search of heap");
    EXPECT(ELDEST_OK, eldest_handle_stop(own_search.handle));
    EXPECT(ELDEST_BUSY, eldest_solve(own_search.engine, &query, &report));
    eldest_handle_free(own_search.handle);
}

static int32_t waiting_moves(void *user, const void *position, eldest_moves *moves) {
    while (own_search.handle == NULL && own_search.reports == NULL)
        usleep(1000);
    if (!atomic_exchange(&own_search.is_done, true))
        wait_for_own_search();
    return heap_moves(user, position, moves);
}

static void rules_cannot_wait_for_their_search(void) {
    const char *const texts[] = {"500", "400", "300"};
    eldest_rules rules = heap_rules(NULL);
    eldest_query query = query_of(NULL);
    eldest_report *report = NULL;
    eldest_handle *handle = NULL;
    eldest_reports *reports = NULL;
    rules.moves = waiting_moves;
    eldest_engine *engine = own_search.engine = engine_of(&rules, 2);
    EXPECT(ELDEST_OK, eldest_solve_many(engine, &query, texts, 3, &reports));
    own_search.reports = reports;
    for (int index = 0; index < 3; index++) {
        EXPECT(ELDEST_OK, eldest_reports_next(reports, HANG, &report));
        eldest_report_free(report);
    }
    REQUIRE(own_search.is_done);
    own_search.reports = NULL;
    own_search.is_done = false;
    eldest_reports_free(reports);
    query.text = "1000";
    EXPECT(ELDEST_OK, eldest_start(engine, &query, &handle));
    own_search.handle = handle;
    while (!own_search.is_done)
        usleep(1000);
    query.depth = 1;
    while (eldest_search(engine, &query, &report) == ELDEST_BUSY)
        usleep(1000);
    REQUIRE(report != NULL);
    eldest_report_free(report);
    eldest_engine_free(engine);
}

/* Engines whose rules solve on the next one; those of the last wait for the first. */
static struct {
    eldest_engine *engines[3];
    _Atomic(eldest_handle *) first;
    atomic_int begun;
    int count;
} nested;

static void wait_for_the_next(void) {
    const int next = atomic_fetch_add(&nested.begun, 1) + 1;
    eldest_report *report = NULL;
    if (next < nested.count) {
        expect_value("L8", nested.engines[next], "16");
    } else if (next == nested.count) {
        while (nested.first == NULL)
            usleep(1000);
        EXPECT(ELDEST_IN_CALLBACK, eldest_handle_wait(nested.first, HANG, &report));
        EXPECT_MESSAGE(nested.count == 1 ? "the search of heap, which waits for the callback"
                                         : "the search of heap, which waits for the search of heap");
        eldest_handle_free(nested.first);
    }
}

static int32_t nested_moves(void *user, const void *position, eldest_moves *moves) {
    /* No more than one position of a search waits. */
    if (((const heap *)position)->left == 15)
        wait_for_the_next();
    return heap_moves(user, position, moves);
}

static void the_last_of_a_chain_of_engines_cannot_wait_for_the_first(void) {
    eldest_rules rules = heap_rules(NULL);
    eldest_query query = query_of("16");
    eldest_report *report = NULL;
    rules.moves = nested_moves;
    for (nested.count = 1; nested.count <= 3; nested.count++) {
        eldest_handle *handle = NULL;
        nested.begun = 0;
        nested.first = NULL;
        for (int index = 0; index < nested.count; index++)
            nested.engines[index] = engine_of(&rules, 1 + (uint32_t)index % 2);
        EXPECT(ELDEST_OK, eldest_start_solve(nested.engines[0], &query, &handle));
        nested.first = handle;
        while (eldest_solve(nested.engines[0], &query, &report) == ELDEST_BUSY)
            usleep(1000);
        REQUIRE(nested.begun >= nested.count);
        eldest_report_free(report);
        for (int index = 0; index < nested.count; index++)
            eldest_engine_free(nested.engines[index]);
    }
}

/* Solves on an engine of its own. */
static void *solve(void *unused) {
    eldest_engine *engine = shipped("connect4:5x4", 2);
    (void)unused;
    expect_value("0", engine, NULL);
    EXPECT(ELDEST_OK, eldest_engine_clear(engine));
    expect_value("0", engine, NULL);
    eldest_engine_free(engine);
    return NULL;
}

static void engines_search_at_the_same_time(void) {
    pthread_t threads[3];
    for (int index = 0; index < 3; index++)
        REQUIRE(pthread_create(&threads[index], NULL, solve, NULL) == 0);
    for (int index = 0; index < 3; index++)
        REQUIRE(pthread_join(threads[index], NULL) == 0);
}

int main(void) {
    RUN(another_thread_stops_a_search);
    RUN(a_busy_engine_says_so);
    RUN(handles_are_freed_while_they_run);
    RUN(progress_and_reports_outlive_the_search);
    RUN(a_callback_stops_its_own_search);
    RUN(a_callback_frees_its_own_search);
    RUN(rules_cannot_wait_for_their_search);
    RUN(the_last_of_a_chain_of_engines_cannot_wait_for_the_first);
    RUN(engines_search_at_the_same_time);
    return EXIT_SUCCESS;
}
