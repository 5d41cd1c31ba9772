#include "isthmus/bootstrap/join/rendezvous_server.hpp"

#include <algorithm>

#include "isthmus/bootstrap/body.hpp"
#include "isthmus/bootstrap/join/objection.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::bootstrap {

namespace {

std::string count_of_processes(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " process" : " processes");
}

}  // namespace

RendezvousServer::RendezvousServer(JobOptions& options, const Clock& clock, Log& log)
    : options_(options),
      clock_(clock),
      log_(log),
      key_(options.job_key),
      deadline_ns_(clock.now_ns() + options.timeout_ns),
      notice_ns_(clock.now_ns() + options.notice_after_ns) {}

Expected<PeerTable> RendezvousServer::run() {
  Socket listener = std::move(options_.listener);
  if (!listener) {
    auto made = listen_on(options_.rendezvous);
    if (!made) return forward_error(made);
    listener = std::move(*made);
  }
  auto own_address = local_address(listener);
  if (!own_address) return forward_error(own_address);
  auto data_listener = listen_on(data_address_of(options_, own_address->host));
  if (!data_listener) return forward_error(data_listener);
  auto data_address = local_address(*data_listener);
  if (!data_address) return forward_error(data_address);

  Acceptor acceptor(std::move(listener), Purpose::rendezvous, key_, options_.connection_timeout_ns,
                    log_);
  if (!options_.relay.own.host.empty()) {
    auto relay_listener =
        RelayListener::make(options_.relay.own, options_.relay.token, rendezvous_name(key_), log_);
    if (!relay_listener) return forward_error(relay_listener);
    acceptor.add_relay_listener(std::move(*relay_listener));
  }
  if (auto gathered = gather(acceptor); !gathered) return forward_error(gathered);
  settle_ranks();

  std::vector<Peer> peers;
  peers.push_back(this_process(options_));
  peers.front().rank = ProcessId(0);
  peers.front().address = advertised_address_of(options_, data_address->port);
  for (const Joiner& client : joiners_) peers.push_back(client.peer);
  for (std::uint32_t rank = first_count(); rank < options_.process_count; ++rank) {
    peers.emplace_back().rank = ProcessId(rank);
  }
  std::ranges::sort(peers, {}, &Peer::rank);
  const Nonce job = fresh_nonce();
  if (auto sent = send_tables(job, peers); !sent) return forward_error(sent);
  if (peers.front().address.host.empty()) peers.front().address.host = own_address->host;
  return PeerTable{ProcessId(0), std::move(peers), std::move(*data_listener), key_.derived(job),
                   job};
}

Expected<void> RendezvousServer::gather(Acceptor& acceptor) {
  while (joiners_.size() + 1 < first_count()) {
    const TimeNs now_ns = clock_.now_ns();
    if (now_ns >= deadline_ns_) {
      Error why = missing_error();
      for (Joiner& client : joiners_) client.channel->refuse(why.what);
      return std::unexpected(std::move(why));
    }
    notice_absence(now_ns);
    std::vector<pollfd> entries;
    acceptor.add_poll_entries(entries);
    for (const Joiner& client : joiners_) {
      entries.push_back({client.channel->descriptor(), client.channel->poll_events(), 0});
    }
    wait_for(entries, clock_, std::min({deadline_ns_, notice_ns_, acceptor.wake_ns()}));
    // Who left makes room for who comes, so first the former.
    drop_those_who_left();
    auto callers = acceptor.serve(clock_.now_ns());
    if (!callers) return forward_error(callers);
    for (AcceptedPeer& caller : *callers) admit(acceptor, std::move(caller));
  }
  return {};
}

void RendezvousServer::admit(Acceptor& acceptor, AcceptedPeer caller) {
  auto join = caller.first.kind == RecordKind::join ? decode_join(caller.first.body) : std::nullopt;
  if (!join) return acceptor.refuse(std::move(caller), "sent something that is no wish to join");
  // One of those that the job does not wait for: it comes again when that has begun.
  if (join->self.rank && join->self.rank.value >= first_count() &&
      join->self.rank.value < options_.process_count) {
    return;
  }
  const std::string why_not = objection(*join);
  if (!why_not.empty()) return acceptor.refuse(std::move(caller), why_not);
  if (join->self.address.host.empty()) {
    join->self.address.host = remote_address(caller.channel->socket()).host;
  }
  log_.write(LogLevel::debug, join->self.text() + " joined from " + caller.channel->peer());
  caller.channel->send(RecordKind::admitted, {});
  joiners_.push_back({std::move(caller.channel), std::move(join->self)});
}

