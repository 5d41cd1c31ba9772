// One fuzzer: what clang's libFuzzer calls, for the target that the build names.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {

extern const Target ISTHMUS_FUZZ_TARGET;

namespace {

constexpr std::string_view seeds_option = "--write-seeds=";

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const Bytes& seed : ISTHMUS_FUZZ_TARGET.seeds()) {
    std::ofstream file(folder / ("seed-" + std::to_string(++number)), std::ios::binary);
    file.write(reinterpret_cast<const char*>(seed.data()),
               static_cast<std::streamsize>(seed.size()));
  }
}

}  // namespace

}  // namespace isthmus::engine::fuzz

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (int i = 1; i < *count; ++i) {
    const std::string_view argument((*arguments)[i]);
    if (!argument.starts_with(isthmus::engine::fuzz::seeds_option)) continue;
    isthmus::engine::fuzz::write_seeds(argument.substr(isthmus::engine::fuzz::seeds_option.size()));
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  isthmus::engine::fuzz::ISTHMUS_FUZZ_TARGET.run(std::as_bytes(std::span(data, size)));
  return 0;
}
