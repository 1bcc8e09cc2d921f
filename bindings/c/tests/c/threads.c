/* Searches in the background: stops, waits, handles that are freed while they run. */
#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The most seconds from a stop to the end; more where valgrind runs the threads one by one. */
static double patience(void) {
    return getenv("ELDEST_SLOW") == NULL ? 0.05 : 5;
}

/* A search that would take for ever. */
static eldest_handle *start(const eldest_engine *engine, eldest_query *query) {
    eldest_handle *handle = NULL;
    *query = query_of(NULL);
    EXPECT(ELDEST_OK, eldest_start(engine, query, &handle));
    return handle;
}

static void *stop_soon(void *handle) {
    usleep(100000);
    EXPECT(ELDEST_OK, eldest_handle_stop(handle));
    return NULL;
}

static void another_thread_stops_a_search(void) {
    eldest_engine *engine = shipped("othello", 2);
    eldest_query query;
    eldest_handle *handle = start(engine, &query);
    eldest_report *report = NULL;
    pthread_t thread;
    EXPECT(ELDEST_TIMEOUT, eldest_handle_wait(handle, 0, &report));
    REQUIRE(pthread_create(&thread, NULL, stop_soon, handle) == 0);
    const double before = now();
    EXPECT(ELDEST_OK, eldest_handle_wait(handle, ELDEST_FOREVER, &report));
    const double after = now();
    REQUIRE(pthread_join(thread, NULL) == 0);
    REQUIRE(after - before < 0.1 + patience());
    const eldest_result result = result_of(report);
    REQUIRE(result.stop_reason == ELDEST_STOPPED && result.best_move != NULL);
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
        usleep(5000);
        if (turn % 2 == 0)
            eldest_engine_free(engine);
        if (turn % 4 == 1)
            eldest_handle_wait(handle, 0.001, &report);
        const double before = now();
        eldest_handle_free(handle);
        REQUIRE(now() - before < patience());
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
    RUN(engines_search_at_the_same_time);
    return EXIT_SUCCESS;
}
