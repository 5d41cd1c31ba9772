#include "mpi/image_machine.hpp"

#include <cstddef>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/image/address.hpp"
#include "mpi/rank.hpp"
#include "mpi/refusals.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

std::string text_of(const image::Holdings& holdings) {
  if (!holdings.files.empty()) {
    std::string text = "an open file: " + holdings.files.begin()->second;
    const std::size_t others = holdings.files.size() - 1;
    return others == 0 ? text : text + " and " + std::to_string(others) + " more";
  }
  return holdings.mappings.empty() ? std::string() : "memory that it has mapped by itself";
}

Expected<Process::Loaded> loaded(const Launch& launch) {
  auto process = Process::get(launch);
  if (!process) return forward_error(process);
  return (*process)->program(launch.program);
}

class ImageMachine final : public Machine {
 public:
  /// `place_salt` tells places of its program from those of others.
  ImageMachine(std::unique_ptr<image::Machine> machine, int rank, std::uint64_t place_salt,
               bool among_others)
      : machine_(std::move(machine)),
        rank_(rank),
        place_salt_(place_salt),
        among_others_(among_others) {}

  image::Stop run() override {
    const image::Stop why = machine_->run();
    const auto& refused = machine_->refused();
    if (refused.size() != refusals_told_) {
      refusals_told_ = refused.size();
      tell_refusals(rank_, refused);
    }
    return why;
  }
  void prefetch() const override { machine_->prefetch(); }
  image::Trap trap() const override { return machine_->trap(); }
  std::uint64_t call_place() const override {
    return (machine_->trap().call_site - machine_->slot().begin) ^ place_salt_;
  }
  void answer(std::uint64_t value) override { machine_->answer(value); }
  void answer_real(double value) override { machine_->answer_real(value); }
  void call(std::uint64_t function, std::array<std::uint64_t, 6> arguments) override {
    machine_->call(function, arguments);
  }
  std::uint64_t returned() const override { return machine_->returned(); }
  TimeNs sleep_ns() const override { return machine_->sleep_ns(); }
  bool has_ended() const override { return machine_->has_ended(); }
  const image::Ending& ending() const override { return machine_->ending(); }
  image::Heap& heap() override { return machine_->heap(); }
  bool is_among_others() const override { return among_others_; }

  std::string stays_for(const Launch& launch) const override {
    if (!launch.has_settled_addresses) return "addresses that the system randomizes";
    if (std::string held = text_of(holdings()); !held.empty()) return held;
    const auto program = loaded(launch);
    if (program && program->fingerprint == launch.fingerprint) return {};
    return "a program or libraries that are others, or lie elsewhere, than those of the main "
           "program";
  }
  void note_reasons_to_stay(const Launch& launch, std::set<std::string>& reasons) const override {
    if (!launch.has_settled_addresses) reasons.insert("addresses that the system randomizes");
    for (const auto& [descriptor, what] : holdings().files) {
      reasons.insert("an open file: " + what);
    }
    if (!holdings().mappings.empty()) reasons.insert("memory that it has mapped by itself");
    for (const std::string& name : machine_->refused()) {
      reasons.insert(name + ", which it has called and was refused");
    }
  }
  Moving take_down(const Launch& launch) const override {
    Moving moving;
    const auto program = loaded(launch);
    if (!program) throw FatalError(program.error().text());
    moving.progress = machine_->progress();
    moving.holdings = holdings();
    moving.fingerprint = program->fingerprint;
    for (const image::Machine::Piece& piece : machine_->pieces()) {
      moving.pieces.push_back(
          {piece.address, {pointer_to<const std::byte>(piece.address), piece.bytes}});
    }
    return moving;
  }
  /// Others of the process go on until the main program hears of it.
  void end_with_job(int, const std::string&) override {}

 private:
  const image::Holdings& holdings() const { return std::as_const(*machine_).holdings(); }

  std::unique_ptr<image::Machine> machine_;
  int rank_;
  std::uint64_t place_salt_;
  bool among_others_;
  std::size_t refusals_told_ = 0;
};

/// 0 for the program of the job's first ranks: all programs lie at one place of their slots. What
/// is above a slot's addresses is free for it.
std::uint64_t place_salt_of(const Launch& launch) {
  return launch.is_of_later ? hash_name(launch.program) << 40 : 0;
}

}  // namespace

Expected<std::unique_ptr<Machine>> ImageMachines::make(const Launch& launch, int rank,
                                                       image::World& world) {
  auto process = Process::get(launch);
  if (!process) return forward_error(process);
  auto program = (*process)->program(launch.program);
  if (!program) return forward_error(program);
  auto slot = (*process)->slot(launch.slot_of(rank));
  if (!slot) return forward_error(slot);
  image::Start start;
  start.arguments = launch.arguments;
  start.arguments.insert(start.arguments.begin(),
                         launch.name.empty() ? launch.program : launch.name);
  start.environment = process_environment();
  if (launch.stack_bytes != 0) start.stack_bytes = launch.stack_bytes;
  auto machine = image::Machine::make(program->program, *slot, world, start);
  if (!machine) return forward_error(machine);
  return std::make_unique<ImageMachine>(std::move(*machine), rank, place_salt_of(launch),
                                        among_others_);
}

Expected<std::unique_ptr<Machine>> ImageMachines::make_for(const Launch& launch, int rank,
                                                           image::World& world,
                                                           const Moving& moving) {
  auto process = Process::get(launch);
  if (!process) return forward_error(process);
  auto program = (*process)->program(launch.program);
  if (!program) return forward_error(program);
  auto slot = (*process)->slot(launch.slot_of(rank));
  if (!slot) return forward_error(slot);
  if (moving.fingerprint != program->fingerprint) {
    return fail(ErrorCode::bad_input,
                "rank " + std::to_string(rank) +
                    " cannot go on in this process, whose program or libraries are others or lie "
                    "elsewhere",
                {}, "the same program and equal machines, with addresses that are not randomized");
  }
  ISTHMUS_ASSERT(moving.progress);
  auto machine = image::Machine::make_for(program->program, *slot, world, *moving.progress);
  if (!machine) return forward_error(machine);
  for (const Moving::Piece& piece : moving.pieces) {
    std::memcpy(pointer_to<void>(piece.address), piece.bytes.data(), piece.bytes.size());
  }
  (*machine)->holdings() = moving.holdings;
  (*machine)->arrived();
  return std::make_unique<ImageMachine>(std::move(*machine), rank, place_salt_of(launch),
                                        among_others_);
}

}  // namespace isthmus::engine::mpi
