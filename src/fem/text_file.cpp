#include "fem/text_file.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace isthmus::fem {

Expected<std::string> read_file(const std::string& path, const std::string& kind) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  if (std::filesystem::is_character_file(path, ignored)) {
    return fail(ErrorCode::bad_input, "is a device", path, kind + ", which has an end");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file || is_folder) {
    return fail(ErrorCode::bad_input, with_errno("cannot read", is_folder ? EISDIR : errno), path,
                kind);
  }
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

OutputFile::OutputFile(const std::string& path)
    : path_(path), file_(std::fopen(path.c_str(), "wb")), error_(errno) {}

Expected<void> OutputFile::finish() {
  if (!file_) return fail(ErrorCode::io, with_errno("cannot write", error_), path_);
  if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return {};
  return fail(ErrorCode::io, with_errno("cannot write", errno), path_);
}

}  // namespace isthmus::fem
