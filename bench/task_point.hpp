// bench/task_point.hpp: a point of a task graph as an array element.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "task_graph.hpp"
#include "task_kernel.hpp"

namespace bench {

/// Runs the tasks of one point, each as soon as what it needs is there. A task hands its timestep
/// and its point on, as Task Bench's do, to every task that needs it: by a message, or, to its own
/// point's next, at once. What comes is checked; what is wrong ends the job.
class TaskPoint : public isthmus::Chare<TaskPoint, int> {
 public:
  explicit TaskPoint(const TaskGraph& graph)
      : first_(graph.first_timestep(index())), next_(first_) {
    phases_.resize(static_cast<std::size_t>(graph.phase_count()));
    for (int phase = 0; phase < graph.phase_count(); ++phase) {
      // A phase's number as a remainder: what follows asks by timestep, for each message.
      const int timestep = phase + graph.phase_count();
      Phase& made = phases_[static_cast<std::size_t>(phase)];
      made.needs = graph.needs(graph.phase_at(timestep), index());
      made.all = static_cast<std::uint8_t>((1U << made.needs.size()) - 1);
      for (const int point : graph.serves(graph.phase_at(timestep), index())) {
        point == index() ? void(made.serves_itself = true) : made.serves.push_back(array()[point]);
      }
    }
  }

  /// Runs a round of so many timesteps; each element then contributes its tasks to "round".
  void begin(int timesteps, std::int64_t iterations) {
    end_ = timesteps;
    iterations_ = iterations;
    is_running_ = true;
    go_on();
  }

  void take(std::int64_t timestep, std::int64_t point) {
    const auto taking = static_cast<int>(timestep) + 1;
    const std::vector<int>& needs = phase_at(taking).needs;
    const auto found = std::ranges::find(needs, point);
    if (taking < next_ || found == needs.end()) refuse(timestep, point);
    mark(taking, static_cast<std::size_t>(found - needs.begin()));
    if (taking == next_) go_on();
  }

  /// Tasks that are ready; after some of them, others on this PE get their turn.
  void go_on() {
    constexpr int in_a_row_max = 4;
    for (int in_a_row = 0; is_running_ && is_ready(); ++in_a_row) {
      if (in_a_row == in_a_row_max) return proxy().send<&TaskPoint::go_on>();
      run_task();
    }
  }

 private:
  struct Phase {
    std::vector<int> needs;
    std::uint8_t all = 0;  ///< A bit for each of them.
    std::vector<isthmus::ElementProxy<TaskPoint>> serves;
    bool serves_itself = false;
  };

  const Phase& phase_at(int timestep) const {
    return phases_[static_cast<std::size_t>(timestep) % phases_.size()];
  }

  bool is_ready() const {
    if (next_ == 0) return true;
    const auto at = static_cast<std::size_t>(next_);
    return at < arrived_.size() && arrived_[at] == phase_at(next_).all;
  }

  /// Senders may be ahead of this element, by whole rounds' beginnings too.
  void mark(int timestep, std::size_t slot) {
    const auto at = static_cast<std::size_t>(timestep);
    if (at >= arrived_.size()) arrived_.resize(2 * at + 64);
    const auto bit = static_cast<std::uint8_t>(1U << slot);
    if ((arrived_[at] & bit) != 0) refuse(timestep - 1, phase_at(timestep).needs[slot]);
    arrived_[at] |= bit;
  }

  void run_task() {
    if (next_ > 0) arrived_[static_cast<std::size_t>(next_)] = 0;
    work(iterations_);
    const int timestep = next_++;
    if (next_ == end_) return end_round();
    const Phase& following = phase_at(next_);
    for (const auto& point : following.serves) {
      point.template send<&TaskPoint::take>(std::int64_t{timestep}, std::int64_t{index()});
    }
    if (following.serves_itself) {
      const auto own = std::ranges::find(following.needs, index());
      mark(next_, static_cast<std::size_t>(own - following.needs.begin()));
    }
  }

  void end_round() {
    const std::int64_t tasks = end_ - first_;
    next_ = first_;
    is_running_ = false;
    contribute("round", tasks, isthmus::reduce::sum);
  }

  [[noreturn]] void refuse(std::int64_t timestep, std::int64_t point) const {
    throw std::runtime_error("point " + std::to_string(index()) + " is at timestep " +
                             std::to_string(next_) + " and does not need timestep " +
                             std::to_string(timestep) + " of point " + std::to_string(point));
  }

  std::vector<Phase> phases_;
  std::vector<std::uint8_t> arrived_;  ///< By timestep: a bit for each task it needs.
  int first_;
  int next_;
  int end_ = 0;
  std::int64_t iterations_ = 0;
  bool is_running_ = false;
};

}  // namespace bench
