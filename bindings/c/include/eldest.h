/* eldest: exact values of positions of two-player games, for C and C++.
 *
 * docs/c.md is the introduction. Made by cbindgen from bindings/c/src; to make it anew:
 * cargo run --manifest-path bindings/c/header/Cargo.toml
 *
 * - Functions return ELDEST_OK or another code; eldest_last_error has the message of the last
 *   failure on the thread. Functions that return a text return null instead.
 * - Structs begin with their size. Set it, and all fields that are not used to zero.
 * - A null pointer is an error, unless the comment permits it.
 * - Each handle (eldest_engine, eldest_report, ...) is freed once, by its function eldest_..._free.
 *   Using it afterwards, or freeing it twice, is undefined behaviour.
 * - Texts are UTF-8 and end with a zero. Numbers of seconds are real.
 */

#ifndef ELDEST_H
#define ELDEST_H

#include <stddef.h>
#include <stdint.h>

/* The version of the interface that this header declares. A later version with this number only
 * adds functions, codes, and fields at the end of structs. */
#define ELDEST_ABI_VERSION 1

/* The call succeeded. */
#define ELDEST_OK 0

/* No shipped game has the name, or not this variant. */
#define ELDEST_BAD_GAME 1

/* A text or a state is not a position of the game. */
#define ELDEST_BAD_POSITION 2

/* A text is not a legal move of the position. */
#define ELDEST_BAD_MOVE 3

/* An option or a limit is invalid. */
#define ELDEST_BAD_OPTION 4

/* The search cannot begin, or was ended by an error of its own: no cap on plies, no memory, no
 * thread. */
#define ELDEST_SEARCH_FAILED 5

/* The rules of a game break a promise. */
#define ELDEST_BROKEN_CONTRACT 6

/* A callback returned a code other than `ELDEST_OK`. */
#define ELDEST_CALLBACK_FAILED 7

/* The library panicked: an error in it. */
#define ELDEST_PANICKED 8

/* The engine is searching, so that it cannot begin another search. */
#define ELDEST_BUSY 9

/* A file or a directory cannot be read or written. */
#define ELDEST_FILE 10

/* The game does not support the call. */
#define ELDEST_UNSUPPORTED 11

/* A claim is false, or a file does not prove what it claims. */
#define ELDEST_FALSE 12

/* A limit or a stop ended a call that has no partial result. */
#define ELDEST_UNFINISHED 13

/* A pointer is null that must not be. */
#define ELDEST_NULL_POINTER 101

/* The field `size` of a struct is not that of a version, or fields are set that this version of
 * the library does not know. */
#define ELDEST_BAD_SIZE 102

/* A text is not UTF-8. */
#define ELDEST_BAD_TEXT 103

/* The header and the library have different versions of the interface. */
#define ELDEST_BAD_ABI 104

/* The time is over, and the search is not. */
#define ELDEST_TIMEOUT 105

/* There are no more reports. */
#define ELDEST_END 106

/* There is no element with this index. */
#define ELDEST_BAD_INDEX 107

/* The call would wait for what waits for the callback that makes it. */
#define ELDEST_IN_CALLBACK 108

/* A depth: to the end of the game. */
#define ELDEST_TO_END 4294967295

/* A reason why a search ended: the depth is reached, or the question is answered. */
#define ELDEST_COMPLETE 0

/* A reason why a search ended: the value is that of the game itself. */
#define ELDEST_PROVED 1

/* A reason why a search ended: the most nodes. */
#define ELDEST_NODES 2

/* A reason why a search ended: the most seconds. */
#define ELDEST_TIME 3

/* A reason why a search ended: it was stopped. */
#define ELDEST_STOPPED 4

/* A reason why a search ended: the cap on plies. */
#define ELDEST_TOO_DEEP 5

/* A reason why a search ended: a game is longer than its rules declare. */
#define ELDEST_BEYOND_PLIES_LEFT 6

/* Why a search ended: it has not, this is the report of an iteration. */
#define ELDEST_RUNNING 7

/* A number of seconds: for ever. */
#define ELDEST_FOREVER -1.0

/* A flag of `eldest_rules`: values depend on how a position was reached, in a way that the key does
 * not express. Reports then call no value proved or exact, and `eldest_certify` fails. */
#define ELDEST_PATH_DEPENDENT 1

/* A flag of `eldest_rules`: the game is scored in points, and `least_value` and `greatest_value` are
 * set. */
#define ELDEST_HAS_RANGE 2

/* A flag of `eldest_rules`: positions may repeat, and a play without end is worth `endless`. */
#define ELDEST_HAS_ENDLESS 4

