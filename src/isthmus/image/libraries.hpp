// isthmus/image/libraries.hpp: where a library lies that a program names.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/image/elf_file.hpp"

namespace isthmus::engine::image {

/// Finds libraries as the machine's own loader does (ld.so(8)): by the run path of who needs one,
/// in the directories that are handed in (LD_LIBRARY_PATH, for example), in the loader's cache, in
/// the system's directories. Plain data after its making; may wait for the disk.
class Libraries {
 public:
  explicit Libraries(std::vector<std::string> directories = {});

  /// A path. ErrorCode::bad_input where there is none, which says who needs it.
  Expected<std::string> find(const std::string& name, const ElfFile& needed_by) const;

  /// Whether all ranks of a process share the host's copy: what is in it belongs to the thread or
  /// the process, not to a program (libc), or cannot be had twice (libgomp has static TLS).
  static bool is_shared(std::string_view name);

 private:
  std::vector<std::string> directories_;
  std::unordered_map<std::string, std::string> cached_;
};

/// The 64-bit libraries of this processor that a file in the form of /etc/ld.so.cache names, by
/// name. Empty where the file is another one; what lies outside it is left out.
std::unordered_map<std::string, std::string> read_loader_cache(const std::string& path);

}  // namespace isthmus::engine::image
