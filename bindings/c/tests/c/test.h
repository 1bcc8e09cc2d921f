/* What the tests share: checks that name the line, and a game with memory of its own. */
#ifndef TEST_H
#define TEST_H

#include <eldest.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

/* Requires that a call returns a code. */
#define EXPECT(code, call)                                                                         \
    do {                                                                                           \
        const int32_t found = (call);                                                              \
        if (found != (code)) {                                                                     \
            fprintf(stderr, "%s:%d: %s is %s, not %s: %s\n", __FILE__, __LINE__, #call,            \
                    eldest_code_name(found), eldest_code_name(code), eldest_last_error());         \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

/* Requires that the last message contains a text. */
#define EXPECT_MESSAGE(text)                                                                       \
    do {                                                                                           \
        if (strstr(eldest_last_error(), text) == NULL) {                                           \
            fprintf(stderr, "%s:%d: \"%s\" lacks \"%s\"\n", __FILE__, __LINE__,                    \
                    eldest_last_error(), text);                                                    \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

/* Runs a test, and names it. */
#define RUN(test)                                                                                  \
    do {                                                                                           \
        printf("%s\n", #test);                                                                     \
        fflush(stdout);                                                                            \
        test();                                                                                    \
    } while (0)

/* A heap of which one, two or three are taken; taking the last one wins. */
typedef struct {
    uint32_t left;
    uint32_t side;
} heap;

/* What a callback does instead of its task: the first call after `calls` others. */
typedef struct {
    const char *callback; /* which one; null for none */
    int calls;
    int32_t code;        /* what it returns */
    const char *message; /* for eldest_fail; null for none */
} fault;

/* Whether a callback is to fail now. */
static inline bool fails(fault *planned, const char *callback, int32_t *code) {
    if (planned == NULL || planned->callback == NULL || strcmp(planned->callback, callback) != 0)
        return false;
    if (__atomic_fetch_sub(&planned->calls, 1, __ATOMIC_RELAXED) > 0)
        return false;
    if (planned->message != NULL)
        eldest_fail(planned->message);
    *code = planned->code;
    return true;
}

#define FAIL_AS_PLANNED(callback)                                                                  \
    int32_t code = ELDEST_OK;                                                                      \
    if (fails(user, callback, &code))                                                              \
    return code

static inline int32_t heap_side(void *user, const void *position, int32_t *side) {
    FAIL_AS_PLANNED("side");
    *side = (int32_t)((const heap *)position)->side;
    return code;
}

static inline int32_t heap_key(void *user, const void *position, uint64_t *key) {
    FAIL_AS_PLANNED("key");
    *key = ((const heap *)position)->left;
    return code;
}

static inline int32_t heap_over(void *user, const void *position, int32_t *score) {
    FAIL_AS_PLANNED("over");
    if (((const heap *)position)->left == 0)
        *score = ELDEST_LOSS;
    return code;
}

static inline int32_t heap_moves(void *user, const void *position, eldest_moves *moves) {
    FAIL_AS_PLANNED("moves");
    for (uint32_t number = 1; number <= 3 && number <= ((const heap *)position)->left; number++)
        eldest_push(moves, number, 0);
    return code;
}

static inline int32_t heap_play(void *user, void *position, uint64_t number) {
    FAIL_AS_PLANNED("play");
    ((heap *)position)->left -= (uint32_t)number;
    ((heap *)position)->side ^= 1;
    return code;
}

static inline int32_t heap_undo(void *user, void *position, uint64_t number) {
    FAIL_AS_PLANNED("undo");
    ((heap *)position)->left += (uint32_t)number;
    ((heap *)position)->side ^= 1;
    return code;
}

static inline int32_t heap_plies_left(void *user, const void *position, uint32_t *plies) {
    FAIL_AS_PLANNED("plies_left");
    *plies = ((const heap *)position)->left;
    return code;
}

static inline int32_t heap_move_text(void *user, const void *position, uint64_t number, char *text,
                                     size_t capacity) {
    FAIL_AS_PLANNED("move_text");
    (void)position;
    snprintf(text, capacity, "take %u", (unsigned)number);
    return code;
}

/* The number that is left, and a star if the second player is to move. */
static inline int32_t heap_text(void *user, const void *position, char *text, size_t capacity) {
    FAIL_AS_PLANNED("text");
    const heap *here = position;
    snprintf(text, capacity, "%u%s", (unsigned)here->left, here->side == 0 ? "" : "*");
    return code;
}

static inline int32_t heap_parse(void *user, const char *text, void *position) {
    FAIL_AS_PLANNED("parse");
    char *end = NULL;
    const unsigned long left = strtoul(text, &end, 10);
    const heap read = {(uint32_t)left, *end == '*'};
    end += read.side;
    if (*text == 0 || *end != 0 || left > 1000)
        return ELDEST_BAD_POSITION;
    *(heap *)position = read;
    return code;
}

static const heap heap_start = {21, 0};

/* The rules of the heap, with a fault that is planned. */
static inline eldest_rules heap_rules(fault *planned) {
    const eldest_rules rules = {
        .size = sizeof rules,
        .position_size = sizeof(heap),
        .user = planned,
        .name = "heap",
        .start = &heap_start,
        .side = heap_side,
        .key = heap_key,
        .over = heap_over,
        .moves = heap_moves,
        .play = heap_play,
        .undo = heap_undo,
        .plies_left = heap_plies_left,
        .move_text = heap_move_text,
        .text = heap_text,
        .parse = heap_parse,
    };
    return rules;
}

static inline eldest_options options_of(uint32_t threads) {
    const eldest_options options = {.size = sizeof options, .threads = threads, .table_mib = 1};
    return options;
}

static inline eldest_engine *engine_of(const eldest_rules *rules, uint32_t threads) {
    const eldest_options options = options_of(threads);
    eldest_engine *engine = NULL;
    EXPECT(ELDEST_OK, eldest_engine_of(rules, &options, &engine));
    return engine;
}

static inline eldest_engine *shipped(const char *game, uint32_t threads) {
    const eldest_options options = options_of(threads);
    eldest_engine *engine = NULL;
    EXPECT(ELDEST_OK, eldest_engine_open(game, &options, &engine));
    return engine;
}

static inline eldest_query query_of(const char *text) {
    const eldest_query query = {.size = sizeof query, .text = text};
    return query;
}

static inline eldest_result result_of(const eldest_report *report) {
    eldest_result result = {.size = sizeof result};
    EXPECT(ELDEST_OK, eldest_report_result(report, &result));
    return result;
}

/* Solves a position, and requires a value as a text. */
static inline void expect_value(const char *value, const eldest_engine *engine, const char *text) {
    const eldest_query query = query_of(text);
    eldest_report *report = NULL;
    EXPECT(ELDEST_OK, eldest_solve(engine, &query, &report));
    REQUIRE(strcmp(result_of(report).value_text, value) == 0);
    eldest_report_free(report);
}

#endif
