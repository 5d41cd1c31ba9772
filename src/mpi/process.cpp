#include "mpi/process.hpp"

#include <gnu/libc-version.h>
#include <link.h>
#include <sys/personality.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "isthmus/image/libraries.hpp"
#include "isthmus/image/stubs.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/points.hpp"
#include "mpi/program_fix.hpp"

namespace isthmus::engine::mpi {

namespace {

image::HostSymbols symbols() {
  image::HostSymbols symbols;
  for (std::uint32_t number = 0; number < function_names.size(); ++number) {
    const std::string name(function_names[number]);
    symbols.functions.push_back({name, number});
    symbols.functions.push_back({"P" + name, number});
  }
  symbols.functions.push_back({"isthmus_balancing_point", balancing_point_call});
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
  auto slots = image::Slots::reserve(
      {.bytes = launch.slot_bytes, .count = static_cast<std::size_t>(launch.rank_count)});
  if (!slots) return forward_error(slots);
  process.reset(new Process(std::move(*stubs), std::move(*slots)));
  return process.get();
}

namespace {

std::uint64_t fingerprint_of(const image::Program& program) {
  std::vector<std::string> places;
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* all) {
        const std::string_view path = library->dlpi_name;
        const std::string name(path.substr(path.rfind('/') + 1));
        if (image::Libraries::is_shared(name)) {
          static_cast<std::vector<std::string>*>(all)->push_back(
              name + "@" + std::to_string(library->dlpi_addr));
        }
        return 0;
      },
      &places);
  std::ranges::sort(places);
  std::string text = gnu_get_libc_version();
  for (const std::string& place : places) text += " " + place;
  std::uint64_t mixed = hash_name(text);
  for (const auto& object : program.list().objects) {
    const std::byte* const bytes = object->file.file->data();
    const std::uint64_t count = object->file.file->bytes();
    mixed = Random::mix(mixed ^ count);
    for (std::uint64_t at = 0; at < count; at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + at, std::min<std::uint64_t>(sizeof word, count - at));
      mixed = Random::mix(mixed ^ word);
    }
  }
  return mixed;
}

}  // namespace

Expected<Process::Loaded> Process::program(const std::string& path) {
  const std::lock_guard held(lock_);
  if (const auto found = programs_.find(path); found != programs_.end()) return found->second;
  auto program = image::Program::load(path, std::make_shared<image::Libraries>(), stubs_);
  if (!program) return std::unexpected(with_program_fix(std::move(program.error()), path));
  const std::uint64_t fingerprint = fingerprint_of(**program);
  return programs_.emplace(path, Loaded{std::move(*program), fingerprint}).first->second;
}

Expected<image::Slot> Process::slot(int number) {
  const std::lock_guard held(lock_);
  const auto index = static_cast<std::size_t>(number);
  if (auto grown = slots_.grow_to(index + 1); !grown) return forward_error(grown);
  return slots_[index];
}

std::vector<std::string> process_environment() {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) all.emplace_back(*variable);
  return all;
}

bool has_settled_addresses() {
  const int present = personality(0xffff'ffff);
  return present != -1 && (present & ADDR_NO_RANDOMIZE) != 0;
}

void settle_addresses(char** arguments) {
  const int present = personality(0xffff'ffff);
  if (present == -1 || has_settled_addresses()) return;
  if (personality(static_cast<unsigned long>(present) | ADDR_NO_RANDOMIZE) == -1) return;
  execv("/proc/self/exe", arguments);
}

}  // namespace isthmus::engine::mpi
