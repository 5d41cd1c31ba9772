// isthmus/bootstrap/manager/memory_manager.hpp: a manager in memory, for tests.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/bootstrap/manager/manager.hpp"

namespace isthmus::engine::bootstrap::testing {

/// What the processes of one manager share. Any thread.
class MemoryBoard {
 public:
  explicit MemoryBoard(std::uint32_t size) : size_(size) {}
  std::uint32_t size() const { return size_; }

  Expected<std::vector<Bytes>> exchange(std::size_t round, std::uint32_t rank, Bytes mine,
                                        TimeNs timeout_ns) {
    std::unique_lock lock(mutex_);
    if (rounds_.size() <= round) rounds_.resize(round + 1, Round{std::vector<Bytes>(size_)});
    rounds_[round].values[rank] = std::move(mine);
    ++rounds_[round].count;
    changed_.notify_all();
    const auto all_came = [&] { return rounds_[round].count == size_; };
    if (changed_.wait_for(lock, std::chrono::nanoseconds(timeout_ns), all_came)) {
      return rounds_[round].values;
    }
    return fail(ErrorCode::unreachable, "not all came");
  }

 private:
  struct Round {
    std::vector<Bytes> values;
    std::uint32_t count = 0;
  };

  std::uint32_t size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Round> rounds_;
};

class MemoryManager final : public Manager {
 public:
  /// The board outlives the manager.
  MemoryManager(MemoryBoard& board, std::uint32_t rank, std::string hostname = "here")
      : board_(board), rank_(rank), hostname_(std::move(hostname)) {}

  std::uint32_t rank() const override { return rank_; }
  std::uint32_t size() const override { return board_.size(); }
  const std::string& hostname() const override { return hostname_; }
  Expected<std::vector<Bytes>> exchange(std::span<const std::byte> mine,
                                        TimeNs timeout_ns) override {
    return board_.exchange(round_++, rank_, Bytes(mine.begin(), mine.end()), timeout_ns);
  }
  void await_others(TimeNs) override {}

 private:
  MemoryBoard& board_;
  std::uint32_t rank_;
  std::string hostname_;
  std::size_t round_ = 0;
};

}  // namespace isthmus::engine::bootstrap::testing
