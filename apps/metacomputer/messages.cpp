// What messages take (Neff 1995, 5.4): half of a round trip, a scatter, a gather, and an all-to-all
// broadcast by way of one PE, for messages of several sizes. All PEs take part, PE 0 too.

#include <cstddef>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "metacomputer/programs.hpp"
#include "metacomputer/shares.hpp"

namespace metacomputer {

using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

namespace {

/// What every byte of a PE's messages is.
std::byte mark_of(PeId pe) { return static_cast<std::byte>(pe.value + 1); }

class Endpoint : public isthmus::Chare<Endpoint, PeId> {
 public:
  explicit Endpoint(int pes) : pes_(pes) {}

  /// On PE 0: does so many rounds and then calls back.
  void begin(Program program, int bytes, int rounds, PeId partner,
             const isthmus::Callback<void>& done) {
    program_ = program;
    rounds_ = rounds;
    partner_ = partner;
    bytes_ = static_cast<std::size_t>(bytes);
    done_ = done;
    begin_round();
  }

  // To the others.
  void echo(std::span<const std::byte> message) {
    expect_from(PeId(0), message);
    array()[PeId(0)].send<&Endpoint::come>(pe(), own(message.size()));
  }
  void take(std::span<const std::byte> message) {
    expect_from(PeId(0), message);
    array()[PeId(0)].send<&Endpoint::come>(pe(), std::vector<std::byte>());
  }
  void ask(std::size_t bytes) { array()[PeId(0)].send<&Endpoint::come>(pe(), own(bytes)); }
  void take_all(std::span<const std::byte> all) {
    const std::size_t bytes = all.size() / static_cast<std::size_t>(pes_);
    for (int from = 0; from < pes_; ++from) {
      expect_from(PeId(static_cast<std::uint32_t>(from)),
                  all.subspan(static_cast<std::size_t>(from) * bytes, bytes));
    }
    array()[PeId(0)].send<&Endpoint::receipt>();
  }

  // To PE 0.
  void come(PeId from, std::span<const std::byte> message) {
    if (!message.empty()) expect_from(from, message);
    if (program_ == Program::all_to_all) {
      std::ranges::copy(message, all_.begin() + static_cast<std::ptrdiff_t>(from.value * bytes_));
    }
    if (--missing_ > 0) return;
    if (program_ != Program::all_to_all) return end_round();
    missing_ = pes_;
    array().all().send<&Endpoint::take_all>(std::span<const std::byte>(all_));
  }
  void receipt() {
    if (--missing_ == 0) end_round();
  }

 private:
  void begin_round() {
    missing_ = program_ == Program::latency ? 1 : pes_;
    switch (program_) {
      case Program::latency:
        return array()[partner_].send<&Endpoint::echo>(own(bytes_));
      case Program::scatter:
        for (int to = 0; to < pes_; ++to) {
          array()[PeId(static_cast<std::uint32_t>(to))].send<&Endpoint::take>(own(bytes_));
        }
        return;
      default:
        all_.resize(bytes_ * static_cast<std::size_t>(pes_));
        return array().all().send<&Endpoint::ask>(bytes_);
    }
  }
  void end_round() {
    if (--rounds_ > 0) return begin_round();
    isthmus::send(done_);
  }
  std::vector<std::byte> own(std::size_t bytes) const {
    return std::vector<std::byte>(bytes, mark_of(pe()));
  }
  void expect_from(PeId from, std::span<const std::byte> message) const {
    if (message.empty()) return;
    if (message.front() == mark_of(from) && message.back() == mark_of(from)) return;
    throw std::runtime_error("a message is not that of PE " + std::to_string(from.value));
  }

  int pes_;
  Program program_ = Program::latency;
  int rounds_ = 0;
  PeId partner_;
  std::size_t bytes_ = 0;
  int missing_ = 0;
  std::vector<std::byte> all_;
  isthmus::Callback<void> done_;
};

Task<double> seconds_of(Job& job, isthmus::GroupProxy<Endpoint> endpoints, const Options& options,
                        int bytes, int rounds) {
  const int last = job.pe_count() - 1;
  const int partner = options.messages.partner < 0 ? last : options.messages.partner;
  isthmus::Future<void> done("the rounds");
  const double begin_s = job.seconds();
  endpoints[PeId(0)].send<&Endpoint::begin>(
      options.program, bytes, rounds, PeId(static_cast<std::uint32_t>(partner)), done.callback());
  co_await done;
  co_return job.seconds() - begin_s;
}

}  // namespace

Task<void> run_messages(Job& job, const Options& options) {
  const MessageOptions& messages = options.messages;
  if (messages.partner >= job.pe_count()) {
    throw isthmus::BadInput({isthmus::ErrorCode::bad_input, std::to_string(messages.partner),
                             "--partner", "a PE below " + std::to_string(job.pe_count())});
  }
  static constexpr const char* names[] = {"latency", "scatter", "gather", "all_to_all"};
  const std::string name =
      names[static_cast<int>(options.program) - static_cast<int>(Program::latency)];
  const auto endpoints = job.create_group<Endpoint>(job.pe_count());
  co_await job.quiescence();
  std::printf("%s: %d PEs, %d rounds of each size\n", name.c_str(), job.pe_count(),
              messages.rounds);
  for (const int bytes : messages.sizes) {
    co_await seconds_of(job, endpoints, options, bytes, 1);
    const double seconds = co_await seconds_of(job, endpoints, options, bytes, messages.rounds);
    const double us =
        seconds * 1e6 / messages.rounds / (options.program == Program::latency ? 2 : 1);
    std::printf("  %8d bytes  %12.3f us\n", bytes, us);
    job.report("us_" + std::to_string(bytes), us);
  }
}

}  // namespace metacomputer
