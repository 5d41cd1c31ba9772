// MPI_Comm_join: two ranks of the job that have a socket between them (MPI 5.0, 11.10.4). Each
// writes who it is, reads who the other one is, and tells it so by a message; who has been told
// knows that the other side has come, and both make their communicator as leaders of groups do.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <span>
#include <string>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

/// What each side writes to the socket, and nothing else, so that the program has it as it was.
struct SideOfJoin {
  std::array<char, 8> magic = {'I', 'S', 'T', 'H', 'J', 'O', 'I', 'N'};
  std::uint64_t job = 0;
  std::int32_t number = 0;  ///< a rank of the job
  std::int32_t zero = 0;
  std::uint64_t nonce = 0;
};

/// The other end is a rank's of this job, which says so by a message when it has written.
bool is_of_this_process(int descriptor) {
  ucred peer{};
  socklen_t length = sizeof peer;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 &&
         peer.pid == getpid();
}

/// Whether what has been read begins as a side of a join does.
bool may_be_side(std::span<const std::byte> read) {
  const SideOfJoin side;
  return std::memcmp(read.data(), side.magic.data(), std::min(read.size(), side.magic.size())) == 0;
}

std::string text_of_socket(int descriptor, std::string what) {
  return "descriptor " + std::to_string(descriptor) + ": " + std::move(what) +
         " (expected a connected socket whose other end joins, too)";
}

std::string text_of_seconds(TimeNs time_ns) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g s", static_cast<double>(time_ns) * 1e-9);
  return text.data();
}

void wait_outside(int descriptor, TimeNs time_ns) {
  pollfd looked_at{.fd = descriptor, .events = POLLIN, .revents = 0};
  const timespec at_most{.tv_sec = 0, .tv_nsec = time_ns};
  ppoll(&looked_at, 1, &at_most, nullptr);
}

int begin_join(Rank& rank, int descriptor, MPI_Comm* made, std::uint64_t request) {
  State& state = rank.state();
  SideOfJoin own{.job = rank.launch().job, .number = rank.number()};
  rank.world_of_time().fill_random(std::as_writable_bytes(std::span(&own.nonce, 1)));
  if (::send(descriptor, &own, sizeof own, MSG_DONTWAIT | MSG_NOSIGNAL) !=
      static_cast<ssize_t>(sizeof own)) {
    return rank.fail(MPI_ERR_ARG,
                     text_of_socket(descriptor, with_errno("cannot be written to", errno)));
  }
  const CollectiveName name = Rank::next_collective(state.self);
  rank.add_collective(name, {.kind = CollectiveKind::introduce,
                             .communicator = number_of(MPI_COMM_SELF),
                             .request = request,
                             .made_at = std::bit_cast<std::uint64_t>(made),
                             .group = state.self.group});
  state.joins[own.nonce] = {.request = request, .name = name, .descriptor = descriptor};
  rank.look_at_socket(own.nonce);
  return MPI_SUCCESS;
}

constexpr Call join_rows[] = {
    blocking_call<decltype(MPI_Comm_join), begin_join>("MPI_Comm_join"),
};

}  // namespace

void Rank::look_at_socket(std::uint64_t join) {
  must_be_here();
  const auto found = state_.joins.find(join);
  if (found == state_.joins.end()) return;
  Joining& joining = found->second;
  const int descriptor = joining.descriptor;
  std::array<std::byte, sizeof(SideOfJoin)> bytes;
  while (joining.read.size() < bytes.size()) {
    const ssize_t count =
        recv(descriptor, bytes.data(), bytes.size() - joining.read.size(), MSG_DONTWAIT);
    if (count > 0) {
      joining.read.insert(joining.read.end(), bytes.begin(), bytes.begin() + count);
      if (!may_be_side(joining.read)) {
        return end_join(join, MPI_ERR_OTHER, text_of_socket(descriptor, "something else has come"));
      }
    } else if (count == 0) {
      return end_join(join, MPI_ERR_OTHER, text_of_socket(descriptor, "its other end is closed"));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      // Another process's words may be yet to come, and nobody else may tell of them; here nobody
      // has to look before there is a message.
      if (!joining.is_told && is_of_this_process(descriptor)) return;
      constexpr TimeNs shortest = 100'000;
      constexpr TimeNs longest = 50'000'000;
      joining.pause_ns = std::clamp(2 * joining.pause_ns, shortest, longest);
      joining.waited_ns += joining.pause_ns;
      const TimeNs patience_ns = launch().join_patience_ns;
      if (joining.waited_ns > patience_ns) {
        return end_join(join, MPI_ERR_OTHER,
                        text_of_socket(descriptor, "nothing has come from its other end for " +
                                                       text_of_seconds(patience_ns)));
      }
      // Who is at the other end has no virtual time.
      if (launch().in_virtual_time) wait_outside(descriptor, joining.pause_ns);
      return after(joining.pause_ns,
                   [proxy = proxy(), join] { proxy.send<&Rank::look_at_socket>(join); });
    } else if (errno != EINTR) {
      return end_join(join, MPI_ERR_OTHER,
                      text_of_socket(descriptor, with_errno("cannot be read", errno)));
    }
  }
  SideOfJoin other;
  std::memcpy(&other, joining.read.data(), sizeof other);
  if (other.number < 0) {
    return end_join(join, MPI_ERR_OTHER, text_of_socket(descriptor, "something else has come"));
  }
  // A rank of another job finds the same out. The socket is as it was, so there is no error, and no
  // communicator (MPI 5.0, 11.10.4). Jobs in virtual time may be alike in all, and then in what
  // their ranks draw.
  if (other.job != launch().job || other.nonce == join) return end_join(join, MPI_SUCCESS, {});
  joining.other = other.number;
  joining.nonce_of_other = other.nonce;
  if (!std::exchange(joining.has_told, true)) {
    at(other.number).send<&Rank::take_join_word>(JoinWord{other.nonce, number(), join});
  }
  if (joining.is_told) join_other(join);
}

void Rank::take_join_word(const JoinWord& word) {
  must_be_here();
  const auto found = state_.joins.find(word.to);
  if (found == state_.joins.end()) {
    if (word.is_unknown) return;
    return at(word.from).send<&Rank::take_join_word>(
        JoinWord{.to = word.nonce, .from = number(), .is_unknown = true});
  }
  if (word.is_unknown) {
    return end_join(word.to, MPI_ERR_OTHER,
                    text_of_socket(found->second.descriptor, "its other end joins no more"));
  }
  found->second.is_told = true;
  look_at_socket(word.to);
}

void Rank::join_other(std::uint64_t join) {
  const Joining done = std::move(state_.joins.extract(join).mapped());
  const CollectiveName meeting{Random::mix(join ^ done.nonce_of_other ^ std::uint64_t{1} << 42),
                               join + done.nonce_of_other};
  meet_leader(done.name, meeting, number_of(MPI_COMM_SELF), done.other, state_.self.group);
}

void Rank::end_join(std::uint64_t join, int error, const std::string& why) {
  const Joining done = std::move(state_.joins.extract(join).mapped());
  if (error != MPI_SUCCESS) state_.spawning.reasons[done.request] = why;
  *image::pointer_to<std::uint64_t>(state_.collectives.at(done.name).made_at) =
      number_of(MPI_COMM_NULL);
  end_collective(done.name, error);
  look_again();
}

std::span<const Call> join_calls() { return join_rows; }

}  // namespace isthmus::engine::mpi
