// A game of one's own in C++17: a class behind callbacks, owners instead of calls of free, and
// errors as exceptions, none of which crosses the library.
#include <eldest.h>

#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// Three in a row wins.
class Board {
public:
    int side() const { return stones_ % 2; }
    bool is_over() const { return is_won_ || stones_ == 9; }
    std::int32_t score() const { return is_won_ ? ELDEST_LOSS : 0; }
    unsigned left() const { return 9U - stones_; }
    bool is_empty(unsigned cell) const { return cells_.at(cell) == 0; }

    std::uint64_t key() const {
        std::uint64_t sum = 0;
        for (const auto cell : cells_)
            sum = 3 * sum + cell;
        return sum;
    }

    void play(unsigned cell) {
        if (!is_empty(cell))
            throw std::logic_error("cell " + std::to_string(cell) + " is not empty");
        cells_.at(cell) = static_cast<std::uint8_t>(1 + side());
        ++stones_;
        is_won_ = wins(cells_.at(cell));
    }

private:
    bool wins(std::uint8_t player) const {
        static constexpr unsigned lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                                 {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
        for (const auto &line : lines)
            if (cells_[line[0]] == player && cells_[line[1]] == player && cells_[line[2]] == player)
                return true;
        return false;
    }

    std::array<std::uint8_t, 9> cells_{};
    std::uint8_t stones_ = 0;
    bool is_won_ = false;
};

// Runs the body of a callback: an exception becomes an error with its message.
template <typename Body> std::int32_t guarded(Body body) noexcept {
    try {
        body();
        return ELDEST_OK;
    } catch (const std::exception &error) {
        return eldest_fail(error.what());
    } catch (...) {
        return eldest_fail("an unknown exception");
    }
}

const Board &board(const void *position) { return *static_cast<const Board *>(position); }

extern "C" {
std::int32_t side(void *, const void *position, std::int32_t *out) {
    return guarded([&] { *out = board(position).side(); });
}
std::int32_t key(void *, const void *position, std::uint64_t *out) {
    return guarded([&] { *out = board(position).key(); });
}
std::int32_t over(void *, const void *position, std::int32_t *score) {
    return guarded([&] {
        if (board(position).is_over())
            *score = board(position).score();
    });
}
std::int32_t moves(void *, const void *position, eldest_moves *out) {
    return guarded([&] {
        for (unsigned cell = 0; cell < 9; ++cell)
            if (board(position).is_empty(cell))
                eldest_push(out, cell, cell == 4 ? 1 : 0);
    });
}
std::int32_t play(void *, void *position, std::uint64_t move) {
    return guarded([&] { static_cast<Board *>(position)->play(static_cast<unsigned>(move)); });
}
std::int32_t plies_left(void *, const void *position, std::uint32_t *plies) {
    return guarded([&] { *plies = board(position).left(); });
}
}

void check(std::int32_t code) {
    if (code != ELDEST_OK)
        throw std::runtime_error(std::string(eldest_code_name(code)) + ": " + eldest_last_error());
}

struct Free {
    void operator()(eldest_engine *engine) const { eldest_engine_free(engine); }
    void operator()(eldest_report *report) const { eldest_report_free(report); }
    void operator()(eldest_reports *reports) const { eldest_reports_free(reports); }
};
template <typename Handle> using Owner = std::unique_ptr<Handle, Free>;

Owner<eldest_engine> open_engine() {
    eldest_rules rules{};
    rules.size = sizeof rules;
    rules.position_size = sizeof(Board);
    rules.side = side;
    rules.key = key;
    rules.over = over;
    rules.moves = moves;
    rules.play = play;
    rules.plies_left = plies_left;
    eldest_options options{};
    options.size = sizeof options;
    options.threads = 2;
    options.table_mib = 1;
    eldest_engine *engine = nullptr;
    check(eldest_engine_of(&rules, &options, &engine));
    return Owner<eldest_engine>(engine);
}

eldest_result result_of(const eldest_report *report) {
    eldest_result result{};
    result.size = sizeof result;
    check(eldest_report_result(report, &result));
    return result;
}

// Solves many positions side by side, and prints their values in order.
void solve_all(const eldest_engine *engine, const std::vector<Board> &boards) {
    eldest_query limits{};
    limits.size = sizeof limits;
    eldest_reports *begun = nullptr;
    check(eldest_solve_many_states(engine, &limits, boards.data(), boards.size(), &begun));
    const Owner<eldest_reports> reports(begun);
    for (;;) {
        eldest_report *next = nullptr;
        const auto code = eldest_reports_next(reports.get(), ELDEST_FOREVER, &next);
        if (code == ELDEST_END)
            break;
        check(code);
        const Owner<eldest_report> report(next);
        std::printf("%s ", result_of(report.get()).value_text);
    }
    std::printf("\n");
}

void run() {
    check(eldest_check_abi(ELDEST_ABI_VERSION));
    const auto engine = open_engine();
    const Board start;
    check(eldest_conformance(engine.get(), &start, 0, nullptr));
    std::vector<Board> boards;
    for (unsigned first = 0; first < 9; ++first)
        for (unsigned second = 0; second < 9; ++second)
            if (first != second) {
                boards.push_back(start);
                boards.back().play(first);
                boards.back().play(second);
            }
    solve_all(engine.get(), boards);
}

} // namespace

int main() {
    try {
        run();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
