#include "mpi/own_process/own_machine.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

/// The main program hears of a rank's end at once, unless it computes.
constexpr TimeNs patience_ns = 2'000'000'000;

/// Addresses for twice the machine's memory, or what the system grants. Null: nothing worth having.
image::Heap* make_heap() {
  constexpr std::uint64_t least_bytes = std::uint64_t{64} << 20;
  std::uint64_t bytes = 2 * static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  for (bytes = std::max(bytes, least_bytes); bytes >= least_bytes; bytes /= 2) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) return image::Heap::make(memory, bytes);
  }
  return nullptr;
}

class OwnMachine final : public Machine {
 public:
  OwnMachine(TwoStacks& stacks, image::Heap& heap, int& asked_status)
      : stacks_(stacks), heap_(heap), asked_status_(asked_status) {}

  image::Stop run() override {
    // The visit with which the runtime began waits already.
    const image::Stop why =
        std::exchange(has_begun_, true) ? stacks_.let_go_on() : stacks_.present().why;
    if (why == image::Stop::ended) {
      has_ended_ = true;
      ending_.status = static_cast<int>(stacks_.present().arguments[0]) & 0xff;
    }
    return why;
  }
  image::Trap trap() const override {
    const Visit& visit = stacks_.present();
    image::Trap trap{.number = visit.number,
                     .arguments = {},
                     .more_arguments = visit.more_arguments,
                     .call_site = visit.more_arguments[-1]};
    std::copy_n(visit.arguments, trap.arguments.size(), trap.arguments.begin());
    return trap;
  }
  /// Costs are recorded of ranks that are loaded, whose addresses are known.
  std::uint64_t call_place() const override { return stacks_.present().more_arguments[-1]; }
  void answer(std::uint64_t value) override { stacks_.present().result = value; }
  void answer_real(double value) override {
    stacks_.present().result = std::bit_cast<std::uint64_t>(value);
  }
  void call(std::uint64_t function, std::array<std::uint64_t, 6> arguments) override {
    stacks_.call(function, arguments);
  }
  std::uint64_t returned() const override { return stacks_.returned(); }
  TimeNs sleep_ns() const override { return 0; }
  bool has_ended() const override { return has_ended_; }
  const image::Ending& ending() const override { return ending_; }
  CallingThreads* threads() override { return &stacks_; }
  image::Heap& heap() override { return heap_; }
  void prefetch() const override {}
  bool is_among_others() const override { return false; }

  std::string stays_for(const Launch&) const override { return "a process of its own"; }
  void note_reasons_to_stay(const Launch& launch, std::set<std::string>& reasons) const override {
    reasons.insert(stays_for(launch));
  }
  Moving take_down(const Launch&) const override { return {}; }
  void end_with_job(int status, const std::string& why) override {
    asked_status_ = status;
    after(patience_ns, [status, why] {
      std::fprintf(stderr, "isthmus: %s\n", why.c_str());
      std::fflush(nullptr);
      _exit(status);
    });
  }

 private:
  TwoStacks& stacks_;
  image::Heap& heap_;
  int& asked_status_;
  bool has_begun_ = false;
  bool has_ended_ = false;
  image::Ending ending_;
};

}  // namespace

Expected<std::unique_ptr<Machine>> OwnMachines::make(const Launch&, int, image::World&) {
  image::Heap* const heap = make_heap();
  if (heap == nullptr) {
    return fail(ErrorCode::io, "no address space left for memory that MPI gives", {},
                "a larger ulimit -v");
  }
  stacks_.belongs_to(Objects::current());
  return std::make_unique<OwnMachine>(stacks_, *heap, asked_status_);
}

Expected<std::unique_ptr<Machine>> OwnMachines::make_for(const Launch&, int rank, image::World&,
                                                         const Moving&) {
  return fail(ErrorCode::bad_input,
              "rank " + std::to_string(rank) + " is a process of its own, and cannot come here");
}

}  // namespace isthmus::engine::mpi
