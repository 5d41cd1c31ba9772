#include "isthmus/bootstrap/join/join_service.hpp"

#include <openssl/crypto.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "isthmus/bootstrap/join/objection.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr TimeNs look_ns = 20'000'000;

/// Of what is kept for as long as the job runs.
JobOptions without_secret(JobOptions options) {
  OPENSSL_cleanse(options.job_key.data(), options.job_key.size());
  options.job_key.clear();
  options.listener = {};
  return options;
}

}  // namespace

JoinService::JoinService(JobOptions options, const Nonce& job, JobKey key, Socket listener,
                         Log& log)
    : options_(without_secret(std::move(options))),
      job_(job),
      log_(log),
      key_(std::move(key)),
      acceptor_(std::move(listener), Purpose::rendezvous, key_, options_.connection_timeout_ns,
                log) {}

Expected<std::unique_ptr<JoinService>> JoinService::open(JobOptions options, const Nonce& job,
                                                         Log& log) {
  auto listener = listen_on(options.rendezvous);
  if (!listener) listener = listen_on({data_address_of(options, "0.0.0.0").host, 0});
  if (!listener) return forward_error(listener);
  auto address = local_address(*listener);
  if (!address) return forward_error(address);
  JobKey key(options.job_key);
  std::unique_ptr<JoinService> service(
      new JoinService(std::move(options), job, std::move(key), std::move(*listener), log));
  service->address_ = *address;
  if (service->options_.relay.own.host.empty()) return service;
  if (auto registered = service->listen_at_relay(); !registered) {
    return forward_error(registered);
  }
  return service;
}

Expected<void> JoinService::listen_at_relay() {
  auto relay_listener =
      RelayListener::make(options_.relay.own, options_.relay.token, rendezvous_name(key_), log_);
  if (!relay_listener) return forward_error(relay_listener);
  callers_ = Socket(epoll_create1(EPOLL_CLOEXEC));
  if (!callers_) return fail(ErrorCode::io, with_errno("cannot make an epoll descriptor", errno));
  for (const int descriptor : {acceptor_.descriptor(), (*relay_listener)->descriptor()}) {
    epoll_event event{};
    event.events = EPOLLIN;
    epoll_ctl(callers_.descriptor(), EPOLL_CTL_ADD, descriptor, &event);
  }
  acceptor_.add_relay_listener(std::move(*relay_listener));
  return {};
}

TimeNs JoinService::wake_ns(TimeNs now_ns) const {
  const bool is_busy = acceptor_.has_pending() || !applicants_.empty();
  return is_busy ? now_ns + look_ns : acceptor_.wake_ns();
}

JoinService::News JoinService::progress(TimeNs now_ns) {
  News news;
  std::erase_if(applicants_, [&](Applicant& applicant) {
    const auto pumped = applicant.channel->pump();
    if (pumped && !applicant.channel->take()) return false;
    log_.info(applicant.peer.text() + " does not wait for the next epoch any more");
    news.gone.push_back(applicant.peer.rank);
    return true;
  });
  auto callers = acceptor_.serve(now_ns);
  if (!callers) return news;
  for (AcceptedPeer& caller : *callers) admit(std::move(caller), news);
  return news;
}

void JoinService::admit(AcceptedPeer caller, News& news) {
  auto join = caller.first.kind == RecordKind::join ? decode_join(caller.first.body) : std::nullopt;
  if (!join) return acceptor_.refuse(std::move(caller), "sent something that is no wish to join");
  const std::string why_not = objection(*join);
  if (!why_not.empty()) return acceptor_.refuse(std::move(caller), why_not);
  if (join->self.address.host.empty()) {
    join->self.address.host = remote_address(caller.channel->socket()).host;
  }
  // Any body says that the job has begun.
  caller.channel->send(RecordKind::admitted, {std::byte{1}});
  log_.info(join->self.text() + " of site " + join->self.site_name +
            " waits for the next epoch to come in");
  promised_.erase(join->self.rank);
  news.come.push_back(join->self);
  applicants_.push_back({std::move(caller.channel), std::move(join->self)});
}

std::string JoinService::objection(const Join& join) const {
  if (std::string other = objection_to_program(join, options_); !other.empty()) return other;
  const std::string who = who_is(join.self);
  const ProcessId rank = join.self.rank;
  if (!rank) return who + "comes when the job has begun, and asks for no rank (expected --rank)";
  if (is_free(rank)) return {};
  return who + "asks for rank " + std::to_string(rank.value) + ", which is taken";
}

bool JoinService::is_free(ProcessId rank) const {
  return free_.contains(rank) && std::ranges::none_of(applicants_, [&](const Applicant& other) {
           return other.peer.rank == rank;
         });
}

Expected<ProcessId> JoinService::promise(ProcessId wanted, TimeNs now_ns) {
  std::erase_if(promised_, [&](const auto& promise) { return promise.second <= now_ns; });
  for (const ProcessId rank : free_) {
    if (wanted && rank != wanted) continue;
    if (!is_free(rank) || promised_.contains(rank)) continue;
    promised_.emplace(rank, now_ns + options_.timeout_ns);
    return rank;
  }
  if (!wanted) {
    return fail(ErrorCode::bad_input, "somebody has, or is about to take, each place of the job");
  }
  return fail(ErrorCode::bad_input,
              "somebody has, or is about to take, place " + std::to_string(wanted.value), {},
              "the rank of a place that is free");
}

std::vector<Peer> JoinService::waiting() const {
  std::vector<Peer> waiting;
  for (const Applicant& applicant : applicants_) waiting.push_back(applicant.peer);
  return waiting;
}

void JoinService::refuse(ProcessId rank, const std::string& why) {
  std::erase_if(applicants_, [&](Applicant& applicant) {
    if (applicant.peer.rank != rank) return false;
    applicant.channel->refuse(why);
    return true;
  });
}

void JoinService::welcome(const std::vector<Peer>& who, Welcome welcome, TimeNs timeout_ns,
                          const Clock& clock) {
  const TimeNs deadline_ns = clock.now_ns() + timeout_ns;
  welcome.table.job = job_;
  std::list<Applicant> welcomed;
  for (auto at = applicants_.begin(); at != applicants_.end();) {
    const auto next = std::next(at);
    if (std::ranges::find(who, at->peer.rank, &Peer::rank) != who.end()) {
      welcome.table.self = at->peer.rank;
      at->channel->send(RecordKind::welcome, encode(welcome));
      welcomed.splice(welcomed.end(), applicants_, at);
    }
    at = next;
  }
  while (clock.now_ns() < deadline_ns) {
    std::vector<pollfd> entries;
    for (Applicant& applicant : welcomed) {
      if (!applicant.channel->flush() || applicant.channel->is_flushed()) continue;
      entries.push_back({applicant.channel->descriptor(), applicant.channel->poll_events(), 0});
    }
    if (entries.empty()) return;
    wait_for(entries, clock, deadline_ns);
  }
}

}  // namespace isthmus::engine::bootstrap
