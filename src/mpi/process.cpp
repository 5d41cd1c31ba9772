#include "mpi/process.hpp"

#include <sys/personality.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

#include "isthmus/image/libraries.hpp"
#include "isthmus/image/stubs.hpp"
#include "mpi/abi/functions.hpp"

namespace isthmus::mpi {

namespace {

image::HostSymbols symbols() {
  image::HostSymbols symbols;
  for (std::uint32_t number = 0; number < function_names.size(); ++number) {
    const std::string name(function_names[number]);
    symbols.functions.push_back({name, number});
    symbols.functions.push_back({"P" + name, number});
  }
  symbols.stands_for = {"libmpi_abi.so.1"};
  return symbols;
}

}  // namespace

Expected<Process*> Process::get(const Launch& launch) {
  static std::mutex lock;
  static std::unique_ptr<Process> process;
  const std::lock_guard held(lock);
  if (process != nullptr) return process.get();
  auto stubs = image::Stubs::make(symbols());
  if (!stubs) return forward_error(stubs);
  auto program = image::Program::load(launch.program, std::make_shared<image::Libraries>(), *stubs);
  if (!program) return forward_error(program);
  auto slots = image::Slots::reserve(
      {.bytes = launch.slot_bytes, .count = static_cast<std::size_t>(launch.rank_count)});
  if (!slots) return forward_error(slots);
  process.reset(new Process(std::move(*slots), std::move(*program)));
  return process.get();
}

void settle_addresses(char** arguments) {
  const int present = personality(0xffff'ffff);
  if (present == -1 || (present & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned long>(present) | ADDR_NO_RANDOMIZE) == -1) return;
  execv("/proc/self/exe", arguments);
}

}  // namespace isthmus::mpi
