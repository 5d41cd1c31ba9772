#include "isthmus/fabric/filter/reorder.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "isthmus/message/tail.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr std::size_t number_bytes = sizeof(std::uint64_t);

std::string in_seconds(TimeNs duration_ns) {
  return std::to_string(duration_ns / 1'000'000'000) + "." +
         std::to_string(duration_ns / 100'000'000 % 10) + " s";
}

}  // namespace

ReorderOptions ReorderOptions::from(const Settings& settings) {
  return {.frames_max = static_cast<std::uint64_t>(settings.count("frames")),
          .bytes_max = static_cast<std::size_t>(settings.size_bytes("memory")),
          .patience_ns = settings.duration_ns("patience")};
}

ReorderFilter::ReorderFilter(std::unique_ptr<Device> below, const Rewriting& rewriting,
                             const ReorderOptions& options)
    : RewritingFilter(std::move(below), rewriting), options_(options) {}

SendStatus ReorderFilter::try_send(Frame& frame, TimeNs now_ns) {
  if (!losses_.empty() && losses_.contains(frame.peer)) return SendStatus::unreachable;
  if (const SendStatus status = readiness(frame.peer); status != SendStatus::sent) return status;
  // A peer that cannot be reached would be remembered for ever.
  const auto known = numbers_.find(frame.peer);
  const std::uint64_t number = known == numbers_.end() ? 0 : known->second;
  frame.message->flags &= static_cast<std::uint16_t>(~flag_lands);
  const ProcessId peer = frame.peer;
  frame.message = with_tail(std::move(frame.message), std::as_bytes(std::span(&number, 1)), pool());
  const SendStatus status = send_marked(frame, now_ns);
  if (status == SendStatus::sent) numbers_[peer] = number + 1;
  if (status == SendStatus::unreachable) drop_tail(*frame.message, number_bytes);
  return status;
}

Expected<void> ReorderFilter::check_room(const Source& source, std::uint64_t number,
                                         std::size_t bytes) const {
  const std::string missing = "frame " + std::to_string(source.next);
  if (number - source.next > options_.frames_max) {
    return fail(ErrorCode::malformed, missing + " was overtaken by frame " +
                                          std::to_string(number) +
                                          ", more than 'frames' of 'reorder' behind it (" +
                                          std::to_string(options_.frames_max) + ")");
  }
  if (!source.held.empty() && source.held_bytes + bytes > options_.bytes_max) {
    return fail(ErrorCode::malformed, missing +
                                          " was overtaken by more than 'memory' of 'reorder' (" +
                                          std::to_string(options_.bytes_max) + " bytes)");
  }
  return {};
}

Expected<MessagePtr> ReorderFilter::restored(MessagePtr message, ProcessId peer) {
  const auto refuse = [&](std::string what) {
    pool().release(std::move(message));
    return fail(ErrorCode::malformed, std::move(what));
  };
  if (!losses_.empty() && losses_.contains(peer)) {
    pool().release(std::move(message));
    return nullptr;
  }
  if (message->form != PayloadForm::bytes || message->payload_bytes < number_bytes) {
    return refuse("a frame that is too short for its number");
  }
  std::uint64_t number = 0;
  std::memcpy(&number, message->payload() + message->payload_bytes - number_bytes, number_bytes);
  drop_tail(*message, number_bytes);
  Source& source = sources_[peer];
  if (number < source.next || source.held.contains(number)) {
    return refuse("frame " + std::to_string(number) + " has come twice");
  }
  if (number == source.next) {
    const bool is_first = source.due.empty();
    if (!is_first) {
      source.due.push_back(std::move(message));
      ++held_count_;
    }
    advance(peer, source);
    return is_first ? std::move(message) : nullptr;
  }
  const std::size_t bytes = message->payload_bytes;
  if (auto room = check_room(source, number, bytes); !room) {
    return refuse(std::move(room.error().what));
  }
  source.held.emplace(number, std::move(message));
  source.held_bytes += bytes;
  ++held_count_;
  return nullptr;
}

void ReorderFilter::advance(ProcessId peer, Source& source) {
  ++source.next;
  source.waited_ns = 0;
  while (!source.held.empty() && source.held.begin()->first == source.next) {
    MessagePtr& message = source.held.begin()->second;
    source.held_bytes -= message->payload_bytes;
    source.due.push_back(std::move(message));
    source.held.erase(source.held.begin());
    ++source.next;
  }
  if (!source.due.empty()) ready_.insert(peer);
}

int ReorderFilter::progress(TimeNs now_ns, int budget) {
  // Who has not looked for long finds what has come meanwhile, or hears of it soon; who takes
  // nothing now does not wait for it.
  const TimeNs waited_ns =
      budget > 0 ? std::min(now_ns - now_ns_, options_.patience_ns / 4) : TimeNs{0};
  now_ns_ = now_ns;
  const int come = RewritingFilter::progress(now_ns, budget);
  const int handed = ready_.empty() ? 0 : hand_up(budget);
  if (held_count_ > 0) lose_overdue(waited_ns, come == 0 && budget > 0);
  return come + handed;
}

int ReorderFilter::hand_up(int budget) {
  int handed = 0;
  while (handed < budget && !ready_.empty()) {
    const ProcessId peer = *ready_.begin();
    std::deque<MessagePtr>& due = sources_.at(peer).due;
    for (; handed < budget && !due.empty(); ++handed) {
      MessagePtr message = std::move(due.front());
      due.pop_front();
      --held_count_;
      above().deliver({std::move(message), peer});
    }
    if (!due.empty()) break;
    ready_.erase(peer);
    if (auto loss = losses_.extract(peer)) {
      RewritingFilter::peer_lost(peer, std::move(loss.mapped()));
    }
  }
  return handed;
}

void ReorderFilter::lose_overdue(TimeNs waited_ns, bool may_lose) {
  std::vector<ProcessId> overdue;
  for (auto& [peer, source] : sources_) {
    if (source.held.empty()) continue;
    source.waited_ns += waited_ns;
    if (may_lose && source.waited_ns >= options_.patience_ns) overdue.push_back(peer);
  }
  for (const ProcessId peer : overdue) {
    lose(peer, "frame " + std::to_string(sources_.at(peer).next) + " has not come within " +
                   in_seconds(options_.patience_ns) + ", though later ones have");
  }
}

void ReorderFilter::forget(ProcessId peer) {
  numbers_.erase(peer);
  ready_.erase(peer);
  losses_.erase(peer);
  const auto source = sources_.find(peer);
  if (source == sources_.end()) return;
  held_count_ -= source->second.held.size() + source->second.due.size();
  for (auto& [number, message] : source->second.held) pool().release(std::move(message));
  for (MessagePtr& message : source->second.due) pool().release(std::move(message));
  sources_.erase(source);
}

void ReorderFilter::peer_lost(ProcessId peer, Error why) {
  if (ready_.contains(peer)) {
    losses_.try_emplace(peer, std::move(why));
  } else {
    RewritingFilter::peer_lost(peer, std::move(why));
  }
}

TimeNs ReorderFilter::own_deadline_ns() const {
  if (!ready_.empty()) return 0;
  // Often enough that the time is counted.
  return held_count_ == 0 ? never_ns : now_ns_ + std::max<TimeNs>(options_.patience_ns / 8, 1);
}

TimeNs ReorderFilter::deadline_ns() const {
  return std::min(RewritingFilter::deadline_ns(), own_deadline_ns());
}

TimeNs ReorderFilter::wake_ns() const {
  return std::min(RewritingFilter::wake_ns(), own_deadline_ns());
}

}  // namespace isthmus::engine::fabric
