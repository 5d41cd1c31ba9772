#include "isthmus/bootstrap/acceptor.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::size_t first_record_bytes_max = 4096;

}  // namespace

Acceptor::Acceptor(Socket listener, Purpose purpose, const JobKey& key,
                   TimeNs connection_timeout_ns, Log& log, std::size_t pending_count_max)
    : listener_(std::move(listener)),
      purpose_(purpose),
      key_(key),
      connection_timeout_ns_(connection_timeout_ns),
      pending_count_max_(pending_count_max),
      refusals_(log) {}

void Acceptor::add_poll_entries(std::vector<pollfd>& entries) const {
  entries.push_back({listener_.descriptor(), POLLIN, 0});
  for (const Pending& pending : pending_) {
    entries.push_back({pending.channel->descriptor(), pending.channel->poll_events(), 0});
  }
  if (relay_listener_) relay_listener_->add_poll_entries(entries);
}

TimeNs Acceptor::wake_ns() const {
  TimeNs wake_ns = pending_.empty() ? never_ns : pending_.front().deadline_ns;
  wake_ns = std::min(wake_ns, refusals_.wake_ns());
  return relay_listener_ ? std::min(wake_ns, relay_listener_->wake_ns()) : wake_ns;
}

Expected<void> Acceptor::accept_all(TimeNs now_ns) {
  while (true) {
    HostPort from;
    auto socket = accept_from(listener_, &from);
    if (!socket) return forward_error(socket);
    if (!*socket) return {};
    tune_for_messages(*socket);
    admit(std::move(*socket), from.text(), now_ns);
  }
}

void Acceptor::admit(Socket socket, std::string peer, TimeNs now_ns) {
  pending_.push_back(
      {std::make_unique<Channel>(std::move(socket), Channel::Role::acceptor, purpose_, key_,
                                 std::move(peer), first_record_bytes_max),
       now_ns + connection_timeout_ns_});
  pending_.back().channel->admit_also(also_);
  if (pending_.size() <= pending_count_max_) return;
  refusals_.note({ErrorCode::refused, "made room for newer ones", pending_.front().channel->peer()},
                 now_ns);
  pending_.pop_front();
}

Expected<std::vector<AcceptedPeer>> Acceptor::serve(TimeNs now_ns) {
  now_ns_ = now_ns;
  refusals_.progress(now_ns);
  if (auto accepted = accept_all(now_ns); !accepted) return forward_error(accepted);
  if (relay_listener_) {
    for (auto socket = relay_listener_->serve(now_ns); socket;
         socket = relay_listener_->serve(now_ns)) {
      admit(std::move(socket), "a caller through " + relay_listener_->relay(), now_ns);
    }
  }
  std::vector<AcceptedPeer> callers;
  for (auto pending = pending_.begin(); pending != pending_.end();) {
    Channel& channel = *pending->channel;
    const auto pumped = channel.pump();
    auto first = channel.take();
    if (first) {
      callers.push_back({std::move(pending->channel), std::move(*first)});
    } else if (!pumped) {
      refusals_.note(pumped.error(), now_ns);
    } else if (now_ns >= pending->deadline_ns) {
      refusals_.note({ErrorCode::refused, "did not say who it is in time", channel.peer()}, now_ns);
    } else {
      ++pending;
      continue;
    }
    pending = pending_.erase(pending);
  }
  return callers;
}

Socket Acceptor::release() {
  pending_.clear();
  return std::move(listener_);
}

void Acceptor::refuse(AcceptedPeer caller, const std::string& why) {
  caller.channel->refuse(why);
  refusals_.note({ErrorCode::refused, why, caller.channel->peer()}, now_ns_);
}

}  // namespace isthmus::engine::bootstrap
