// isthmus/image/program.hpp: a program that many ranks of a process run, each its own copy.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/image/libraries.hpp"
#include "isthmus/image/objects.hpp"
#include "isthmus/image/stubs.hpp"

namespace isthmus::engine::image {

/// A runnable shared object (runnable/README.md) with its libraries, checked and linked once for
/// all ranks. Does not change; any thread.
class Program {
 public:
  /// ErrorCode::bad_input, in one line that says what and where and, where one is known, the fix.
  /// May wait for the disk.
  static Expected<std::shared_ptr<const Program>> load(const std::string& path,
                                                       std::shared_ptr<const Libraries> libraries,
                                                       std::shared_ptr<const Stubs> stubs);

  const std::string& path() const { return list_.objects.front()->file.path; }
  /// The program itself comes first.
  const ObjectList& list() const { return list_; }
  const Links& links() const { return links_; }
  /// By index in the list: each object behind those that it needs.
  const std::vector<std::size_t>& construction() const { return construction_; }
  const Libraries& libraries() const { return *libraries_; }
  const Stubs& stubs() const { return *stubs_; }

 private:
  Program() = default;

  ObjectList list_;
  Links links_;
  std::vector<std::size_t> construction_;
  std::shared_ptr<const Libraries> libraries_;
  std::shared_ptr<const Stubs> stubs_;
};

}  // namespace isthmus::engine::image
