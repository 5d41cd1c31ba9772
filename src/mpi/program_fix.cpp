#include "mpi/program_fix.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "isthmus/image/elf_file.hpp"

namespace isthmus::engine::mpi {

namespace {

/// For what cannot be made private to a rank.
const std::string processes = "; or ranks that are processes: isthmus mpirun --ranks process";

bool is_script(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  std::array<char, 2> begin{};
  return file.read(begin.data(), begin.size()) && begin[0] == '#' && begin[1] == '!';
}

/// Empty where it needs none but ours.
std::string other_mpi_of(const std::string& program) {
  const auto file = image::ElfFile::read(program);
  if (!file) return {};
  const auto found = std::ranges::find_if(file->needed, [](const std::string& name) {
    return name.starts_with("libmpi.so") || name.starts_with("libmpich") ||
           name.starts_with("libmpi_mpifh.so") || name.starts_with("libmpifort.so");
  });
  return found == file->needed.end() ? "" : *found;
}

}  // namespace

Error with_program_fix(Error error, const std::string& program) {
  if (error.code != ErrorCode::bad_input) return error;
  if (is_script(program)) {
    return {error.code, "a script", program,
            "the program that it starts; of one that libtool wrote, .libs has it" + processes};
  }
  if (const std::string other = other_mpi_of(program); !other.empty()) {
    return {error.code, "it was linked with another MPI (" + other + ")", program,
            "compiled and linked by isthmus mpicc, mpicxx or mpifort"};
  }
  if (!error.expected_what.empty()) {
    error.expected_what += "; isthmus mpicc does so" + processes;
  }
  return error;
}

}  // namespace isthmus::engine::mpi