/* The score of a game that is won. A win in n plies is `ELDEST_WIN - n`. */
#define ELDEST_WIN 8000000

/* The score of a game that is lost. A loss in n plies is `ELDEST_LOSS + n`. */
#define ELDEST_LOSS -8000000

/* The largest number of points; the least is its negative. */
#define ELDEST_MAX_POINTS 4000000

/* No score: what `over` finds in its `score`, and leaves there while the game goes on. */
#define ELDEST_NO_SCORE -2147483648

/* No bound on the plies left: what `plies_left` finds in its `plies`. */
#define ELDEST_NO_PLIES 4294967295

/* A claim of a certificate: the value for the side to move is at least a bound. */
#define ELDEST_AT_LEAST 1

/* A claim of a certificate: the value for the side to move is at most a bound. */
#define ELDEST_AT_MOST -1

/* The open files of a database. Several threads may use it at the same time. */
typedef struct eldest_database eldest_database;

/* An engine: a game with a table and threads. It searches one position at a time, or many of
 * `eldest_solve_many`; a call during a search fails with `ELDEST_BUSY`. Several threads may call
 * functions with it at the same time. */
typedef struct eldest_engine eldest_engine;

/* A search in the background. Several threads may call functions with it at the same time, except
 * for `eldest_handle_free`. */
typedef struct eldest_handle eldest_handle;

/* The list that a callback adds moves to with `eldest_push`. It lives as long as the call of the
 * callback. */
typedef struct eldest_moves eldest_moves;

/* A position of the game of an engine, with its legal moves. One thread uses it at a time. */
typedef struct eldest_position eldest_position;

/* What certificates prove, which were checked. Several threads may use it at the same time. */
typedef struct eldest_proof eldest_proof;

/* The result of a search, or of an iteration. It owns all texts that functions return for it, and
 * does not change: several threads may read it. */
typedef struct eldest_report eldest_report;

/* The reports of many positions, in their order. One thread uses it at a time. */
typedef struct eldest_reports eldest_reports;

/* The settings of a new engine. Set `size` to `sizeof(eldest_options)` and all fields that are not
 * used to zero. Everything that it points to is copied. */
typedef struct eldest_options {
  /* `sizeof(eldest_options)`. */
  size_t size;
  /* The number of threads, at most 4,096; 0 for 1, `UINT32_MAX` for all cores. */
  uint32_t threads;
  /* The plies of the longest game, where the rules give no bound; 0 if they do. Searches to the
   * end of a game without a bound need it. */
  uint32_t max_ply;
  /* The memory for the table, in MiB; 0 for 64. */
  uint64_t table_mib;
  /* How threads share a search, as `--algorithm` of the program: "ybw", "abdada", "lazy-smp" and
   * others; null for "ybw". */
  const char *algorithm;
  /* A directory with a database of the game: a search ends where the database knows the value.
   * Null for none. */
  const char *database;
  /* Another evaluator of the game, such as "pesto" for chess; null for the usual one. */
  const char *evaluator;
  /* 1 if searches to a depth leave out moves that hardly ever matter. Their values are not exact. */
  int32_t selective;
  /* Zero. */
  uint32_t reserved;
} eldest_options;

/* The rules of a game, as callbacks. Set `size` to `sizeof(eldest_rules)` and all fields that are
 * not used to zero.
 *
 * Each callback gets `user`, and returns `ELDEST_OK`, or any other number to end the search, which
 * then fails with `ELDEST_CALLBACK_FAILED`. `eldest_fail` adds a message. A position is a block of
 * `position_size` bytes, aligned to 16, in memory of the library.
 *
 * Threads: several threads call callbacks at the same time, those of the engine and those that call
 * functions of the library. No two of them use the same position at the same time. So a callback
 * may write to the position that it is given to write to, and must not write to anything else, such
 * as what `user` points to, without a lock.
 *
 * A callback must not throw an exception, and must not be left by `longjmp`. It may stop the search
 * that calls it. It must not wait for that search: `eldest_handle_wait` and `eldest_reports_next`
 * fail with `ELDEST_IN_CALLBACK`, and another search on the engine with `ELDEST_BUSY`. */
