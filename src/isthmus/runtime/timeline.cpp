#include "isthmus/runtime/timeline.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/base/readable_name.hpp"
#include "isthmus/base/type_name.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/runtime/trace_json.hpp"

namespace isthmus::engine::runtime {

namespace {

using Handling = PeRecorder::Handling;
using Kind = PeRecorder::Kind;
using Mark = PeRecorder::Mark;
using Role = PeRecorder::Role;
using Recorders = std::vector<std::unique_ptr<PeRecorder>>;

constexpr std::uint32_t events_per_pe_max = std::uint32_t{1} << 20;
constexpr std::uint32_t events_together_max = std::uint32_t{1} << 22;
// Shorter pauses are the runtime's own doing, and two sends so close are one piece of work.
constexpr TimeNs least_idle_ns = 1'000;
constexpr std::string_view deliver_name = "Objects::deliver";
constexpr std::string_view deliver_value_name = "Replies::deliver";

std::string without_prefix(std::string name) {
  constexpr std::string_view own = "isthmus::";
  return name.starts_with(own) ? name.substr(own.size()) : name;
}

// --- arrows --------------------------------------------------------------------------------------

// Where a message left a PE, or came to its handler.
struct ArrowEnd {
  std::uint64_t id;
  TimeNs time_ns;
  PeId pe;
  PeId to;
  std::uint32_t number;  // of a handling
};

struct Arrow {
  ArrowEnd from;
  ArrowEnd to;
};

// Which sending belongs to which handling.
struct Arrows {
  std::vector<Arrow> whole;
  std::vector<ArrowEnd> sendings;   // whose handling is not here
  std::vector<ArrowEnd> handlings;  // whose sending is not here
};

// The nth message of a digest that a PE sends is the nth of that digest that another one handles.
void add_ends(const PeRecorder& recorder, Arrows& arrows) {
  std::unordered_map<std::uint64_t, std::uint64_t> sent;
  std::unordered_map<std::uint64_t, std::uint64_t> handled;
  const auto numbered = [](std::uint64_t digest, std::uint64_t& count) {
    return Random::mix(digest ^ Random::mix(++count));
  };
  for (const Mark& mark : recorder.marks()) {
    if (mark.kind == Kind::sent) {
      const std::uint64_t id = numbered(mark.digest, sent[mark.digest]);
      arrows.sendings.push_back({id, mark.time_ns, recorder.id(), PeId(mark.other), 0});
    } else if (mark.kind == Kind::begin) {
      const std::uint64_t id = numbered(mark.digest, handled[mark.digest]);
      arrows.handlings.push_back({id, mark.time_ns, recorder.id(), recorder.id(), mark.other});
    }
  }
}

Arrows match(const Recorders& recorders) {
  Arrows ends;
  for (const auto& recorder : recorders) add_ends(*recorder, ends);
  const auto by_id = [](const ArrowEnd& a, const ArrowEnd& b) {
    return a.id != b.id ? a.id < b.id : a.time_ns < b.time_ns;
  };
  std::ranges::sort(ends.sendings, by_id);
  std::ranges::sort(ends.handlings, by_id);
  Arrows arrows;
  auto from = ends.sendings.begin();
  auto to = ends.handlings.begin();
  while (from != ends.sendings.end() || to != ends.handlings.end()) {
    if (to == ends.handlings.end() || (from != ends.sendings.end() && from->id < to->id)) {
      arrows.sendings.push_back(*from++);
    } else if (from == ends.sendings.end() || to->id < from->id) {
      arrows.handlings.push_back(*to++);
    } else {
      // Where virtual time stands still it may be the order of a few ns that is not known.
      if (from->time_ns <= to->time_ns) arrows.whole.push_back({*from, *to});
      ++from;
      ++to;
    }
  }
  return arrows;
}

// --- one PE
// ----------------------------------------------------------------------------------------

// What the rows of a trace say, beside what the recorders know.
struct Context {
  const topology::Topology& topology;
  const std::vector<std::string>& handler_names;
  TimeNs start_ns;
  TraceJson& json;

