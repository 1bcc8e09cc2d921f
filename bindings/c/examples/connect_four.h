/* Connect Four on bitboards, as callbacks: the rules of the shipped game, without its bounds by
 * zugzwang. Scores are those of the shipped game: 1 for a win with the last stone, 2 with the last
 * but one, and so on. */
#ifndef CONNECT_FOUR_H
#define CONNECT_FOUR_H

#include <eldest.h>
#include <stdbool.h>

/* Cells: a byte for each column, from the left, the lowest row in its lowest bit. */
#define CF_BOTTOM UINT64_C(0x01010101010101)
#define CF_BOARD UINT64_C(0x3f3f3f3f3f3f3f)
#define CF_CELLS 42

typedef struct {
    uint64_t mine;       /* the stones of the side to move */
    uint64_t all;        /* all stones */
    uint64_t my_fours;   /* the cells where the side to move makes four */
    uint64_t their_fours;
    uint64_t stones;     /* how many */
} connect_four;

/* The cells in one direction that make four. */
static inline uint64_t cf_along(uint64_t stones, unsigned step) {
    const uint64_t below = stones << step, above = stones >> step;
    const uint64_t two_below = below & (below << step), two_above = above & (above >> step);
    return (two_below & ((stones << (3 * step)) | above)) |
           (two_above & (below | (stones >> (3 * step))));
}

static inline uint64_t cf_fours(uint64_t stones) {
    const uint64_t upward = (stones << 1) & (stones << 2) & (stones << 3);
    return upward | cf_along(stones, 7) | cf_along(stones, 8) | cf_along(stones, 9);
}

static inline uint64_t cf_playable(const connect_four *at) {
    return (at->all + CF_BOTTOM) & CF_BOARD;
}

static inline bool cf_is_lost(const connect_four *at) {
    return (at->their_fours & (at->mine ^ at->all)) != 0;
}

static inline uint64_t cf_wins(const connect_four *at) {
    return at->my_fours & cf_playable(at);
}

/* The moves after which the opponent cannot make four at once. */
static inline uint64_t cf_safe(const connect_four *at) {
    const uint64_t threats = at->their_fours & (at->all ^ CF_BOARD);
    const uint64_t forced = threats & cf_playable(at);
    const uint64_t answers =
        forced == 0 ? cf_playable(at) : (forced & (forced - 1)) == 0 ? forced : 0;
    return answers & ~(threats >> 1);
}

static inline uint64_t cf_raw_key(const connect_four *at) {
    return at->mine + at->all;
}

static inline uint64_t cf_mirrored(uint64_t bits) {
    return __builtin_bswap64(bits) >> 8;
}

/* Drops a stone into a column, from 0 at the left. */
static inline void cf_drop(connect_four *at, unsigned column) {
    const uint64_t theirs = at->mine ^ at->all;
    const uint64_t all = at->all | (at->all + (UINT64_C(1) << (8 * column)));
    const connect_four after = {
        .mine = theirs,
        .all = all,
        .my_fours = at->their_fours,
        .their_fours = cf_fours(all ^ theirs),
        .stones = at->stones + 1,
    };
    *at = after;
}

/* The score of a game that is over, or that one of the next two stones decides. */
static inline int32_t cf_decided(const connect_four *at) {
    const int32_t left = CF_CELLS - (int32_t)at->stones;
    if (cf_is_lost(at))
        return -((left + 2) / 2);
    return cf_wins(at) != 0 ? (left + 1) / 2 : -(left / 2);
}

static int32_t cf_side(void *user, const void *position, int32_t *side) {
    (void)user;
    *side = (int32_t)(((const connect_four *)position)->stones & 1);
    return ELDEST_OK;
}

/* A position and its mirror image have the same value, so they share a key. */
static int32_t cf_key(void *user, const void *position, uint64_t *key) {
    const uint64_t raw = cf_raw_key(position), mirrored = cf_mirrored(raw);
    (void)user;
    *key = raw < mirrored ? raw : mirrored;
    return ELDEST_OK;
}

static int32_t cf_over(void *user, const void *position, int32_t *score) {
    const connect_four *at = position;
    (void)user;
    if (cf_is_lost(at) || at->stones == CF_CELLS)
        *score = cf_decided(at);
    return ELDEST_OK;
}