typedef struct eldest_rules {
  /* `sizeof(eldest_rules)`. */
  size_t size;
  /* The bytes of a position, 1 to 65,536. */
  size_t position_size;
  /* Passed to every callback. It is in use until `drop_user` is called. */
  void *user;
  /* The name of the game; null for "game". Copied. */
  const char *name;
  /* The position at the start, of `position_size` bytes; null if there is none. Copied. */
  const void *start;
  /* The sum of flags, such as `ELDEST_HAS_RANGE`. */
  uint32_t flags;
  /* The bits of a key, 1 to 64, if different positions never have the same key; 0 for a hash. */
  uint32_t key_bits;
  /* The plies of the longest game; 0 if unknown. A search to the end needs it, or `plies_left`. */
  uint32_t max_ply;
  /* The step of the grid of values, which begins at `least_value`; 0 if nothing is known. */
  uint32_t granularity;
  /* The least value of any position for either side, with `ELDEST_HAS_RANGE`. */
  int32_t least_value;
  /* The greatest value of any position for either side, with `ELDEST_HAS_RANGE`. */
  int32_t greatest_value;
  /* The worth of a play without end for the first player, with `ELDEST_HAS_ENDLESS`. */
  int32_t endless;
  /* Zero. */
  uint32_t reserved;
  /* Distinguishes variants of the rules: everything on which keys and values depend. */
  uint64_t fingerprint;
  /* Required. Writes the side to move: 0 for the player that begins the game, else 1. */
  int32_t (*side)(void *user, const void *position, int32_t *side);
  /* Required. Writes the key. Positions with equal keys must have equal values, so the side to
   * move usually belongs in it. */
  int32_t (*key)(void *user, const void *position, uint64_t *key);
  /* Required. If the game is over, writes the score for the side to move: points, `ELDEST_WIN` or
   * `ELDEST_LOSS`. */
  int32_t (*over)(void *user, const void *position, int32_t *score);
  /* Required. Adds all legal moves, at least one, with `eldest_push`. Not called where the game
   * is over. */
  int32_t (*moves)(void *user, const void *position, struct eldest_moves *moves);
  /* Required. Plays a legal move. */
  int32_t (*play)(void *user, void *position, uint64_t number);
  /* Takes back the last move played. Null: the library keeps a copy of each position before a
   * move, which is as fast for positions of a few words. */
  int32_t (*undo)(void *user, void *position, uint64_t number);
  /* Makes a copy of a position in `copy`, whose bytes are not initialised. Null: the bytes are
   * copied. Also after a copy by this callback, the library may move the bytes of a position. */
  int32_t (*copy)(void *user, const void *position, void *copy);
  /* Releases what a position owns. Called once for each copy. Null: nothing. */
  void (*release)(void *user, void *position);
  /* Releases what `user` points to: no callback is called afterwards. Called once, when the
   * engine and all its searches and positions are freed; never if `eldest_engine_of` fails. Null:
   * nothing. */
  void (*drop_user)(void *user);
  /* Writes an upper bound on the plies until the game is over; it decreases with every move. */
  int32_t (*plies_left)(void *user, const void *position, uint32_t *plies);
  /* Writes bounds on the value, found without a search, where there are any; the score twice if
   * the game is over. Called instead of `over` in searches to the end. */
  int32_t (*bounds)(void *user, const void *position, int32_t *lower, int32_t *upper);
  /* Writes bounds that decide every window that `bounds` decide, for the window from `alpha` to
   * `beta`. Null: `bounds`. */
  int32_t (*bounds_for)(void *user,
                        const void *position,
                        int32_t alpha,
                        int32_t beta,
                        int32_t *lower,
                        int32_t *upper);
  /* Adds legal moves that contain a best one, for searches to the end. Null: all. */
  int32_t (*relevant_moves)(void *user, const void *position, struct eldest_moves *moves);
  /* Writes a small name for a legal move, from 1 on, under which the table and the ordering of
   * moves remember it; 0 for none. Moves of one position should have different codes, those of
   * similar positions the same. Null: the number of the move plus 1. */
  int32_t (*move_code)(void *user, const void *position, uint64_t number, uint16_t *code);
  /* Writes the key after a legal move, if computing it is cheaper than playing the move. Null: it
   * is not. */
  int32_t (*key_after)(void *user, const void *position, uint64_t number, uint64_t *key);
  /* For games scored in points: writes the points of the side to move so far, less those of its
   * opponent. Leave them out of the key then. Null: for all other games. */
  int32_t (*taken)(void *user, const void *position, int32_t *points);
  /* Judges a position at the horizon, for the side to move, in points. Null: what is `taken`, or
   * else all are even. */
  int32_t (*evaluate)(void *user, const void *position, int32_t *score);
  /* Writes the text of a legal move, which ends with a zero, into at most `capacity` bytes. Null:
   * its number. */
  int32_t (*move_text)(void *user,
                       const void *position,
                       uint64_t number,
                       char *text,
                       size_t capacity);
  /* Writes the text of a position likewise. Null: positions have no text. */
  int32_t (*text)(void *user, const void *position, char *text, size_t capacity);
  /* Reads a position: initialises `position`. Returns `ELDEST_BAD_POSITION` if the text is none,
   * and then leaves nothing to release. Null: positions cannot be read. */
  int32_t (*parse)(void *user, const char *text, void *position);
} eldest_rules;

