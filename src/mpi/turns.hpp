// mpi/turns.hpp: ranks of a PE that may go on, without a message to each of them.
#pragma once

#include <cstddef>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {

class Rank;

/// Ranks that the rank which runs on this thread has given what they wait for. They have their turn
/// as soon as it waits itself: the entry method that it runs in calls them one after the other,
/// those that they wake in turn as well, for a time that is short beside what a network takes. Who
/// is left then goes on by a message, behind what has come meanwhile. So between two entry methods
/// of the PE there is nobody here, no rank can be gone that is, and no job looks as if it stood
/// still.
///
/// One for each thread, which has one PE at a time.
class Turns {
 public:
  static Turns& of_thread();

  /// While the outermost of these lives, ranks may be added; then they have their turns. `limit_ns`
  /// behind the begin of its step the PE is to look at its network again.
  class Round {
   public:
    explicit Round(TimeNs limit_ns)
        : turns_(of_thread()), limit_ns_(limit_ns), is_outer_(!turns_.is_open_) {
      turns_.is_open_ = true;
    }
    /// An exception has ended the job: who is left has no turn.
    ~Round() {
      if (!is_outer_) return;
      turns_.is_open_ = false;
      turns_.ready_.clear();
    }
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;

    void let_all_go_on() {
      if (is_outer_ && !turns_.ready_.empty()) turns_.let_all_go_on(limit_ns_);
    }

   private:
    Turns& turns_;
    TimeNs limit_ns_;
    bool is_outer_;
  };

  /// The rank may have what it waits for. Only within a round, and not twice before its turn.
  void add(Rank& rank) { ready_.push_back(&rank); }

 private:
  void let_all_go_on(TimeNs limit_ns);
  bool is_late(TimeNs limit_ns);

  std::vector<Rank*> ready_;
  std::size_t between_looks_ = 1;  ///< at the clock: so many turns, fewer where they are long
  bool is_open_ = false;
};

}  // namespace isthmus::engine::mpi
