// fem/text_file.hpp: files of meshes as they are read and written.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "isthmus/base/error.hpp"

namespace isthmus::fem {

/// All bytes of a file. ErrorCode::bad_input where it cannot be read; `kind` is what was expected.
Expected<std::string> read_file(const std::string& path, const std::string& kind);

/// A file that is written; its error state tells of a full disk at the end.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  std::FILE* get() const { return file_.get(); }
  /// ErrorCode::io where anything could not be written.
  Expected<void> finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  int error_ = 0;  // of opening it
};

}  // namespace isthmus::fem