/* Adds the moves into `cells`, ranked by the threats that they make. */
static void cf_push(const connect_four *at, uint64_t cells, uint64_t wins, eldest_moves *moves) {
    for (; cells != 0; cells &= cells - 1) {
        const uint64_t cell = cells & -cells;
        const unsigned column = (unsigned)__builtin_ctzll(cell) / 8;
        const uint64_t threats = cf_fours(at->mine | cell) & (at->all ^ CF_BOARD);
        const int32_t edge = (int32_t)(column < 3 ? column : 6 - column);
        const int32_t win = (cell & wins) != 0 ? 4096 : 0;
        eldest_push(moves, column, win + 16 * __builtin_popcountll(threats) + edge);
    }
}

static int32_t cf_moves(void *user, const void *position, eldest_moves *moves) {
    const connect_four *at = position;
    (void)user;
    cf_push(at, cf_playable(at), cf_wins(at), moves);
    return ELDEST_OK;
}

/* Without the moves that lose at once. */
static int32_t cf_relevant_moves(void *user, const void *position, eldest_moves *moves) {
    (void)user;
    cf_push(position, cf_safe(position), 0, moves);
    return ELDEST_OK;
}

static int32_t cf_play(void *user, void *position, uint64_t move) {
    (void)user;
    cf_drop(position, (unsigned)move);
    return ELDEST_OK;
}

static int32_t cf_plies_left(void *user, const void *position, uint32_t *plies) {
    (void)user;
    *plies = CF_CELLS - (uint32_t)((const connect_four *)position)->stones;
    return ELDEST_OK;
}

/* Exact if one of the next two stones decides the game; else it takes two more. */
static int32_t cf_bounds(void *user, const void *position, int32_t *lower, int32_t *upper) {
    const connect_four *at = position;
    const int32_t left = CF_CELLS - (int32_t)at->stones;
    (void)user;
    if (cf_is_lost(at) || cf_wins(at) != 0 || cf_safe(at) == 0) {
        *lower = *upper = cf_decided(at);
        return ELDEST_OK;
    }
    *lower = -((left - 2) / 2);
    *upper = (left - 1) / 2;
    return ELDEST_OK;
}

/* The column from 1, on the board or mirror image that the key is from. */
static int32_t cf_move_code(void *user, const void *position, uint64_t move, uint16_t *code) {
    const uint64_t raw = cf_raw_key(position);
    (void)user;
    *code = (uint16_t)(cf_mirrored(raw) < raw ? 7 - move : move + 1);
    return ELDEST_OK;
}

static int32_t cf_key_after(void *user, const void *position, uint64_t move, uint64_t *key) {
    connect_four after = *(const connect_four *)position;
    after.all |= after.all + (UINT64_C(1) << (8 * move));
    after.mine ^= ((const connect_four *)position)->all;
    return cf_key(user, &after, key);
}

static int32_t cf_move_text(void *user, const void *position, uint64_t move, char *text,
                            size_t capacity) {
    (void)user;
    (void)position;
    if (capacity < 2)
        return eldest_fail("the text of a move does not fit");
    text[0] = (char)('1' + move);
    text[1] = 0;
    return ELDEST_OK;
}

static inline eldest_rules cf_rules(void) {
    const eldest_rules rules = {
        .size = sizeof rules,
        .position_size = sizeof(connect_four),
        .flags = ELDEST_HAS_RANGE,
        .key_bits = 56,
        .least_value = -18,
        .greatest_value = 18,
        .side = cf_side,
        .key = cf_key,
        .over = cf_over,
        .moves = cf_moves,
        .play = cf_play,
        .plies_left = cf_plies_left,
        .bounds = cf_bounds,
        .relevant_moves = cf_relevant_moves,
        .move_code = cf_move_code,
        .key_after = cf_key_after,
        .move_text = cf_move_text,
    };
    return rules;
}

/* Plays the columns of a text, from '1' at the left, on the empty board. */
static inline bool cf_parse(connect_four *at, const char *text) {
    const connect_four empty = {0, 0, 0, 0, 0};
    *at = empty;
    for (; *text != 0; text++) {
        if (*text < '1' || *text > '7' || cf_is_lost(at) ||
            (cf_playable(at) >> (8 * (*text - '1')) & 0x3f) == 0)
            return false;
        cf_drop(at, (unsigned)(*text - '1'));
    }
    return true;
}

#endif
