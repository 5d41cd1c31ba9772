#include "isthmus/bootstrap/link_test/bandwidth_probe.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr TimeNs ms_ns = 1'000'000;
constexpr TimeNs sample_every_ns = 5 * ms_ns;
/// For what is still under way when the sender has stopped.
constexpr TimeNs drain_ns = 10'000 * ms_ns;
constexpr std::size_t piece_bytes = 256 << 10;
constexpr std::size_t result_bytes = 16;
/// Of one turn, so that a fast sender does not keep the owner from his other connections.
constexpr int pieces_max = 16;

/// Nothing in it; the same for all probes.
const std::vector<std::byte>& piece() {
  static const std::vector<std::byte> bytes(piece_bytes);
  return bytes;
}

}  // namespace

BandwidthProbeEnd::BandwidthProbeEnd(Socket socket, Role role, const BandwidthProbe& probe,
                                     const Clock& clock)
    : socket_(std::move(socket)),
      role_(role),
      probe_(probe),
      clock_(clock),
      begin_ns_(clock.now_ns()),
      end_ns_(begin_ns_ + std::min(probe.duration_ms, BandwidthProbe::duration_max_ms) * ms_ns),
      deadline_ns_(end_ns_ + drain_ns) {}

Error BandwidthProbeEnd::broken(int error_number) const {
  return {ErrorCode::unreachable,
          error_number == 0 ? "the connection ended in the middle of a probe"
                            : with_errno("the connection broke", error_number),
          remote_address(socket_).text()};
}

pollfd BandwidthProbeEnd::poll_entry() const {
  const bool writes = role_ == Role::sender ? !is_over_ : !result_.empty();
  return {socket_.descriptor(), static_cast<short>(writes ? POLLOUT : POLLIN), 0};
}

TimeNs BandwidthProbeEnd::wake_ns() const {
  return role_ == Role::sender && !is_over_ ? end_ns_ : deadline_ns_;
}

Expected<std::optional<BandwidthProbeResult>> BandwidthProbeEnd::step() {
  const TimeNs now_ns = clock_.now_ns();
  if (now_ns >= deadline_ns_) {
    return fail(ErrorCode::unreachable, "the probe does not arrive",
                remote_address(socket_).text());
  }
  if (role_ == Role::sender && !is_over_) {
    if (auto sent = send_bytes(now_ns); !sent) return forward_error(sent);
    if (!is_over_) return std::nullopt;
  }
  const bool has_received_all = role_ == Role::receiver && is_over_;
  if (!has_received_all) {
    const auto ended = receive(now_ns);
    if (!ended) return std::unexpected(ended.error());
    if (!*ended) return std::nullopt;
  }
  if (role_ == Role::sender) {
    BodyReader reader(result_);
    BandwidthProbeResult result;
    result.bytes = reader.get<std::uint64_t>();
    result.bytes_per_s = static_cast<double>(reader.get<std::uint64_t>());
    if (!reader.is_whole()) return std::unexpected(broken(0));
    return result;
  }
  if (auto sent = send_result(); !sent) return forward_error(sent);
  if (!result_.empty()) return std::nullopt;
  return BandwidthProbeResult{bytes_, rate()};
}

Expected<void> BandwidthProbeEnd::send_bytes(TimeNs now_ns) {
  const std::uint64_t bytes_max = std::min(probe_.bytes_max, BandwidthProbe::bytes_limit);
  for (int i = 0; i < pieces_max && now_ns < end_ns_ && bytes_ < bytes_max; ++i) {
    const std::size_t want = std::min<std::uint64_t>(piece_bytes, bytes_max - bytes_);
    const ssize_t sent =
        send(socket_.descriptor(), piece().data(), want, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return std::unexpected(broken(errno));
    if (sent <= 0) return {};
    bytes_ += static_cast<std::uint64_t>(sent);
  }
  if (now_ns < end_ns_ && bytes_ < bytes_max) return {};
  is_over_ = true;
  shutdown(socket_.descriptor(), SHUT_WR);
  return {};
}

Expected<bool> BandwidthProbeEnd::receive(TimeNs now_ns) {
  std::array<std::byte, piece_bytes> bytes;
  bool has_ended = false;
  for (int i = 0; i < pieces_max && !has_ended; ++i) {
    const ssize_t got = recv(socket_.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return false;
    if (got < 0) return std::unexpected(broken(errno));
    has_ended = got == 0;
    if (has_ended) continue;
    if (role_ == Role::sender) {
      // Longer than a result: it will not decode.
      if (result_.size() > result_bytes) return true;
      result_.insert(result_.end(), bytes.begin(), bytes.begin() + got);
      continue;
    }
    bytes_ += static_cast<std::uint64_t>(got);
    const bool is_due = samples_.empty() || now_ns - samples_.back().at_ns >= sample_every_ns;
    if (is_due) samples_.push_back({now_ns, bytes_});
  }
  if (!has_ended) return false;
  if (role_ == Role::receiver) {
    is_over_ = true;
    samples_.push_back({now_ns, bytes_});
    BodyWriter writer;
    writer.put(bytes_).put(static_cast<std::uint64_t>(rate()));
    result_ = writer.take();
  }
  return true;
}

Expected<void> BandwidthProbeEnd::send_result() {
  const ssize_t sent =
      send(socket_.descriptor(), result_.data(), result_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return std::unexpected(broken(errno));
  if (sent > 0) result_.erase(result_.begin(), result_.begin() + sent);
  if (result_.empty()) shutdown(socket_.descriptor(), SHUT_WR);
  return {};
}

double BandwidthProbeEnd::rate() const {
  if (samples_.size() < 2) return 0;
  const Sample& last = samples_.back();
  const TimeNs half_ns = samples_.front().at_ns + (last.at_ns - samples_.front().at_ns) / 2;
  const auto from =
      std::ranges::find_if(samples_, [&](const Sample& at) { return at.at_ns >= half_ns; });
  const Sample& first = from->at_ns < last.at_ns ? *from : samples_.front();
  if (last.at_ns <= first.at_ns) return 0;
  return static_cast<double>(last.bytes - first.bytes) * 1e9 /
         static_cast<double>(last.at_ns - first.at_ns);
}

}  // namespace isthmus::engine::bootstrap