  // A viewer takes the thread that has the process's number for its first one.
  TraceJson::Row row_of(PeId pe) const {
    return {topology.pes_of(topology.site_of(pe)).first.value, pe.value};
  }
  std::string site_of(PeId pe) const {
    if (pe.value >= static_cast<std::uint32_t>(topology.pe_count())) return {};
    return std::string(topology.site_name(topology.site_of(pe)));
  }
};

// Turns the marks of a PE into slices that do not overlap.
class Replay {
 public:
  Replay(const PeRecorder& recorder, std::vector<TimeNs> sent_ns, const Context& context)
      : recorder_(recorder),
        sent_ns_(std::move(sent_ns)),
        context_(context),
        row_(context.row_of(recorder.id())) {}

  void run() {
    const Mark* begin = nullptr;
    for (const Mark& mark : recorder_.marks()) {
      if (mark.kind == Kind::begin) {
        begin = &mark;
        end_sends();
        idle_before(mark);
      } else if (mark.kind == Kind::end) {
        handled(*begin, mark.time_ns);
        begin = nullptr;
        free_ns_ = mark.time_ns;
      } else if (begin == nullptr) {
        sent_outside(mark.time_ns);
      }
    }
    end_sends();
    for (const PeRecorder::Note& note : recorder_.notes()) {
      context_.json.instant(row_, note.time_ns - context_.start_ns, note.name,
                            {{"text", note.text}});
    }
    if (recorder_.is_full() && free_ns_) {
      context_.json.instant(row_, *free_ns_ - context_.start_ns, "recording ends: no room",
                            {{"events", std::int64_t(recorder_.marks().size())}});
    }
  }

 private:
  // Timers and sources of work send, too; the beginning of the main program is a timer's.
  void sent_outside(TimeNs time_ns) {
    if (sends_from_ns_ && time_ns - sends_to_ns_ > least_idle_ns) end_sends();
    if (!sends_from_ns_) {
      idle(time_ns, {{"waited_for", std::string("a timer")}});
      sends_from_ns_ = time_ns;
    }
    sends_to_ns_ = time_ns;
    free_ns_ = time_ns + 1;
  }
  void end_sends() {
    if (!sends_from_ns_) return;
    slice(*sends_from_ns_, sends_to_ns_ + 1, "runtime", "timer", {});
    sends_from_ns_.reset();
  }

  void idle_before(const Mark& mark) {
    const Handling& next = handling_of(mark);
    // From there on the PE polled the network, received and dispatched.
    idle(std::min(next.step_ns, mark.time_ns), {{"waited_for", name_of(next)},
                                                {"object", object_of(next)},
                                                {"from_pe", std::int64_t{next.source.value}},
                                                {"from_site", context_.site_of(next.source)}});
  }
  void idle(TimeNs until_ns, TraceJson::Arguments arguments) {
    if (!free_ns_ || until_ns - *free_ns_ < least_idle_ns) return;
    slice(*free_ns_, until_ns, "idle", "idle", arguments);
  }

  void handled(const Mark& begin, TimeNs end_ns) {
    const Handling& message = handling_of(begin);
    const bool names_payload = message.role == Role::handler && !is_entry(message);
    const bool names_handler = is_entry(message) && handler_name(message) != deliver_name;
    const TimeNs sent_ns = sent_ns_[begin.other];
    const auto since_us = static_cast<double>(begin.time_ns - sent_ns) * 1e-3;
    using Value = decltype(TraceJson::Argument::value);
    slice(begin.time_ns, end_ns, is_entry(message) ? "entry" : "runtime", name_of(message),
          {{"object", object_of(message)},
           {"from_pe", std::int64_t{message.source.value}},
           {"from_site", context_.site_of(message.source)},
           {"bytes", std::int64_t{message.bytes}},
           {"us_since_sent", sent_ns == never_ns ? Value(std::string()) : Value(since_us)},
           {"priority",
            message.priority == 0 ? Value(std::string()) : Value(std::int64_t{message.priority})},
           {"hops", message.hops == 0 ? Value(std::string()) : Value(std::int64_t{message.hops})},
           {"payload", names_payload && message.ops != nullptr ? message.ops->name : ""},
           {"handler", names_handler ? handler_name(message) : ""}});
  }

