#include "isthmus/fabric/carrier/exchange.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>

namespace isthmus::engine::fabric {

namespace {

/// None where it passes; zero is the end of the connection.
std::optional<Error> failure_of(const Transfer& transfer, const std::string& about,
                                int error_number) {
  if (error_number == EAGAIN || error_number == EINTR) return std::nullopt;
  return Error{ErrorCode::unreachable,
               error_number == 0 ? "the peer went away before the two agreed about " + about
                                 : with_errno("the connection broke", error_number),
               transfer.name};
}

/// What the connection takes now.
std::optional<Error> send_some(Transfer& transfer, const std::string& about) {
  if (transfer.out.empty()) return std::nullopt;
  const ssize_t sent = send(transfer.connection.descriptor(), transfer.out.data(),
                            transfer.out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) return failure_of(transfer, about, errno);
  transfer.out = transfer.out.subspan(static_cast<std::size_t>(sent));
  return std::nullopt;
}

std::optional<Error> receive_some(Transfer& transfer, const std::string& about) {
  if (transfer.in.empty()) return std::nullopt;
  const ssize_t got =
      recv(transfer.connection.descriptor(), transfer.in.data(), transfer.in.size(), MSG_DONTWAIT);
  if (got <= 0) return failure_of(transfer, about, got < 0 ? errno : 0);
  transfer.in = transfer.in.subspan(static_cast<std::size_t>(got));
  if (!transfer.in.empty() || !transfer.judge) return std::nullopt;
  auto judged = transfer.judge();
  return judged ? std::nullopt : std::optional(std::move(judged.error()));
}

void advance(Transfer& transfer, const std::string& about) {
  auto broken = send_some(transfer, about);
  // A peer that is gone may have said something before, which says more than that it is gone.
  auto failure = receive_some(transfer, about);
  if (failure || broken) transfer.failure = std::move(failure ? failure : broken);
}

}  // namespace

void exchange(std::vector<Transfer>& transfers, const std::string& about, const Clock& clock,
              TimeNs deadline_ns, Until until) {
  // Before anybody is judged: who hears nothing from a process that ends, as it has refused
  // another one, would see it go away, and not why.
  for (Transfer& transfer : transfers) (void)send_some(transfer, about);
  while (true) {
    std::vector<pollfd> waits;
    for (Transfer& transfer : transfers) {
      if (transfer.is_done()) continue;
      advance(transfer, about);
      if (transfer.failure && until == Until::one_has_failed) return;
      if (transfer.is_done()) continue;
      const short events = transfer.out.empty() ? POLLIN : POLLIN | POLLOUT;
      waits.push_back({transfer.connection.descriptor(), events, 0});
    }
    if (waits.empty()) return;
    if (clock.now_ns() >= deadline_ns) break;
    wait_for(waits, clock, deadline_ns);
  }
  for (Transfer& transfer : transfers) {
    if (transfer.is_done()) continue;
    transfer.failure =
        Error{ErrorCode::unreachable, "does not answer about " + about, transfer.name};
  }
}

Expected<void> exchange_all(std::vector<Transfer> transfers, const std::string& about,
                            const Clock& clock, TimeNs deadline_ns) {
  exchange(transfers, about, clock, deadline_ns, Until::one_has_failed);
  for (Transfer& transfer : transfers) {
    if (transfer.failure) return std::unexpected(std::move(*transfer.failure));
  }
  return {};
}

std::unexpected<Error> speaks_otherwise(const std::string& about, const std::string& name) {
  return fail(ErrorCode::refused, "the peer does not use " + about + " as this process does", name,
              "the same carrier and version on both sides");
}

std::string peer_name(ProcessId peer, const Socket& connection) {
  return "process " + std::to_string(peer.value) + " at " + remote_address(connection).text();
}

BootId own_boot_id() {
  BootId id{};
  const Socket file(open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
  if (!file || read(file.descriptor(), id.data(), id.size()) != static_cast<ssize_t>(id.size()))
    id = {};
  return id;
}

}  // namespace isthmus::engine::fabric
