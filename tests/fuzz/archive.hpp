// tests/fuzz/archive.hpp: the kept inputs of a target, in one file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {

struct KeptInput {
  std::string name;
  Bytes bytes;
};

/// Reads a plain tar (POSIX.1-1988, ustar) of regular files, as tools/fuzz_corpus.py writes it, in
/// the order of the archive. Aborts (require) where the file is missing or is none.
std::vector<KeptInput> read_archive(const std::filesystem::path& path);

}  // namespace isthmus::engine::fuzz
