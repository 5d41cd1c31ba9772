// isthmus/watch/gatherer.hpp: asks all PEs of a job what they know of themselves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/digest.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::watch {

/// What there is to ask for.
enum class Topic : std::uint8_t {
  all,    ///< What PEs and processes are, but for the next one.
  waits,  ///< Who waits for what, at length.
};
inline constexpr std::size_t topic_count = 2;

/// The main program's PE asks each other one by a message of its own, so that one that is busy
/// holds up no other, and whoever has not answered when the patience ends is named. Nobody stops
/// for it; each answers between two messages. While nobody asks, nothing is done at all, and
/// however many ask, no more often than at the least interval. One in each process.
class Gatherer {
 public:
  static constexpr TimeNs patience_ns = 1'000'000'000;
  static constexpr TimeNs least_interval_ns = 100'000'000;

  /// In jobs of more PEs than this costs, so much for each of them.
  static constexpr TimeNs interval_a_pe_ns = 100'000;

  using Done = std::function<void(const JobStatus& status)>;

  explicit Gatherer(const topology::Topology& topology)
      : topology_(topology), digester_(topology) {}
  Gatherer(const Gatherer&) = delete;
  Gatherer& operator=(const Gatherer&) = delete;

  /// By topic.
  using PeShown = std::array<Shown, topic_count>;

  /// Once for each PE of the process, in order. Returns what that PE shows.
  PeShown& attach(Objects& objects);
  /// What the process shows as a whole: its sources are called on any PE's thread, one at a time.
  Shown& of_process() { return of_process_; }
  /// What the process's first PE shows.
  Shown& of_first() { return units_.front()->shown.front(); }

  /// On the main program's PE: `done` is called there once, later, and never where the job ends
  /// first. Who asks while others are waiting is answered with the next status of the topic.
  void ask(Done done, Topic topic = Topic::all);

 private:
  /// The part of one PE; for its thread.
  struct Unit {
    Unit(Gatherer& whole, Objects& its_objects) : gatherer(whole), objects(its_objects) {}
    void receive_question(MessagePtr message);
    void receive_answer(MessagePtr message) {
      gatherer.receive_answer(objects, std::move(message));
    }

    Gatherer& gatherer;
    Objects& objects;
    PeShown shown;
    HandlerId question_handler{};
    HandlerId answer_handler{};
  };
  /// A PE that was asked and has not answered.
  struct Question {
    std::uint64_t number;
    TimeNs asked_ns;
  };

  Objects& first() const { return units_.front()->objects; }
  std::vector<ShownRow> rows_of_process(std::uint64_t number);
  TimeNs least_interval() const;
  void plan();
  void ask_pe(PeId pe);
  void begin();
  void receive_answer(Objects& objects, MessagePtr message);
  void end();

  const topology::Topology& topology_;
  std::vector<std::unique_ptr<Unit>> units_;
  Shown of_process_;
  Mutex process_lock_;
  std::uint64_t told_ = 0;  // under that: for which question the process's rows were given

  // In the process of the main program, on its PE.
  struct Wish {
    Done done;
    Topic topic;
  };
  std::vector<Wish> wait_;   // for one of the next statuses
  std::vector<Done> asked_;  // for the present one
  Topic topic_{};            // of the present one
  bool is_planned_ = false;
  bool is_under_way_ = false;
  std::uint64_t number_ = 0;
  TimeNs began_ns_ = never_ns;
  std::map<PeId, Question> open_;
  JobStatus status_;
  Digester digester_;
};

}  // namespace isthmus::watch