/* What is searched, and how far. Set `size` to `sizeof(eldest_query)` and all fields that are not
 * used to zero. One of `text`, `state` and `position` is set, or none for the position at the start
 * of the game. Everything that they point to is copied, except for `user`. */
typedef struct eldest_query {
  /* `sizeof(eldest_query)`. */
  size_t size;
  /* A position as the program `eldest` writes it. */
  const char *text;
  /* A position of a game by callbacks, of `position_size` bytes. */
  const void *state;
  /* A position of the game of the engine. */
  const struct eldest_position *position;
  /* The most plies; 0 for no limit. A search to the end ignores it. */
  uint32_t depth;
  /* The number of moves with exact values; 0 and 1 for the best move, `UINT32_MAX` for all. */
  uint32_t multi_pv;
  /* The most nodes; 0 for no limit. */
  uint64_t nodes;
  /* The most seconds; 0 for no limit. */
  double seconds;
  /* The seconds after which no iteration begins; 0 for no limit. */
  double soft_seconds;
  /* Whether to find a line of best play even where that costs another pass: 1 for yes, -1 for no,
   * 0 for the default: not in a search to the end. */
  int32_t line;
  /* 1 to test only whether the value is at least `least`, which is cheaper than finding it. */
  int32_t decides;
  /* See `decides`. */
  int32_t least;
  /* Zero. */
  uint32_t reserved;
  /* The texts of the only moves that are searched first; null for all. */
  const char *const *root_moves;
  /* The number of `root_moves`. */
  size_t root_move_count;
  /* Called after each iteration of `eldest_search` and `eldest_start`, with a report that lives
   * as long as the call, on a thread of the engine: one call at a time for each search. Any other
   * number than `ELDEST_OK` ends the search, which fails with `ELDEST_CALLBACK_FAILED`. It may
   * stop its search and free the handle, but not wait (`ELDEST_IN_CALLBACK`). Null: nothing. */
  int32_t (*on_iteration)(void *user, const struct eldest_report *report);
  /* Passed to `on_iteration`. It is in use until the search is freed or has returned. */
  void *user;
} eldest_query;

/* What a report has. Set `size` to `sizeof(eldest_result)`. Texts live as long as the report. */
typedef struct eldest_result {
  /* `sizeof(eldest_result)`. */
  size_t size;
  /* The value as a text: a number, "W5" for a win in 5 plies, "L4" for a loss in 4, or bounds, as
   * in "[-3,5]". */
  const char *value_text;
  /* The text of the best move; null if there is none, because the game is over or a database
   * knows the value. */
  const char *best_move;
  /* The number of the best move: for a game by callbacks, the one that it handed out; else its
   * index among the legal moves. */
  uint64_t best_number;
  /* 1 if the bounds are equal, and the search has completed an iteration: they are the value. */
  int32_t has_value;
  /* The value is at least this, for the side to move. */
  int32_t lower;
  /* The value is at most this, for the side to move. */
  int32_t upper;
  /* 1 if the value is that of the game itself. */
  int32_t proved;
  /* 1 if the value is exactly that of minimax. */
  int32_t exact;
  /* Why the search ended, such as `ELDEST_COMPLETE`. */
  int32_t stop_reason;
  /* The depth of the last completed iteration, in plies; 0 if there is none, `ELDEST_TO_END` if
   * it went to the end of the game. */
  uint32_t depth;
  /* How full the table is, in thousandths. */
  uint32_t hashfull;
  /* Nodes visited. */
  uint64_t nodes;
  /* Seconds taken. */
  double seconds;
  /* The moves in the line of best play. */
  size_t line_length;
  /* The moves at the root. */
  size_t move_count;
  /* 1 if the line ends with the end of the game, or where its value is known. */
  int32_t is_line_complete;
  /* Zero. */
  int32_t reserved;
} eldest_result;

/* What a report has about a move at the root. Set `size` to `sizeof(eldest_move_result)`. Texts
 * live as long as the report. */
