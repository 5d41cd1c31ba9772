// tests/system/programs/mpi/random_collectives.hpp: random collective operations.
// At once, begun, and persistent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "random_draws.hpp"

class RandomCollective {
 public:
  RandomCollective(MPI_Comm all, int salt)
      : members_(all),
        salt_(salt),
        operation_(shared.below(operations)),
        way_(static_cast<Way>(shared.below(3))),
        root_(shared.below(members_.count)),
        length_(shared.one_in(3) ? 1 + shared.below(3000) : 1 + shared.below(8)),
        is_in_place_(shared.one_in(3)),
        rounds_(way_ == Way::persistent ? 1 + shared.below(3) : 1) {
    for (int member = 0, place = 0; member < members_.count; ++member) {
      counts_.push_back(1 + (member * 7 + salt) % length_);
      places_.push_back(place);
      place += counts_.back();
      own_counts_.push_back(0);
      strides_.push_back(member * length_);
    }
    std::ranges::fill(own_counts_, counts_[static_cast<std::size_t>(members_.rank)]);
    const auto words = static_cast<std::size_t>(length_) * static_cast<std::size_t>(members_.count);
    given_.resize(words);
    got_.resize(words);
  }

  void run() {
    for (round_ = 0; round_ < rounds_; ++round_) {
      for (std::size_t i = 0; i < given_.size(); ++i) {
        given_[i] = of(members_.rank, static_cast<int>(i));
      }
      std::ranges::fill(got_, -1);
      (this->*operations_[operation_])();
    }
    if (way_ == Way::persistent) MPI_Request_free(&request_);
  }

 private:
  enum class Way { at_once, begun, persistent };
  static constexpr int operations = 15;

  int of(int member, int i) const { return value(salt_ + round_, member, i); }
  int sum(int members, int i) const {
    int sum = 0;
    for (int member = 0; member < members; ++member) sum += of(member, i);
    return sum;
  }
  int largest(int i) const {
    int largest = 0;
    for (int member = 0; member < members_.count; ++member) {
      largest = std::max(largest, of(member, i));
    }
    return largest;
  }

  /// Those of MPI that do the same, with these arguments.
  template <class Call, class Begin, class Make, class... A>
  void perform(Call call, Begin begin, Make make, A... arguments) {
    if (way_ == Way::at_once) {
      call(arguments..., members_.all);
      return;
    }
    if (way_ == Way::begun) {
      begin(arguments..., members_.all, &request_);
      dawdle();
    } else {
      if (round_ == 0) make(arguments..., members_.all, MPI_INFO_NULL, &request_);
      MPI_Start(&request_);
    }
    int done = 0;
    if (own.one_in(2))
      MPI_Wait(&request_, MPI_STATUS_IGNORE);
    else
      while (!done) MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }

  /// Where values are combined in place they are where the result will be.
  const void* operand() {
    if (!is_in_place_) return given_.data();
    std::ranges::copy(given_, got_.begin());
    return MPI_IN_PLACE;
  }
  bool is_root() const { return members_.rank == root_; }
  void check(int count, auto expected) const {
    for (int i = 0; i < count; ++i) CHECK(got_[static_cast<std::size_t>(i)] == expected(i));
  }
  /// One behind the other, as many of each as `counts` has.
  void check_all(bool are_even, int first) const {
    for (int member = 0; member < members_.count; ++member) {
      const auto m = static_cast<std::size_t>(member);
      const int count = are_even ? length_ : counts_[m];
      const int place = are_even ? strides_[m] : places_[m];
      for (int i = 0; i < count; ++i) {
        CHECK(got_[static_cast<std::size_t>(place + i)] == of(member, first + i));
      }
    }
  }

