#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "md/cell_atoms.hpp"
#include "md/charmm/coordinates.hpp"
#include "md/charmm/psf.hpp"
#include "md/text_lines.hpp"

namespace md::charmm {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;

// What columns of eight and of nine characters have room for.
constexpr double coordinate_least = -999.9995;
constexpr double coordinate_bound = 9999.9995;
constexpr double length_bound = 99999.9995;

Expected<void> write_box(std::FILE* file, const std::string& path, const Box& box) {
  if (box.periodic != std::array{true, true, true}) return {};
  for (int d = 0; d < 3; ++d) {
    if (box.length(d) < length_bound) continue;
    return isthmus::fail(ErrorCode::bad_input, "a box of " + std::to_string(box.length(d)), path,
                         "lengths below 100000, for which a PDB has room");
  }
  std::fprintf(file, "CRYST1%9.3f%9.3f%9.3f%7.2f%7.2f%7.2f P 1           1\n", box.length(0),
               box.length(1), box.length(2), 90.0, 90.0, 90.0);
  return {};
}

Expected<void> write_atom(std::FILE* file, const std::string& path, const Atom& atom,
                          std::string name) {
  for (const double at : atom.position) {
    if (at > coordinate_least && at < coordinate_bound) continue;
    return isthmus::fail(ErrorCode::bad_input,
                         "atom " + std::to_string(atom.id) + " is at " + std::to_string(at), path,
                         "-999.999 to 9999.999, for which a PDB has room");
  }
  // Names of fewer than four letters begin in the second of their columns.
  if (name.size() < 4) name.insert(name.begin(), ' ');
  std::fprintf(file, "ATOM  %5lld %-4.4s MOL  %4d    %8.3f%8.3f%8.3f%6.2f%6.2f\n",
               static_cast<long long>(atom.id % 100000), name.c_str(), atom.molecule % 10000,
               atom.position[0], atom.position[1], atom.position[2], 1.0, 0.0);
  return {};
}

Expected<void> write_all(std::FILE* file, const std::string& path, const System& system,
                         std::span<const std::string> names) {
  std::fputs("REMARK made by isthmus md\n", file);
  if (auto written = write_box(file, path, system.box); !written) return written;
  for (std::size_t i = 0; i < system.atoms.size(); ++i) {
    Atom atom = system.atoms[i];
    wrap(atom, system.box);
    std::string name = i < names.size() ? names[i] : "A" + std::to_string(atom.type + 1);
    if (auto written = write_atom(file, path, atom, std::move(name)); !written) return written;
  }
  std::fputs("END\n", file);
  return {};
}

}  // namespace

Expected<void> write_pdb(const std::string& path, const System& system,
                         std::span<const std::string> names) {
  const auto cannot = [&] {
    return isthmus::fail(ErrorCode::io, isthmus::with_errno("cannot be written", errno), path);
  };
  // Into memory first: what a PDB has no room for leaves a file of that name as it was.
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* const memory = open_memstream(&text, &size);
  if (memory == nullptr) return cannot();
  auto shown = write_all(memory, path, system, names);
  const bool is_whole = std::fclose(memory) == 0;
  const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
  if (!shown) return shown;
  if (!is_whole) return cannot();
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return cannot();
  const bool is_written = std::fwrite(text, 1, size, file) == size;
  if (std::fclose(file) != 0 || !is_written) return cannot();
  return {};
}

Expected<std::vector<std::string>> atom_names(const std::string& psf) {
  if (psf.empty()) return std::vector<std::string>();
  const auto text = read_file(psf);
  if (!text) return std::unexpected(text.error());
  const auto read = parse_psf(*text, psf);
  if (!read) return std::unexpected(read.error());
  std::vector<std::string> names;
  for (const Psf::Atom& atom : read->atoms) names.push_back(atom.name);
  return names;
}

}  // namespace md::charmm