typedef struct eldest_move_result {
  /* `sizeof(eldest_move_result)`. */
  size_t size;
  /* The text of the move. */
  const char *text;
  /* The value after it, as a text. */
  const char *value_text;
  /* The number of the move, as `best_number`. */
  uint64_t number;
  /* Nodes spent on it. */
  uint64_t nodes;
  /* The moves in the line that begins with it. */
  size_t line_length;
  /* The value after it is at least this, for the side to move at the root. */
  int32_t lower;
  /* The value after it is at most this, for the side to move at the root. */
  int32_t upper;
  /* The depth of the search that found it, in plies; 0 if it was not searched, `ELDEST_TO_END` if
   * to the end of the game. */
  uint32_t depth;
  /* Zero. */
  uint32_t reserved;
} eldest_move_result;

/* The progress of a search. Set `size` to `sizeof(eldest_progress)`. */
typedef struct eldest_progress {
  /* `sizeof(eldest_progress)`. */
  size_t size;
  /* Nodes so far. */
  uint64_t nodes;
  /* Seconds so far. */
  double seconds;
  /* How full the table is, in thousandths. */
  uint32_t hashfull;
  /* 1 if the search has ended. */
  int32_t is_finished;
} eldest_progress;

/* What `eldest_conformance` has checked. Set `size` to `sizeof(eldest_checks)`. */
typedef struct eldest_checks {
  /* `sizeof(eldest_checks)`. */
  size_t size;
  /* The positions that were checked. */
  uint64_t positions;
  /* The random games that were played. */
  uint64_t games;
  /* The plies of the longest. */
  uint64_t longest;
  /* The positions whose value was found by minimax, and compared with bounds and keys. */
  uint64_t solved;
  /* The positions with the key of an earlier one, which were compared. */
  uint64_t repeated_keys;
  /* How often a game came back to an earlier position. Above 0, the game has cycles. */
  uint64_t repetitions;
  /* The reasons not to rely on the verdict: `eldest_last_error` has them, if there are any. */
  uint64_t doubts;
} eldest_checks;

/* What is built. Set `size` to `sizeof(eldest_build)` and all fields that are not used to zero. */
typedef struct eldest_build {
  /* `sizeof(eldest_build)`. */
  size_t size;
  /* Names of slices, such as "KRvK"; those that their moves lead to are added. Null for all
   * slices of the game, or those of `men`. */
  const char *const *slices;
  /* The number of `slices`. */
  size_t slice_count;
  /* All slices with at most this many men, for games that count them; 0 for none. */
  uint32_t men;
  /* The number of threads, at most 4,096; 0 for 1, `UINT32_MAX` for all cores. */
  uint32_t threads;
  /* The most memory, in MiB; 0 for 1,024. */
  uint64_t memory_mib;
  /* Called from time to time, on any thread, one call at a time: the name of the slice, what is
   * done with it, and how much of how much is done; `all` is 0 if unknown. Any other number than
   * `ELDEST_OK` ends the call, which fails with `ELDEST_CALLBACK_FAILED`. Null: nothing. */
  int32_t (*on_progress)(void *user,
                         const char *slice,
                         const char *task,
                         uint64_t done,
                         uint64_t all);
  /* Passed to `on_progress`. */
  void *user;
} eldest_build;

/* A value that a database knows, or certificates prove. Set `size` to `sizeof(eldest_value)`. */
typedef struct eldest_value {
  /* `sizeof(eldest_value)`. */
  size_t size;
  /* 1 if the value is known, or bounds on it; else all that follows is zero. */
  int32_t is_known;
  /* The value is at least this, for the side to move. */
  int32_t lower;
  /* The value is at most this, for the side to move. */
  int32_t upper;
  /* Zero. */
  int32_t reserved;
} eldest_value;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* Returns the version of the interface of this library. */
uint32_t eldest_abi_version(void);

/* Returns the version of the library, as in "0.1.0". */
const char *eldest_version(void);

/* Checks that a program was compiled with the header of this library: call it first, with
 * `ELDEST_ABI_VERSION`.
 *
 * Errors: `ELDEST_BAD_ABI`. */
int32_t eldest_check_abi(uint32_t version);

/* Returns the name of a code, as in "ELDEST_BUSY"; "unknown code" for any other number. */
const char *eldest_code_name(int32_t code);

/* Returns the message of the last call on this thread that failed; empty if none did. It lives
 * until another call on this thread fails. */
const char *eldest_last_error(void);

/* Returns what the callback returned, if the last call on this thread that failed did so with
 * `ELDEST_CALLBACK_FAILED`; else 0. */
int32_t eldest_last_callback_code(void);