  void slice(TimeNs begin_ns, TimeNs end_ns, std::string_view category, std::string_view name,
             TraceJson::Arguments arguments) {
    context_.json.slice(row_, begin_ns - context_.start_ns, end_ns - context_.start_ns, category,
                        name, arguments);
  }

  const Handling& handling_of(const Mark& mark) const { return recorder_.handlings()[mark.other]; }

  static bool is_entry(const Handling& message) {
    if (message.role != Role::handler) return true;
    return message.ops != nullptr && message.ops->kind == PayloadOps::Kind::entry;
  }

  const std::string& handler_name(const Handling& message) const {
    return context_.handler_names[static_cast<std::size_t>(message.handler)];
  }

  std::string name_of(const Handling& message) const {
    if (message.role == Role::main) return "main program";
    const std::string suffix = message.role == Role::resumed ? " (resumed)" : "";
    if (is_entry(message)) return without_parameters(message.ops->name) + suffix;
    if (message.ops != nullptr && message.ops->kind == PayloadOps::Kind::creator) {
      return without_parameters(message.ops->name);
    }
    return handler_name(message);
  }

  // "Block[3,4]"; empty where it is several objects, or none.
  std::string object_of(const Handling& message) const {
    if (!is_entry(message) || message.role == Role::main) return {};
    if (message.role == Role::handler && handler_name(message) != deliver_name) return {};
    const ObjectType& type = *static_cast<const Entry&>(*message.ops).type;
    return type.name + "[" + type.index_text(message.key) + "]";
  }

