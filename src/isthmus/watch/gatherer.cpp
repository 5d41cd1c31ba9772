#include "isthmus/watch/gatherer.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/watch/bounds.hpp"

namespace isthmus::engine::watch {

namespace {

/// Of a status about that.
constexpr std::size_t waits_told_max = 1024;

/// All PEs of one status are asked by one number.
struct StatusQuestion {
  std::uint64_t number = 0;
  std::uint8_t topic = 0;
  std::uint8_t span = 0;
  TimeNs patience_ns = 0;
};

struct StatusAnswer {
  std::uint64_t number = 0;
  std::map<PeId, PeStatus> pes;
};

}  // namespace

Gatherer::PeShown& Gatherer::attach(Objects& objects) {
  units_.push_back(std::make_unique<Unit>(*this, objects));
  Unit& unit = *units_.back();
  unit.question_handler = objects.pe().add_handler<&Unit::receive_question>(&unit);
  unit.answer_handler = objects.pe().add_handler<&Unit::receive_answer>(&unit);
  return unit.shown;
}

// --- in the process of the main program --------------------------------------------------------

void Gatherer::ask(Done done, Topic topic) {
  wait_.push_back({std::move(done), topic});
  if (has_ended_) return answer_at_the_end();
  plan();
}

void Gatherer::conclude() {
  has_ended_ = true;
  for (Done& done : std::exchange(asked_, {})) wait_.push_back({std::move(done), topic_});
  answer_at_the_end();
}

void Gatherer::answer_at_the_end() {
  while (!wait_.empty()) {
    choose_topic();
    PeStatuses pes = topic_ == Topic::all ? elsewhere_ : PeStatuses();
    for (const auto& unit : units_) {
      PeStatus own{unit->objects.pe().now_ns(), {}, {}};
      own.rows = unit->shown[static_cast<std::size_t>(topic_)].rows();
      if (topic_ == Topic::all && unit == units_.front()) own.process_rows = of_process_.rows();
      pes[unit->objects.pe_id()] = std::move(own);
    }
    end(std::move(pes));
  }
}

TimeNs Gatherer::least_interval() const {
  const auto pes = static_cast<TimeNs>(first().members().count());
  return std::max(least_interval_ns, pes * interval_a_pe_ns);
}

/// Has the next status begin as soon as it may.
void Gatherer::plan() {
  if (has_ended_ || is_under_way_ || is_planned_ || wait_.empty()) return;
  sched::Pe& pe = first().pe();
  const TimeNs earliest_ns = began_ns_ == never_ns ? pe.now_ns() : began_ns_ + least_interval();
  if (earliest_ns <= pe.now_ns()) return begin();
  is_planned_ = true;
  pe.timers().add(earliest_ns, [this] {
    is_planned_ = false;
    begin();
  });
}

/// All who wait for the same as the one that has waited longest are asked for now.
void Gatherer::choose_topic() {
  topic_ = wait_.front().topic;
  for (Request& request : wait_) {
    if (request.topic == topic_) asked_.push_back(std::move(request.done));
  }
  std::erase_if(wait_, [&](const Request& request) { return request.topic == topic_; });
  began_ns_ = first().pe().now_ns();
}

void Gatherer::begin() {
  is_under_way_ = true;
  choose_topic();
  ++number_;
  // By a message, so that whoever asks is never answered before that call has ended.
  post(first(), units_.front()->question_handler, first().pe_id(),
       StatusQuestion{number_, static_cast<std::uint8_t>(topic_),
                      static_cast<std::uint8_t>(Span::job), patience_ns});
}

void Gatherer::end(PeStatuses pes) {
  is_under_way_ = false;
  const TimeNs now_ns = first().pe().now_ns();
  JobStatus status{.at_ns = began_ns_, .pe_count = first().members().count()};
  for (const PeId pe : first().members().pes()) {
    if (pes.contains(pe)) {
      silent_since_ns_.erase(pe);
      continue;
    }
    if (has_ended_) continue;
    const TimeNs since_ns = silent_since_ns_.try_emplace(pe, began_ns_).first->second;
    status.silent_ns.emplace(pe, now_ns - since_ns);
  }
  status.pes = std::move(pes);
  if (topic_ == Topic::all) {
    if (!has_ended_) keep_those_elsewhere(status.pes);
    digester_.digest(status);
  } else {
    bound_waits(status, waits_told_max);
    bound_silent(status, Digester::rows_told_max);
  }
  for (const Done& done : std::exchange(asked_, {})) done(status);
  plan();
}

/// Of larger jobs the digest keeps what has been counted, and their rows would be megabytes.
void Gatherer::keep_those_elsewhere(const PeStatuses& pes) {
  elsewhere_.clear();
  if (first().members().count() > Digester::pes_told_max) return;
  const topology::PeRange here = topology_.pes_of(topology_.process_of(first().pe_id()));
  for (const auto& [pe, status] : pes) {
    if (!here.contains(pe)) elsewhere_.emplace(pe, status);
  }
}

void Gatherer::hear_late(PeId source, const PeStatuses& pes) {
  silent_since_ns_.erase(source);
  for (const auto& [pe, status] : pes) silent_since_ns_.erase(pe);
}

// --- in each process ----------------------------------------------------------------------------

/// Who asks for a place is of the next larger one.
bool Gatherer::Unit::may_ask(PeId source, Span span) const {
  const topology::Topology& topology = gatherer.topology_;
  const PeId first = objects.members().first();
  if (!objects.members().contains(source)) return false;
  const ProcessId its = topology.process_of(source);
  const ProcessId own = topology.process_of(objects.pe_id());
  switch (span) {
    case Span::pe:
      return its == own;
    case Span::process:
      return topology.node_of(its) == topology.node_of(own);
    case Span::node:
      return topology.site_of(its) == topology.site_of(own);
    case Span::site:
      return source == first;
    case Span::job:
      return source == first && objects.pe_id() == first;
  }
  return false;
}

void Gatherer::Unit::receive_question(MessagePtr message) {
  const PeId asker = message->source;
  Expected<StatusQuestion> come = detail::take_value<StatusQuestion>(*message);
  if (!come) return objects.fail(come.error());
  if (come->topic >= topic_count || come->span > static_cast<std::uint8_t>(Span::job)) {
    return objects.fail({ErrorCode::malformed, "a question about a PE that there is not", {}, {}});
  }
  const auto span = static_cast<Span>(come->span);
  if (!may_ask(asker, span)) {
    return objects.refuse(*message, "a question about a PE", "PE 0, or who asks for it, to ask");
  }
  objects.pool().release(std::move(message));
  const auto topic = static_cast<Topic>(come->topic);
  PeStatus own{objects.pe().now_ns(), shown[come->topic].rows(), {}};
  bool is_outrun = false;
  {
    const std::lock_guard lock(gatherer.process_lock_);
    // Where another PE of the process has been asked by now, that is: it had to wait for this one.
    is_outrun = come->number < gatherer.newest_;
    if (come->number > gatherer.newest_ && topic == Topic::all) {
      own.process_rows = gatherer.of_process_.rows();
    }
    gatherer.newest_ = std::max(gatherer.newest_, come->number);
  }
  if (span == Span::pe || (is_outrun && span != Span::job)) {
    StatusAnswer answer{come->number, {}};
    answer.pes.emplace(objects.pe_id(), std::move(own));
    return post(objects, answer_handler, asker, std::move(answer));
  }
  if (gathering) end();  // for whoever has lost patience
  gathering.emplace(
      Gathering{.number = come->number,
                .topic = topic,
                .span = span,
                .patience_ns = std::clamp(come->patience_ns, TimeNs{0}, Gatherer::patience_ns),
                .asker = asker});
  gathering->pes.emplace(objects.pe_id(), std::move(own));
  for (const Place& place : places_of(span)) ask_place(place);
  objects.pe().timers().add(objects.pe().now_ns() + gathering->patience_ns,
                            [this, number = come->number] {
                              if (gathering && gathering->number == number) end();
                            });
  end_where_all_have_answered();
}

std::vector<Gatherer::Place> Gatherer::Unit::places_of(Span span) const {
  const topology::Topology& topology = gatherer.topology_;
  const ProcessId own = topology.process_of(objects.pe_id());
  const NodeId node = topology.node_of(own);
  const SiteId site = topology.site_of(node);
  std::vector<Place> places;
  const auto add = [&](Span of, std::uint32_t id) {
    const topology::PeRange pes = pes_of({of, id});
    // All sites may be in one process.
    if (of != Span::pe && (pes.count == 0 || topology.process_of(pes.first) == own)) return;
    const topology::Members& members = objects.members();
    if (std::ranges::any_of(pes, [&](PeId pe) { return members.contains(pe); })) {
      places.push_back({of, id});
    }
  };
  for (const PeId pe : topology.pes_of(own)) {
    if (pe != objects.pe_id()) add(Span::pe, pe.value);
  }
  if (span >= Span::node) {
    const topology::PeRange pes = topology.pes_of(node);
    const std::uint32_t last = pes.first.value + static_cast<std::uint32_t>(pes.count) - 1;
    const std::uint32_t end = topology.process_of(PeId(last)).value + 1;
    for (std::uint32_t process = topology.process_of(pes.first).value; process < end; ++process) {
      if (process != own.value) add(Span::process, process);
    }
  }
  if (span >= Span::site) {
    for (const NodeId other : topology.nodes_of(site)) {
      if (other != node) add(Span::node, other.value);
    }
  }
  if (span == Span::job) {
    for (std::uint32_t other = 0; other < static_cast<std::uint32_t>(topology.site_count());
         ++other) {
      if (other != site.value) add(Span::site, other);
    }
  }
  return places;
}

topology::PeRange Gatherer::Unit::pes_of(const Place& place) const {
  const topology::Topology& topology = gatherer.topology_;
  switch (place.span) {
    case Span::process:
      return topology.pes_of(ProcessId(place.id));
    case Span::node:
      return topology.pes_of(NodeId(place.id));
    case Span::site:
      return topology.pes_of(SiteId(place.id));
    default:
      return {PeId(place.id), 1};
  }
}

/// The first of its PEs that owes no answer: one that is busy for long has the last question before
/// it still, and never more than one of each who asks.
void Gatherer::Unit::ask_place(const Place& place) {
  ISTHMUS_ASSERT(gathering.has_value());
  const sched::Pe& pe = objects.pe();
  for (const PeId asked : pes_of(place)) {
    if (!objects.members().contains(asked) || open.contains(asked)) continue;
    open.emplace(asked, Question{gathering->number, place, pe.now_ns()});
    ++gathering->awaited;
    return post(objects, question_handler, asked,
                StatusQuestion{gathering->number, static_cast<std::uint8_t>(gathering->topic),
                               static_cast<std::uint8_t>(place.span), patience_of(asked)});
  }
  gathering->unasked.push_back(place);
}

/// So that its report is here in time: less than one's own by the way there and back, and by what
/// it may be busy with when it is asked.
TimeNs Gatherer::Unit::patience_of(PeId pe) const {
  ISTHMUS_ASSERT(gathering.has_value());
  const auto way = least_way_ns.find(pe);
  const TimeNs way_ns = way == least_way_ns.end() ? 0 : way->second;
  return std::max(gathering->patience_ns / 2 - way_ns, gathering->patience_ns / 8);
}

void Gatherer::Unit::receive_answer(MessagePtr message) {
  const PeId source = message->source;
  Expected<StatusAnswer> come = detail::take_value<StatusAnswer>(*message);
  objects.pool().release(std::move(message));
  if (!come) return objects.fail(come.error());
  const auto found = open.find(source);
  const auto is_of_place = [&](const auto& one) {
    return pes_of(found->second.place).contains(one.first) && objects.members().contains(one.first);
  };
  if (found == open.end() || found->second.number != come->number ||
      !std::ranges::all_of(come->pes, is_of_place)) {
    return objects.fail({ErrorCode::malformed,
                         "an answer about a PE, " + std::to_string(come->number),
                         "PE " + std::to_string(source.value), "one to what was asked"});
  }
  const TimeNs way_ns = objects.pe().now_ns() - found->second.asked_ns;
  const auto [least, is_first] = least_way_ns.try_emplace(source, way_ns);
  least->second = std::min(least->second, way_ns);
  open.erase(found);
  if (gathering && gathering->number == come->number) {
    gathering->pes.merge(come->pes);
    --gathering->awaited;
    return end_where_all_have_answered();
  }
  // What comes too late tells that they live, and they may be in time for this one.
  if (objects.pe_id() == objects.members().first()) gatherer.hear_late(source, come->pes);
  if (!gathering) return;
  const auto waits = std::ranges::find_if(
      gathering->unasked, [&](const Place& place) { return pes_of(place).contains(source); });
  if (waits == gathering->unasked.end()) return;
  const Place place = *waits;
  gathering->unasked.erase(waits);
  ask_place(place);
}

void Gatherer::Unit::end_where_all_have_answered() {
  ISTHMUS_ASSERT(gathering.has_value());
  if (gathering->awaited == 0 && gathering->unasked.empty()) end();
}

void Gatherer::Unit::end() {
  ISTHMUS_ASSERT(gathering.has_value());
  Gathering done = std::move(*gathering);
  gathering.reset();
  if (done.span == Span::job) return gatherer.end(std::move(done.pes));
  fold(done.pes, done.topic == Topic::all ? Digester::waits_told_max : waits_told_max);
  post(objects, answer_handler, done.asker, StatusAnswer{done.number, std::move(done.pes)});
}

}  // namespace isthmus::engine::watch
