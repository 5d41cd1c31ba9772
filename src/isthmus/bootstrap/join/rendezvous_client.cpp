#include "isthmus/bootstrap/join/rendezvous_client.hpp"

#include <algorithm>
#include <vector>

#include "isthmus/topology/units.hpp"

namespace isthmus::engine::bootstrap {

namespace {

/// One of several addresses may be of a network that is not joined to this one.
constexpr TimeNs one_of_several_ns = 1'000'000'000;

/// Who takes in those that come late may be of any site, and listens at the relay.
HostPort relay_to_meet_at(const JobOptions& options) {
  const HostPort relay = options.relay.relay_of(ProcessId(0));
  return relay.host.empty() && options.comes_late ? options.relay.own : relay;
}

Dialer dialer_to(const JobOptions& options, const JobKey& key, const JobKey& relay_token) {
  if (const HostPort relay = relay_to_meet_at(options); !relay.host.empty()) {
    Dialer dialer(relay, options.connection_timeout_ns);
    dialer.call_through({&relay_token, rendezvous_name(key)});
    return dialer;
  }
  std::vector<SocketAddress> known;
  for (const HostPort& at : options.rendezvous_addresses) {
    auto found = resolve(at);
    if (found) known.push_back(found->front());
  }
  if (known.empty()) return {options.rendezvous, options.connection_timeout_ns};
  const bool is_only = known.size() == 1;
  return {options.rendezvous, std::move(known),
          is_only ? options.connection_timeout_ns
                  : std::min(one_of_several_ns, options.connection_timeout_ns)};
}

}  // namespace

RendezvousClient::RendezvousClient(JobOptions& options, const Clock& clock, Log& log)
    : options_(options),
      clock_(clock),
      log_(log),
      key_(options.job_key),
      relay_token_(options.relay.token),
      is_relayed_(!relay_to_meet_at(options).host.empty()),
      deadline_ns_(clock.now_ns() + options.timeout_ns),
      notice_ns_(clock.now_ns() + options.notice_after_ns),
      dialer_(dialer_to(options, key_, relay_token_)) {}

/// Who was admitted waits a little longer than rank 0 does, because rank 0 can say who is missing.
TimeNs RendezvousClient::patience_ns() const {
  if (is_late_) return never_ns;
  return is_admitted_ ? deadline_ns_ + options_.connection_timeout_ns : deadline_ns_;
}

void RendezvousClient::notice_absence(TimeNs now_ns) {
  if (is_admitted_ || now_ns < notice_ns_) return;
  notice_ns_ = never_ns;
  const auto& why = dialer_.last_failure();
  log_.warning(host_name() + " cannot be reached yet" + (why ? ": " + why->what : "") +
               "; waiting for it, " + topology::format_duration(options_.timeout_ns) + " in all");
}

Expected<PeerTable> RendezvousClient::run() {
  while (true) {
    const TimeNs now_ns = clock_.now_ns();
    if (now_ns >= patience_ns()) {
      std::string what = is_admitted_ ? "the job did not become complete within "
                                      : "no answer from rank 0 within ";
      what += topology::format_duration(options_.timeout_ns);
      if (!is_admitted_ && dialer_.last_failure()) what += ": " + dialer_.last_failure()->what;
      const std::string called = dialer_.to().text();
      return fail(ErrorCode::unreachable, std::move(what),
                  is_relayed_ ? "relay at " + called : called);
    }
    notice_absence(now_ns);
    if (!channel_) {
      auto socket = dialer_.step(now_ns);
      if (!socket) return forward_error(socket);
      if (*socket) {
        if (auto introduced = introduce(std::move(*socket)); !introduced) {
          return forward_error(introduced);
        }
      }
    }
    if (channel_) {
      auto welcome = converse();
      if (!welcome) return forward_error(welcome);
      if (!welcome->table.peers.empty()) return conclude(std::move(*welcome));
    }
    pollfd entry = channel_ ? pollfd{channel_->descriptor(), channel_->poll_events(), 0}
                            : dialer_.poll_entry();
    const TimeNs wake_ns = channel_ ? patience_ns() : dialer_.wake_ns();
    wait_for({&entry, 1}, clock_, std::min({wake_ns, patience_ns(), notice_ns_}));
  }
}

Expected<void> RendezvousClient::introduce(Socket socket) {
  auto near_end = local_address(socket);
  if (!near_end) return forward_error(near_end);
  data_listener_.close();  // an earlier one may hold the port that is to be listened at
  auto listener = listen_on(data_address_of(options_, near_end->host));
  if (!listener) return forward_error(listener);
  auto address = local_address(*listener);
  if (!address) return forward_error(address);
  data_listener_ = std::move(*listener);
  tune_for_messages(socket);
  channel_ =
      std::make_unique<Channel>(std::move(socket), Channel::Role::connector, Purpose::rendezvous,
                                key_, host_name(), table_bytes_max(options_.process_count));
  introduced_ns_ = clock_.now_ns();
  Join join{options_.program_id, options_.process_count, options_.chains_id, options_.chains,
            this_process(options_)};
  join.self.rank = options_.rank;
  join.self.address = advertised_address_of(options_, address->port);
  // Rank 0 would see the relay.
  if (is_relayed_ && join.self.address.host.empty()) join.self.address.host = near_end->host;
  channel_->send(RecordKind::join, encode(join));
  return {};
}

Expected<Welcome> RendezvousClient::converse() {
  while (true) {
    auto pumped = channel_->pump();
    auto record = channel_->take();
    if (!record && pumped) {
      const TimeNs now_ns = clock_.now_ns();
      if (is_admitted_ || now_ns < introduced_ns_ + options_.connection_timeout_ns)
        return Welcome();
      pumped = fail(ErrorCode::unreachable, "took the connection and says nothing", host_name());
    }
    if (!record) {
      // A process that is no rank 0, or not yet, may give way to the right one; an answer is final.
      Error why = std::move(pumped.error());
      if (why.code != ErrorCode::unreachable || is_admitted_)
        return std::unexpected(std::move(why));
      channel_.reset();
      dialer_.retry(std::move(why), clock_.now_ns());
      return Welcome();
    }
    if (record->kind == RecordKind::admitted && !is_admitted_) {
      is_admitted_ = true;
      is_late_ = !record->body.empty();
      if (is_late_) {
        channel_->admit_bodies(welcome_bytes_max);
        log_.info("the job has begun; this process is to be in its next epoch");
      }
      continue;
    }
    Welcome welcome;
    auto table = record->kind == RecordKind::table ? decode_table(record->body) : std::nullopt;
    if (table) welcome.table = std::move(*table);
    if (is_late_ && record->kind == RecordKind::welcome) {
      if (auto come = decode_welcome(record->body)) welcome = std::move(*come);
    }
    const bool fits = welcome.table.peers.size() == options_.process_count &&
                      (!options_.rank || options_.rank == welcome.table.self);
    if (fits) return welcome;
    return fail(ErrorCode::malformed, "sent something that is no table of this job", host_name());
  }
}

Expected<PeerTable> RendezvousClient::conclude(Welcome welcome) {
  Table& table = welcome.table;
  if (is_late_) {
    PeerTable known{table.self, table.peers, std::move(data_listener_), key_.derived(table.job),
                    table.job};
    known.welcome = std::move(welcome);
    return known;
  }
  Peer& host = table.peers.front();
  if (host.address.host.empty()) {
    const bool is_one_of_several = !options_.rendezvous_addresses.empty();
    host.address.host =
        is_one_of_several ? remote_address(channel_->socket()).host : options_.rendezvous.host;
  }
  return PeerTable{table.self, std::move(table.peers), std::move(data_listener_),
                   key_.derived(table.job), table.job};
}

}  // namespace isthmus::engine::bootstrap