  const PeRecorder& recorder_;
  const std::vector<TimeNs> sent_ns_;  // by handling; never_ns where it is not known
  const Context& context_;
  const TraceJson::Row row_;
  std::optional<TimeNs> free_ns_;  // when it last ended to do something
  std::optional<TimeNs> sends_from_ns_;
  TimeNs sends_to_ns_ = 0;
};

// --- the file
// --------------------------------------------------------------------------------------

TimeNs start_of(const Recorders& recorders) {
  TimeNs start_ns = never_ns;
  for (const auto& recorder : recorders) {
    if (!recorder->marks().empty()) {
      start_ns = std::min(start_ns, recorder->marks().front().time_ns);
    }
  }
  return start_ns == never_ns ? 0 : start_ns;
}

std::string header_of(const Recorders& recorders, std::uint32_t events_per_pe, TimeNs start_ns) {
  std::string full;
  for (const auto& recorder : recorders) {
    if (!recorder->is_full()) continue;
    full += (full.empty() ? "" : ",") + std::to_string(recorder->id().value);
  }
  return R"({"made_by":"isthmus","start_ns":)" + std::to_string(start_ns) +
         R"(,"events_per_pe_max":)" + std::to_string(events_per_pe) + R"(,"full_pes":[)" + full +
         "]}";
}

void write_names(const Recorders& recorders, const Context& context) {
  const topology::Topology& topology = context.topology;
  std::vector<bool> has_name(static_cast<std::size_t>(topology.site_count()));
  for (const auto& recorder : recorders) {
    const PeId pe = recorder->id();
    const SiteId site = topology.site_of(pe);
    const TraceJson::Row row = context.row_of(pe);
    if (!has_name[site.value]) {
      context.json.name_process(row.process, "site " + std::string(topology.site_name(site)));
      has_name[site.value] = true;
    }
    context.json.name_thread(row, "PE " + std::to_string(pe.value) + " (" +
                                      std::string(topology.node_name(topology.node_of(pe))) +
                                      ", process " + std::to_string(topology.process_of(pe).value) +
                                      ")");
  }
}

void write_arrows(const Arrows& arrows, const Context& context) {
  const auto begin = [&](const ArrowEnd& from) {
    context.json.arrow_begin(context.row_of(from.pe), from.time_ns - context.start_ns, from.id);
  };
  const auto end = [&](const ArrowEnd& to) {
    context.json.arrow_end(context.row_of(to.pe), to.time_ns - context.start_ns, to.id);
  };
  for (const Arrow& arrow : arrows.whole) {
    begin(arrow.from);
    end(arrow.to);
  }
  std::ranges::for_each(arrows.sendings, begin);
  std::ranges::for_each(arrows.handlings, end);
}

}  // namespace

std::uint32_t Timeline::events_for(int pe_count) {
  const auto share = events_together_max / static_cast<std::uint32_t>(std::max(1, pe_count));
  return std::min(events_per_pe_max, share);
}

std::string Timeline::part_path(const std::string& path, ProcessId rank) {
  return rank == ProcessId(0) ? path : path + ".rank" + std::to_string(rank.value);
}

Expected<void> Timeline::check_path(const std::string& path) {
  errno = 0;
  const std::ofstream file(path, std::ios::trunc);
  if (file) return {};
  return fail(ErrorCode::io, with_errno("cannot write the timeline", errno), path);
}

void Timeline::attach(Process& process) {
  prepare(process);
  for (const auto& unit : process.units()) unit->pe().add_observer(recorder(unit->pe().id()));
}

PeRecorder& Timeline::recorder(PeId pe) {
  const auto found =
      std::ranges::find_if(recorders_, [&](const auto& recorder) { return recorder->id() == pe; });
  ISTHMUS_ASSERT(found != recorders_.end());
  return **found;
}

void Timeline::prepare(Process& process) {
  topology_ = &process.topology();
  if (handler_names_.empty()) {
    const sched::Pe& pe = process.units().front()->pe();
    for (std::size_t handler = 0; handler < pe.handler_count(); ++handler) {
      handler_names_.push_back(
          without_prefix(normalized_name(pe.handler_name(static_cast<HandlerId>(handler)))));
    }
  }
  const auto deliver_value = std::ranges::find(handler_names_, deliver_value_name);
  ISTHMUS_ASSERT(deliver_value != handler_names_.end());
  for (const auto& unit : process.units()) {
    const PeId id = unit->pe().id();
    std::erase_if(recorders_, [&](const auto& recorder) { return recorder->id() == id; });
    recorders_.push_back(std::make_unique<PeRecorder>(
        PeRecorder::Parts{unit->pe().id(), unit->objects(), process.clock(), events_per_pe_,
                          static_cast<HandlerId>(deliver_value - handler_names_.begin())}));
  }
}

Expected<void> Timeline::write(const std::string& path, Log& log) {
  for (const auto& recorder : recorders_) recorder->finish();
  const TimeNs start_ns = start_of(recorders_);
  Arrows arrows = starts_late_ ? Arrows() : match(recorders_);
  std::unordered_map<PeId, std::vector<TimeNs>> sent_ns;
  for (const auto& recorder : recorders_) {
    sent_ns[recorder->id()].assign(recorder->handlings().size(), never_ns);
  }
  for (const Arrow& arrow : arrows.whole)
    sent_ns[arrow.to.pe][arrow.to.number] = arrow.from.time_ns;
  // What has no other end in any part, because a PE's memory was full or the job ended, is none.
  // Who handed a message on may be in another part than its source.
  std::erase_if(arrows.sendings, [&](const ArrowEnd& from) { return sent_ns.contains(from.to); });
  if (recorders_.size() == static_cast<std::size_t>(topology_->pe_count()))
    arrows.handlings.clear();
  TraceJson json(path, header_of(recorders_, events_per_pe_, start_ns));
  const Context context{*topology_, handler_names_, start_ns, json};
  write_names(recorders_, context);
  for (const auto& recorder : recorders_) {
    Replay(*recorder, std::move(sent_ns[recorder->id()]), context).run();
  }
  write_arrows(arrows, context);
  if (auto closed = json.close(); !closed) return closed;
  say_if_full(path, log);
  return {};
}

void Timeline::say_if_full(const std::string& path, Log& log) const {
  const auto full = [](const auto& recorder) { return recorder->is_full(); };
  const auto count = std::ranges::count_if(recorders_, full);
  if (count == 0) return;
  log.warning(path + " is not complete: " + std::to_string(count) + " of " +
              std::to_string(recorders_.size()) + " PEs stopped recording after " +
              std::to_string(events_per_pe_) + " events");
}

}  // namespace isthmus::engine::runtime