  void barrier() { perform(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init); }
  void bcast() {
    if (is_root()) std::ranges::copy(given_, got_.begin());
    perform(MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, got_.data(), length_, MPI_INT, root_);
    check(length_, [&](int i) { return of(root_, i); });
  }
  void reduce() {
    const void* const from = is_root() ? operand() : given_.data();
    perform(MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, from, got_.data(), length_, MPI_INT, MPI_SUM,
            root_);
    if (is_root()) check(length_, [&](int i) { return sum(members_.count, i); });
  }
  void allreduce() {
    perform(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, operand(), got_.data(), length_,
            MPI_INT, MPI_SUM);
    check(length_, [&](int i) { return sum(members_.count, i); });
  }
  void allreduce_largest() {
    perform(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, operand(), got_.data(), length_,
            MPI_INT, MPI_MAX);
    check(length_, [&](int i) { return largest(i); });
  }
  void gather() {
    perform(MPI_Gather, MPI_Igather, MPI_Gather_init, given_.data(), length_, MPI_INT, got_.data(),
            length_, MPI_INT, root_);
    if (is_root()) check_all(true, 0);
  }
  void gatherv() {
    perform(MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, given_.data(), own_counts_[0], MPI_INT,
            got_.data(), counts_.data(), places_.data(), MPI_INT, root_);
    if (is_root()) check_all(false, 0);
  }
  void scatter() {
    perform(MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, given_.data(), length_, MPI_INT,
            got_.data(), length_, MPI_INT, root_);
    check(length_, [&](int i) { return of(root_, members_.rank * length_ + i); });
  }
  void allgather() {
    perform(MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, given_.data(), length_, MPI_INT,
            got_.data(), length_, MPI_INT);
    check_all(true, 0);
  }
  void allgatherv() {
    perform(MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, given_.data(), own_counts_[0],
            MPI_INT, got_.data(), counts_.data(), places_.data(), MPI_INT);
    check_all(false, 0);
  }
  void alltoall() {
    perform(MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, given_.data(), length_, MPI_INT,
            got_.data(), length_, MPI_INT);
    check_all(true, members_.rank * length_);
  }
  void alltoallv() {
    perform(MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, given_.data(), own_counts_.data(),
            strides_.data(), MPI_INT, got_.data(), counts_.data(), places_.data(), MPI_INT);
    // Each gives all others as much as it takes of itself.
    check_all(false, members_.rank * length_);
  }
  void scan() {
    perform(MPI_Scan, MPI_Iscan, MPI_Scan_init, operand(), got_.data(), length_, MPI_INT, MPI_SUM);
    check(length_, [&](int i) { return sum(members_.rank + 1, i); });
  }
  void exscan() {
    perform(MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, operand(), got_.data(), length_, MPI_INT,
            MPI_SUM);
    if (members_.rank > 0) check(length_, [&](int i) { return sum(members_.rank, i); });
  }
  void reduce_scatter() {
    perform(MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, given_.data(),
            got_.data(), counts_.data(), MPI_INT, MPI_SUM);
    const int place = places_[static_cast<std::size_t>(members_.rank)];
    check(own_counts_[0], [&](int i) { return sum(members_.count, place + i); });
  }

  static constexpr void (RandomCollective::* operations_[operations])() = {
      &RandomCollective::barrier,          &RandomCollective::bcast,
      &RandomCollective::reduce,           &RandomCollective::allreduce,
      &RandomCollective::gather,           &RandomCollective::gatherv,
      &RandomCollective::scatter,          &RandomCollective::allgather,
      &RandomCollective::allgatherv,       &RandomCollective::alltoall,
      &RandomCollective::alltoallv,        &RandomCollective::scan,
      &RandomCollective::exscan,           &RandomCollective::reduce_scatter,
      &RandomCollective::allreduce_largest};

  Members members_;
  int salt_;
  int operation_;
  Way way_;
  int root_;
  int length_;
  bool is_in_place_;
  int rounds_;
  int round_ = 0;
  std::vector<int> counts_;      // of each member,
  std::vector<int> places_;      // where they lie one behind the other,
  std::vector<int> own_counts_;  // and this member's, once for each
  std::vector<int> strides_;     // where each member's lie with room for all
  std::vector<int> given_;
  std::vector<int> got_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

inline void call_collective(MPI_Comm all, int salt) { RandomCollective(all, salt).run(); }
