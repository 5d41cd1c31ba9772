// mesh/output/new_file.hpp: a file that appears when it is whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {

/// A file that is written under another name beside its own, so that nobody ever opens half of it.
/// Removes what was not kept.
class NewFile {
 public:
  explicit NewFile(std::string path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Makes the folder, and asks whether the disk has room for so many bytes.
  Expected<void> prepare(std::uint64_t bytes) const;
  /// What is to be written.
  const std::string& unfinished() const { return unfinished_; }
  /// The file is whole and gets its name, which outlives a failure of the machine.
  Expected<void> keep();

 private:
  std::string path_;
  std::string unfinished_;
  bool is_kept_ = false;
};

/// A file of text, whole or not at all.
Expected<void> write_text_file(const std::string& path, std::string_view text);

/// ErrorCode::io, as output fails in the middle of a job: "PATH: cannot write: ... (errno ...)".
std::unexpected<Error> cannot_write(const std::string& path, int error_number);

}  // namespace isthmus::mesh
