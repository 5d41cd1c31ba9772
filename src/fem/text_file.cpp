#include "fem/text_file.hpp"

#include <cerrno>
#include <fstream>
#include <sstream>

#include "isthmus/base/input_file.hpp"

namespace isthmus::fem {

Expected<std::string> read_file(const std::string& path, const std::string& kind) {
  if (auto readable = check_readable(path, kind); !readable) return forward_error(readable);
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(ErrorCode::bad_input, with_errno("cannot read", errno), path, kind);
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