/* For callbacks: keeps a message for the error that the callback is about to return, and returns
 * `ELDEST_CALLBACK_FAILED`. A callback may also return a number of its own after this.
 *
 * Errors: `ELDEST_NULL_POINTER` and `ELDEST_BAD_TEXT`, which end the search as well. */
int32_t eldest_fail(const char *message);

/* Creates an engine for a shipped game by its name and variant, as in "connect4" and
 * "connect4:6x5". `options` is null for the defaults.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_GAME`,
 * `ELDEST_BAD_OPTION`, `ELDEST_SEARCH_FAILED` if there is not enough memory, `ELDEST_FILE` and
 * `ELDEST_UNSUPPORTED` if the database cannot be used. Then `*engine` is null. */
int32_t eldest_engine_open(const char *game,
                           const struct eldest_options *options,
                           struct eldest_engine **engine);

/* Creates an engine for a game by callbacks. `options` is null for the defaults.
 *
 * Errors: as `eldest_engine_open`; `ELDEST_NULL_POINTER` also if a required callback is null. */
int32_t eldest_engine_of(const struct eldest_rules *rules,
                         const struct eldest_options *options,
                         struct eldest_engine **engine);

/* Solves a position: finds its value to the end of the game. If a limit ends the search, the bounds
 * in the report are proved all the same. `on_iteration` is not called.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_OPTION`,
 * `ELDEST_BAD_POSITION`, `ELDEST_BAD_MOVE` for root moves, `ELDEST_BUSY`, `ELDEST_SEARCH_FAILED`,
 * `ELDEST_BROKEN_CONTRACT`, `ELDEST_CALLBACK_FAILED`, `ELDEST_UNSUPPORTED` for a state of a shipped
 * game. Then `*report` is null. */
int32_t eldest_solve(const struct eldest_engine *engine,
                     const struct eldest_query *query,
                     struct eldest_report **report);

/* Searches a position deeper and deeper, until a limit is reached or the value is proved, and calls
 * `on_iteration` after each iteration.
 *
 * Errors: as `eldest_solve`. */
int32_t eldest_search(const struct eldest_engine *engine,
                      const struct eldest_query *query,
                      struct eldest_report **report);

/* Forgets all that earlier searches of the engine have found.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BUSY`. */
int32_t eldest_engine_clear(const struct eldest_engine *engine);

/* Frees an engine. Does nothing for null. Searches and positions of the engine live on. The engine
 * must not be used any more, nor be in use by a call of another thread; freeing it twice is
 * undefined behaviour. */
void eldest_engine_free(struct eldest_engine *engine);

/* Writes what a report has to `result`.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`. */
int32_t eldest_report_result(const struct eldest_report *report, struct eldest_result *result);

/* Writes what a report has about the move at `index` to `result`. The best move has index 0.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_INDEX`. */
int32_t eldest_report_move(const struct eldest_report *report,
                           size_t index,
                           struct eldest_move_result *result);

/* Returns the text of the move at `index` of the line of best play, and writes its number to
 * `number`, unless that is null. Returns null after an error.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_INDEX`. */
const char *eldest_report_line(const struct eldest_report *report, size_t index, uint64_t *number);

/* Returns the text of the move at `index` of the line that begins with the move at `root_move`, as
 * `eldest_report_line`.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_INDEX`. */
const char *eldest_report_move_line(const struct eldest_report *report,
                                    size_t root_move,
                                    size_t index,
                                    uint64_t *number);

/* Frees a report, with all texts that were returned for it. Does nothing for null. The report must
 * not be used any more; freeing it twice is undefined behaviour. The report of an iteration is not
 * to be freed. */
void eldest_report_free(struct eldest_report *report);

/* Begins to search a position in the background, as `eldest_search`.
 *
 * Errors: as `eldest_solve`, except for those that occur during the search, which `eldest_handle_wait`
 * returns. Then `*search` is null. */
int32_t eldest_start(const struct eldest_engine *engine,
                     const struct eldest_query *query,
                     struct eldest_handle **search);

/* Begins to solve a position in the background, as `eldest_solve`.
 *
 * Errors: as `eldest_start`. */
int32_t eldest_start_solve(const struct eldest_engine *engine,
                           const struct eldest_query *query,
                           struct eldest_handle **search);

/* Stops a search, from any thread, callbacks too. It ends at once, or when the callbacks return
 * that it is calling, and its report has what it has found.
 *
 * Errors: `ELDEST_NULL_POINTER`. */
int32_t eldest_handle_stop(const struct eldest_handle *search);

