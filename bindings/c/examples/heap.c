/* A game of one's own, through callbacks: take one, two or three from a heap; taking the last one
 * wins. Prints the value of a heap, the best move and the line. */
#include <eldest.h>
#include <stdio.h>
#include <stdlib.h>

/* A position: any struct that can be copied with memcpy. */
typedef struct {
    uint32_t left;
    uint32_t side;
} heap;

static int32_t side(void *user, const void *position, int32_t *out) {
    (void)user;
    *out = (int32_t)((const heap *)position)->side;
    return ELDEST_OK;
}

/* The side to move does not matter here. In most games it belongs in the key: without it values are
 * wrong, and no search notices. */
static int32_t key(void *user, const void *position, uint64_t *out) {
    (void)user;
    *out = ((const heap *)position)->left;
    return ELDEST_OK;
}

/* Nothing is left: the opponent took the last one. While the game goes on, there is no score. */
static int32_t over(void *user, const void *position, int32_t *score) {
    (void)user;
    if (((const heap *)position)->left == 0)
        *score = ELDEST_LOSS;
    return ELDEST_OK;
}

static int32_t moves(void *user, const void *position, eldest_moves *out) {
    const heap *here = position;
    (void)user;
    for (uint32_t count = 1; count <= 3 && count <= here->left; count++)
        eldest_push(out, count, 0);
    return ELDEST_OK;
}

/* Without a callback `undo`, the library keeps copies. */
static int32_t play(void *user, void *position, uint64_t move) {
    heap *here = position;
    (void)user;
    here->left -= (uint32_t)move;
    here->side = 1 - here->side;
    return ELDEST_OK;
}

/* A search to the end needs an upper bound on the plies left. */
static int32_t plies_left(void *user, const void *position, uint32_t *out) {
    (void)user;
    *out = ((const heap *)position)->left;
    return ELDEST_OK;
}

static void check(int32_t code) {
    if (code == ELDEST_OK)
        return;
    fprintf(stderr, "%s: %s\n", eldest_code_name(code), eldest_last_error());
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
    const eldest_rules rules = {
        .size = sizeof rules,
        .position_size = sizeof(heap),
        .side = side,
        .key = key,
        .over = over,
        .moves = moves,
        .play = play,
        .plies_left = plies_left,
    };
    const heap start = {argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 21, 0};
    const eldest_query query = {.size = sizeof query, .state = &start, .line = 1};
    eldest_engine *engine = NULL;
    eldest_report *report = NULL;
    eldest_result result = {.size = sizeof result};

    check(eldest_check_abi(ELDEST_ABI_VERSION));
    check(eldest_engine_of(&rules, NULL, &engine));
    check(eldest_conformance(engine, &start, 0, NULL));
    check(eldest_solve(engine, &query, &report));
    check(eldest_report_result(report, &result));
    printf("%s", result.value_text);
    for (size_t index = 0; index < result.line_length; index++)
        printf(" %s", eldest_report_line(report, index, NULL));
    printf("\n");
    eldest_report_free(report);
    eldest_engine_free(engine);
    return EXIT_SUCCESS;
}
