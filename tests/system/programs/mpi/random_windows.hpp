// tests/system/programs/mpi/random_windows.hpp: random one-sided operations.
// In every kind of epoch.
#pragma once

#include <cstddef>
#include <vector>

#include "random_draws.hpp"

class RandomWindow {
 public:
  explicit RandomWindow(MPI_Comm all)
      : members_(all),
        kind_(static_cast<Kind>(shared.below(3))),
        epochs_(shared.below(4)),
        rounds_(1 + shared.below(4)),
        words_(members_.count + words_behind) {
    const MPI_Aint bytes = words_ * static_cast<MPI_Aint>(sizeof(int));
    if (kind_ == Kind::allocated) {
      MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, all, &memory_, &window_);
    } else {
      MPI_Alloc_mem(bytes, MPI_INFO_NULL, &memory_);
      if (kind_ == Kind::made) {
        MPI_Win_create(memory_, bytes, sizeof(int), MPI_INFO_NULL, all, &window_);
      } else {
        MPI_Win_create_dynamic(MPI_INFO_NULL, all, &window_);
        MPI_Win_attach(window_, memory_, bytes);
      }
    }
    for (int i = 0; i < words_; ++i) memory_[i] = 0;
    MPI_Aint begin = 0;
    if (kind_ == Kind::dynamic) MPI_Get_address(memory_, &begin);
    begins_.resize(static_cast<std::size_t>(members_.count));
    MPI_Allgather(&begin, 1, MPI_AINT, begins_.data(), 1, MPI_AINT, all);
  }
  ~RandomWindow() {
    if (kind_ == Kind::dynamic) {
      MPI_Barrier(members_.all);
      MPI_Win_detach(window_, memory_);
    }
    MPI_Win_free(&window_);
    if (kind_ != Kind::allocated) MPI_Free_mem(memory_);
  }
  RandomWindow(const RandomWindow&) = delete;
  RandomWindow& operator=(const RandomWindow&) = delete;

  void run() {
    if (epochs_ == 0) fences();
    if (epochs_ == 1) locks();
    if (epochs_ == 2) lock_of_all();
    if (epochs_ == 3) posts();
  }

 private:
  enum class Kind { allocated, made, dynamic };
  // Behind a word of each member.
  static constexpr int tickets = 0, counted = 1, added = 2, first = 3, words_behind = 4;

  MPI_Aint place(int member, int word) const {
    return kind_ == Kind::dynamic ? begins_[static_cast<std::size_t>(member)] +
                                        word * static_cast<MPI_Aint>(sizeof(int))
                                  : word;
  }
  MPI_Aint behind(int member, int word) const { return place(member, members_.count + word); }
  static int put(int from, int to, int round) { return from * 100 + to + round; }

  void fences() {
    const int count = members_.count, next = (members_.rank + 1) % count, one = 1;
    std::vector<int> given(static_cast<std::size_t>(count)), got(given.size());
    MPI_Win_fence(0, window_);
    for (int round = 0; round < rounds_; ++round) {
      for (int to = 0; to < count; ++to) {
        int& word = given[static_cast<std::size_t>(to)] = put(members_.rank, to, round);
        MPI_Put(&word, 1, MPI_INT, to, place(to, members_.rank), 1, MPI_INT, window_);
        MPI_Accumulate(&one, 1, MPI_INT, to, behind(to, added), 1, MPI_INT, MPI_SUM, window_);
      }
      MPI_Win_fence(0, window_);
      for (int from = 0; from < count; ++from) {
        CHECK(memory_[from] == put(from, members_.rank, round));
      }
      CHECK(memory_[count + added] == count * (round + 1));
      MPI_Win_fence(0, window_);
      for (int of = 0; of < count; ++of) {
        MPI_Get(&got[static_cast<std::size_t>(of)], 1, MPI_INT, of, place(of, next), 1, MPI_INT,
                window_);
      }
      MPI_Win_fence(0, window_);
      for (int of = 0; of < count; ++of) {
        CHECK(got[static_cast<std::size_t>(of)] == put(next, of, round));
      }
    }
    MPI_Win_fence(0, window_);
  }

  void locks() {
    const int all = members_.count * rounds_, one = 1;
    for (int round = 0; round < rounds_; ++round) {
      const int to = own.below(members_.count);
      int ticket = -1;
      MPI_Win_lock(own.one_in(2) ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, to, 0, window_);
      MPI_Fetch_and_op(&one, &ticket, MPI_INT, to, behind(to, tickets), MPI_SUM, window_);
      MPI_Win_flush(to, window_);
      CHECK(ticket >= 0 && ticket < all);
      MPI_Accumulate(&one, 1, MPI_INT, to, behind(to, counted), 1, MPI_INT, MPI_SUM, window_);
      MPI_Win_unlock(to, window_);
    }
    MPI_Barrier(members_.all);
    MPI_Win_lock(MPI_LOCK_SHARED, members_.rank, 0, window_);
    int counts[2] = {memory_[members_.count + tickets], memory_[members_.count + counted]};
    MPI_Win_unlock(members_.rank, window_);
    MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_INT, MPI_SUM, members_.all);
    CHECK(counts[0] == all && counts[1] == all);
  }

  void lock_of_all() {
    const int one = 1, nobody = 0, me = members_.rank + 1;
    MPI_Win_lock_all(0, window_);
    for (int round = 0; round < rounds_; ++round) {
      for (int to = 0; to < members_.count; ++to) {
        MPI_Request request;
        int seen = -1, was = -1;
        MPI_Raccumulate(&one, 1, MPI_INT, to, behind(to, added), 1, MPI_INT, MPI_SUM, window_,
                        &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Get_accumulate(nullptr, 0, MPI_INT, &seen, 1, MPI_INT, to, behind(to, added), 1,
                           MPI_INT, MPI_NO_OP, window_);
        if (round == 0) {
          MPI_Compare_and_swap(&me, &nobody, &was, MPI_INT, to, behind(to, first), window_);
        }
        MPI_Win_flush(to, window_);
        CHECK(seen > round && seen <= members_.count * rounds_);
        CHECK(was >= (round == 0 ? 0 : -1) && was <= members_.count);
      }
    }
    MPI_Win_flush_all(window_);
    MPI_Barrier(members_.all);
    MPI_Win_sync(window_);
    CHECK(memory_[members_.count + added] == members_.count * rounds_);
    const int won = memory_[members_.count + first];
    CHECK(won >= 1 && won <= members_.count);
    MPI_Win_unlock_all(window_);
  }

  void posts() {
    const int count = members_.count;
    const int to = (members_.rank + 1) % count, from = (members_.rank + count - 1) % count;
    MPI_Group all, targets, origins;
    MPI_Comm_group(members_.all, &all);
    MPI_Group_incl(all, 1, &to, &targets);
    MPI_Group_incl(all, 1, &from, &origins);
    for (int round = 0; round < rounds_; ++round) {
      const int word = put(members_.rank, to, round);
      MPI_Win_post(origins, 0, window_);
      MPI_Win_start(targets, 0, window_);
      MPI_Put(&word, 1, MPI_INT, to, place(to, 0), 1, MPI_INT, window_);
      MPI_Win_complete(window_);
      int done = 0;
      if (own.one_in(2)) {
        MPI_Win_wait(window_);
      } else {
        while (!done) MPI_Win_test(window_, &done);
      }
      CHECK(memory_[0] == put(from, members_.rank, round));
    }
    MPI_Group_free(&all);
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
  }

  Members members_;
  Kind kind_;
  int epochs_;
  int rounds_;
  int words_;
  int* memory_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<MPI_Aint> begins_;
};