/* Waits for the end of a search, `seconds` at most, or for ever with `ELDEST_FOREVER`. Each call
 * after the end makes a report, to be freed.
 *
 * Errors: `ELDEST_TIMEOUT` if the search goes on, `ELDEST_NULL_POINTER`, `ELDEST_BAD_OPTION` for
 * `seconds`, `ELDEST_IN_CALLBACK` from a callback of the search or of its rules, or of a search that
 * it waits for, and those that ended the search, as for `eldest_solve`. Then `*report` is null. */
int32_t eldest_handle_wait(const struct eldest_handle *search,
                           double seconds,
                           struct eldest_report **report);

/* Writes the progress of a search, or that at its end, to `progress`.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`. */
int32_t eldest_handle_progress(const struct eldest_handle *search,
                               struct eldest_progress *progress);

/* Stops a search, waits for its end, and frees it: afterwards none of its callbacks runs. It does
 * not wait where `eldest_handle_wait` fails with `ELDEST_IN_CALLBACK`. Does nothing for null.
 * Freeing it twice is undefined behaviour. */
void eldest_handle_free(struct eldest_handle *search);

/* Begins to solve `count` positions side by side on the threads of the engine, which is busy until
 * the last report has been taken, or the reports are freed. Their texts are copied. The limits of
 * `query` apply to each position; its own position must not be set.
 *
 * Errors: as `eldest_start`. A text that is not a position is an error of its own report. */
int32_t eldest_solve_many(const struct eldest_engine *engine,
                          const struct eldest_query *query,
                          const char *const *positions,
                          size_t count,
                          struct eldest_reports **reports);

/* As `eldest_solve_many`, for a game by callbacks: `states` points to `count` positions, one after
 * the other, each of `position_size` bytes. They are copied.
 *
 * Errors: as `eldest_start`; `ELDEST_UNSUPPORTED` for a shipped game. */
int32_t eldest_solve_many_states(const struct eldest_engine *engine,
                                 const struct eldest_query *query,
                                 const void *states,
                                 size_t count,
                                 struct eldest_reports **reports);

/* Waits for the next report, `seconds` at most, or for ever with `ELDEST_FOREVER`.
 *
 * Errors: `ELDEST_END` after the last, `ELDEST_TIMEOUT` if the next is not known yet,
 * `ELDEST_NULL_POINTER`, `ELDEST_BAD_OPTION` for `seconds`, `ELDEST_IN_CALLBACK` as for
 * `eldest_handle_wait`. Any other error is that of the next position, as for `eldest_solve`; the call
 * after it goes on. Then `*report` is null. */
int32_t eldest_reports_next(struct eldest_reports *reports,
                            double seconds,
                            struct eldest_report **report);

/* Stops all searches, and frees the reports that were not taken. Does nothing for null. Freeing
 * them twice is undefined behaviour. */
void eldest_reports_free(struct eldest_reports *reports);

/* Creates the position of a query, of which all other fields are ignored.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_OPTION`,
 * `ELDEST_BAD_POSITION`, `ELDEST_CALLBACK_FAILED`, `ELDEST_UNSUPPORTED` for a state of a shipped
 * game. Then `*position` is null. */
int32_t eldest_position_of(const struct eldest_engine *engine,
                           const struct eldest_query *query,
                           struct eldest_position **position);

/* Plays a legal move, by its text. Texts that were returned for the position are freed.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_MOVE`, `ELDEST_CALLBACK_FAILED`.
 * Then the position has not changed. */
int32_t eldest_position_play(struct eldest_position *position, const char *mv);

/* Writes the side to move, 0 for the player that begins the game, and the score for it if the game
 * is over, else `ELDEST_NO_SCORE`. Either may be null.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_CALLBACK_FAILED`. */
int32_t eldest_position_state(const struct eldest_position *position,
                              int32_t *side,
                              int32_t *score);

/* Returns the text of the legal move at `index`, and writes its number to `number`, unless that is
 * null. Returns null after an error: `ELDEST_BAD_INDEX` after the last move.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_INDEX`. */
const char *eldest_position_move(const struct eldest_position *position,
                                 size_t index,
                                 uint64_t *number);

/* Returns the number of legal moves; 0 if the game is over, or for null. */
size_t eldest_position_move_count(const struct eldest_position *position);

/* Returns the text of a position; empty if positions of the game have none; null for null. */
const char *eldest_position_text(const struct eldest_position *position);

/* Returns a drawing of a position in several lines; null for null. */
const char *eldest_position_drawing(const struct eldest_position *position);

/* Frees a position, with all texts that were returned for it. Does nothing for null. Freeing it
 * twice is undefined behaviour. */
void eldest_position_free(struct eldest_position *position);

