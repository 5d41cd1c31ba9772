// isthmus/watch/gatherer.hpp: asks all PEs of a job what they know of themselves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/digest.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

/// What there is to ask for.
enum class Topic : std::uint8_t {
  all,    ///< What PEs and processes are, but for the next one.
  waits,  ///< Who waits for what, at length.
};
inline constexpr std::size_t topic_count = 2;

/// For whom a PE answers that is asked: itself, or all of its process, node, site, or the job.
enum class Span : std::uint8_t { pe, process, node, site, job };

/// Questions go down the tree that the machines are, from the main program's PE to one PE of each
/// site, node and process and from there to the others, and one report of each comes back, with
/// what can be added up added up: so a look crosses a wide area twice a site. Nobody stops for it;
/// each answers between two messages. One that is busy holds up whom it would have asked for, for
/// this look alone: who owes an answer is not asked for others. Whoever has not answered when the
/// patience ends is named. While nobody asks, nothing is done at all, and however many ask, no more
/// often than at the least interval. One in each process.
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

  /// On the main program's PE: `done` is called there once, later, and where the job ends first by
  /// conclude() alone. Who asks while others are waiting is answered with the next status of the
  /// topic.
  void ask(Done done, Topic topic = Topic::all);
  /// After the last step of all PEs of the main program's process, on one thread: who waits is
  /// answered by what these show now, and those elsewhere showed last; who asks from now on, too,
  /// and before that call returns. Nobody is said to be silent.
  void conclude();

 private:
  using PeStatuses = std::map<PeId, PeStatus>;

  /// All PEs of a place in the tree.
  struct Place {
    Span span;
    std::uint32_t id;  // of the PE, process, node or site
  };
  /// One that was asked and has not answered.
  struct Question {
    std::uint64_t number;
    Place place;
    TimeNs asked_ns;
  };
  /// Answers that come together for one question.
  struct Gathering {
    std::uint64_t number;
    Topic topic;
    Span span;
    TimeNs patience_ns;
    PeId asker;  // who gets them; of the job itself
    PeStatuses pes = {};
    std::size_t awaited = 0;          // places that were asked
    std::vector<Place> unasked = {};  // where all owe answers to earlier questions
  };

  /// The part of one PE; for its thread.
  struct Unit {
    Unit(Gatherer& whole, Objects& its_objects) : gatherer(whole), objects(its_objects) {}

    void receive_question(MessagePtr message);
    void receive_answer(MessagePtr message);
    bool may_ask(PeId source, Span span) const;
    std::vector<Place> places_of(Span span) const;
    topology::PeRange pes_of(const Place& place) const;
    void ask_place(const Place& place);
    void ask_pe(PeId pe, const Place& place);
    TimeNs patience_of(PeId pe) const;
    void end_where_all_have_answered();
    void end();

    Gatherer& gatherer;
    Objects& objects;
    PeShown shown;
    HandlerId question_handler{};
    HandlerId answer_handler{};
    std::optional<Gathering> gathering;
    std::map<PeId, Question> open;
    std::map<PeId, TimeNs> least_way_ns;  // to ask for others and be answered
  };

  Objects& first() const { return units_.front()->objects; }
  TimeNs least_interval() const;
  void plan();
  void choose_topic();
  void begin();
  void hear_late(PeId source, const PeStatuses& pes);
  void end(PeStatuses pes);
  void keep_those_elsewhere(const PeStatuses& pes);
  void answer_at_the_end();

  const topology::Topology& topology_;
  std::vector<std::unique_ptr<Unit>> units_;
  Shown of_process_;
  Mutex process_lock_;
  std::uint64_t newest_ = 0;  // under that: of the questions that have come to the process

  // In the process of the main program, on its PE.
  struct Request {
    Done done;
    Topic topic;
  };
  std::vector<Request> wait_;  // for one of the next statuses
  std::vector<Done> asked_;    // for the present one
  Topic topic_{};              // of the present one
  bool is_planned_ = false;
  bool is_under_way_ = false;
  std::uint64_t number_ = 0;
  TimeNs began_ns_ = never_ns;
  std::map<PeId, TimeNs> silent_since_ns_;  // when what they have not answered was begun
  Digester digester_;
  PeStatuses elsewhere_;  // as other processes answered last, where the job is not too large
  bool has_ended_ = false;
};

}  // namespace isthmus::engine::watch
