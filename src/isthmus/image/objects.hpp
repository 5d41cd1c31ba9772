// isthmus/image/objects.hpp: a program and its libraries as they lie in every slot, and their
// links.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/image/elf_file.hpp"
#include "isthmus/image/libraries.hpp"
#include "isthmus/image/stubs.hpp"

namespace isthmus::engine::image {

/// An object of which each rank has its own copy, at the same distance from its slot's begin.
struct Object {
  ElfFile file;
  std::uint64_t offset = 0;
  std::optional<std::size_t> thread_local_index;  ///< in Header::thread_local_blocks
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> exports;  ///< to its symbols

  /// The symbol of this name that others see: of that version if one is asked for and the object
  /// has versions, else the newest. Null where there is none.
  const Symbol* find(std::string_view name, std::string_view version) const;
};

/// Libraries of the process that its ranks share. A handle on each; copies share them.
class SharedLibraries {
 public:
  /// ErrorCode::bad_input where the machine's loader refuses it.
  Expected<void> add(const std::string& name);
  /// Null where none of them has it.
  void* find(std::string_view name, std::string_view version) const;

 private:
  std::vector<std::pair<std::string, std::shared_ptr<void>>> handles_;
};

/// What a slot holds of objects, in the order in which names are looked up.
struct ObjectList {
  std::vector<std::shared_ptr<const Object>> objects;
  SharedLibraries shared;
  std::uint64_t end = 0;  ///< the next object may begin here, from the slot's begin on
  std::size_t thread_local_count = 0;

  /// Adds an object with what it needs and is not there yet. Returns which ones, by index, each
  /// behind those that it needs: the order of their constructors. ErrorCode::bad_input.
  Expected<std::vector<std::size_t>> add(ElfFile file, const Libraries& libraries,
                                         const Stubs& stubs);
  /// By the name under which libraries are needed; null where it is not here.
  const Object* find(std::string_view name) const;
};

/// What has to be written into a fresh copy of objects, found out once for all ranks. Places and
/// addresses count from the slot's begin.
struct Links {
  struct Word {
    std::uint64_t place;
    std::uint64_t value;
  };
  struct Copy {
    std::uint64_t place;
    const void* from;
    std::uint64_t bytes;
  };
  std::vector<Word> inside;   ///< addresses in the slot
  std::vector<Word> outside;  ///< the same in each slot of the process
  std::vector<Word> chosen;   ///< what the function in the slot returns: IFUNC
  std::vector<Copy> copied;   ///< bytes of the process's

  /// Writes them into the slot that begins there. The functions of `chosen` run here and now.
  void write(std::uint64_t slot) const;
};

/// Resolves the relocations of the objects from index `first` on against all of the list, then the
/// stubs, then the shared libraries; in this order, so that a program's own functions go before
/// libc's. ErrorCode::bad_input names the symbol or the place.
Expected<Links> link(const ObjectList& list, std::size_t first, const Stubs& stubs);

}  // namespace isthmus::engine::image