/* Adds a move with its rank to a list: moves of a higher rank are searched first. Ranks change no
 * value; those beyond ±1,000,000 count as that.
 *
 * Errors: `ELDEST_NULL_POINTER`. */
int32_t eldest_push(struct eldest_moves *moves, uint64_t number, int32_t rank);

/* Checks the rules of a game by callbacks at about `positions` positions, 0 for 2,000: every promise
 * on which a search relies, such as that `undo` restores the position. `start` is a position, or
 * null for the one at the start. Call it in a test before anything else. `checks` may be null.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BROKEN_CONTRACT` with the broken promise
 * and the moves that lead there, `ELDEST_CALLBACK_FAILED`, `ELDEST_UNSUPPORTED` for a shipped game. */
int32_t eldest_conformance(const struct eldest_engine *engine,
                           const void *start,
                           uint32_t positions,
                           struct eldest_checks *checks);

/* Counts the games of exactly `plies` moves from the position of a query: "perft", the customary way
 * to compare two implementations of rules. Games that end sooner do not count. There are at most
 * 65,000 `plies`.
 *
 * Errors: as `eldest_position_of`. */
int32_t eldest_perft(const struct eldest_engine *engine,
                     const struct eldest_query *query,
                     uint32_t plies,
                     uint64_t *count);

/* Builds a database of a shipped game in `directory`. Files that are complete already are not built
 * again. Without a `build`, all slices are built. To stop it, let `on_progress` return a number other
 * than `ELDEST_OK`; a later call builds the slices that are not complete.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_GAME`,
 * `ELDEST_BAD_OPTION`, `ELDEST_UNSUPPORTED` for a game without databases, `ELDEST_FILE`,
 * `ELDEST_CALLBACK_FAILED`. */
int32_t eldest_database_build(const char *game,
                              const char *directory,
                              const struct eldest_build *build);

/* Opens all files of a database of a shipped game in `directory`.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_GAME`, `ELDEST_UNSUPPORTED` for a
 * game without databases, `ELDEST_FILE` if there are none, or one is damaged. Then `*database` is
 * null. */
int32_t eldest_database_open(const char *game,
                             const char *directory,
                             struct eldest_database **database);

/* Writes what a database knows about a position, as the program writes it, to `value`.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_POSITION`. */
int32_t eldest_database_probe(const struct eldest_database *database,
                              const char *position,
                              struct eldest_value *value);

/* As `eldest_database_probe`, for a position of the same game.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_POSITION` for another game. */
int32_t eldest_database_probe_position(const struct eldest_database *database,
                                       const struct eldest_position *position,
                                       struct eldest_value *value);

/* Closes a database. Does nothing for null. Freeing it twice is undefined behaviour. */
void eldest_database_free(struct eldest_database *database);

/* Proves that the value of a position is at least or at most `bound`, and writes the proof to the
 * file `certificate`, which is replaced only by a complete proof. `claim` is `ELDEST_AT_LEAST` or
 * `ELDEST_AT_MOST`. The limits apply to each search.
 *
 * Errors: as `eldest_solve`, `ELDEST_FALSE` if the claim is false, `ELDEST_UNFINISHED` if a limit
 * ended it, `ELDEST_UNSUPPORTED` for games without certificates, `ELDEST_FILE`. */
int32_t eldest_certify(const struct eldest_engine *engine,
                       const struct eldest_query *query,
                       int32_t claim,
                       int32_t bound,
                       const char *certificate);

/* Checks `count` certificates about one position by the rules alone: a proof needs no trust in the
 * search. `engine` is that of a game by callbacks; null for the shipped game that the first file
 * names.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_OPTION` without a file,
 * `ELDEST_FALSE` if a file proves nothing, `ELDEST_FILE`, `ELDEST_BAD_GAME`. Then `*proof` is null. */
int32_t eldest_check(const struct eldest_engine *engine,
                     const char *const *certificates,
                     size_t count,
                     struct eldest_proof **proof);

/* Returns the name of the game of a proof; null for null. It lives as long as the proof. */
const char *eldest_proof_game(const struct eldest_proof *proof);

/* Returns the text of the position of a proof; null for null. It lives as long as the proof. */
const char *eldest_proof_position(const struct eldest_proof *proof);

/* Writes the bounds that are proved to `value`, for the player that begins the game.
 *
 * Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`. */
int32_t eldest_proof_value(const struct eldest_proof *proof, struct eldest_value *value);

/* Frees a proof. Does nothing for null. Freeing it twice is undefined behaviour. */
void eldest_proof_free(struct eldest_proof *proof);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ELDEST_H */