std::string RendezvousServer::objection(const Join& join) const {
  if (std::string other = objection_to_program(join, options_); !other.empty()) return other;
  const std::string who = who_is(join.self);
  const std::uint32_t count = options_.process_count;
  const ProcessId rank = join.self.rank;
  const auto taken = std::ranges::find(joiners_, rank, [](const Joiner& g) { return g.peer.rank; });
  if (rank && rank.value >= count) {
    return who + "asks for rank " + std::to_string(rank.value) + " (expected 0 to " +
           std::to_string(count - 1) + ")";
  }
  if (rank && (rank.value == 0 || taken != joiners_.end())) {
    const std::string owner =
        rank.value == 0 ? "the process that all others meet" : taken->peer.text();
    return who + "asks for rank " + std::to_string(rank.value) + ", which is taken by " + owner;
  }
  if (joiners_.size() + 1 >= first_count()) {
    return who + "comes to a job that has all its " + count_of_processes(count);
  }
  return {};
}

void RendezvousServer::drop_those_who_left() {
  std::erase_if(joiners_, [&](Joiner& client) {
    const auto pumped = client.channel->pump();
    if (pumped && !client.channel->take()) return false;
    log_.warning(client.peer.text() + " left before the job was complete");
    return true;
  });
}

void RendezvousServer::settle_ranks() {
  std::vector<bool> taken(options_.process_count, false);
  taken[0] = true;
  std::vector<Peer*> undecided;
  for (Joiner& client : joiners_) {
    if (client.peer.rank) {
      taken[client.peer.rank.value] = true;
    } else {
      undecided.push_back(&client.peer);
    }
  }
  std::ranges::stable_sort(undecided, {}, [](const Peer* peer) { return peer->site; });
  std::uint32_t rank = 0;
  for (Peer* peer : undecided) {
    while (taken[rank]) ++rank;
    peer->rank = ProcessId(rank++);
  }
}

Expected<void> RendezvousServer::send_tables(const Nonce& job, std::vector<Peer>& peers) {
  for (Joiner& client : joiners_) {
    client.channel->send(RecordKind::table, encode(Table{job, client.peer.rank, peers}));
  }
  while (true) {
    std::vector<pollfd> entries;
    for (Joiner& client : joiners_) {
      const auto pumped = client.channel->pump();
      if (client.channel->is_flushed()) continue;
      if (!pumped) {
        return fail(ErrorCode::unreachable,
                    client.peer.text() + " went away while the job was put together",
                    client.channel->peer());
      }
      entries.push_back({client.channel->descriptor(), client.channel->poll_events(), 0});
    }
    if (entries.empty()) return {};
    if (clock_.now_ns() >= deadline_ns_) {
      return fail(ErrorCode::unreachable, "a process does not take the table of the job in time");
    }
    wait_for(entries, clock_, deadline_ns_);
  }
}

std::vector<std::uint32_t> RendezvousServer::missing() const {
  std::vector<bool> taken(options_.process_count, false);
  taken[0] = true;
  std::size_t undecided = 0;
  for (const Joiner& client : joiners_) {
    if (client.peer.rank) {
      taken[client.peer.rank.value] = true;
    } else {
      ++undecided;
    }
  }
  std::vector<std::uint32_t> missing;
  for (std::uint32_t rank = 0; rank < first_count(); ++rank) {
    if (taken[rank]) continue;
    if (undecided > 0) {
      --undecided;
    } else {
      missing.push_back(rank);
    }
  }
  return missing;
}

Error RendezvousServer::missing_error() const {
  return missing_ranks_error(missing(), first_count(), options_.timeout_ns,
                             options_.rendezvous.text());
}

void RendezvousServer::notice_absence(TimeNs now_ns) {
  if (now_ns < notice_ns_) return;
  notice_ns_ = never_ns;
  log_.warning("still waiting for " + list_of_ranks(missing()) + " of " +
               count_of_processes(first_count()) + ", " +
               topology::format_duration(options_.timeout_ns) + " in all");
}

}  // namespace isthmus::engine::bootstrap
