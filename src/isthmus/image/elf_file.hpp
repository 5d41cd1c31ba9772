// isthmus/image/elf_file.hpp: a shared object as its file describes it, checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::image {

/// Addresses within an object begin where it is loaded; `Address` is such a one, or an absolute
/// one where a comment says so.
using Address = std::uint64_t;

/// A piece that is mapped: PT_LOAD.
struct Segment {
  Address address = 0;
  std::uint64_t file_offset = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t memory_bytes = 0;
  int protection = 0;  ///< PROT_READ | ...
};

/// What each copy of an object has of its own for each thread: PT_TLS.
struct ThreadLocal {
  Address address = 0;  ///< of the bytes that it begins with
  std::uint64_t file_bytes = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t alignment = 1;
};

/// A name that the object has or wants. The views point into the file.
struct Symbol {
  std::string_view name;
  std::string_view version;  ///< empty where the file gives none
  Address value = 0;
  std::uint64_t bytes = 0;
  std::uint8_t type = 0;     ///< STT_*
  std::uint8_t binding = 0;  ///< STB_*
  bool defined = false;
  bool old_version = false;  ///< Found by who asks for this version alone.
};

/// A place that is filled in when the object is loaded.
struct Relocation {
  Address where = 0;
  std::uint32_t type = 0;  ///< R_X86_64_*
  std::uint32_t symbol = 0;
  std::int64_t addend = 0;
};

/// Functions at consecutive words.
struct FunctionTable {
  Address address = 0;
  std::uint64_t count = 0;
};

/// The bytes of a file, mapped to be read. The file stays open, so that its pieces can be mapped.
class MappedFile {
 public:
  static Expected<std::shared_ptr<const MappedFile>> open(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::byte* data() const { return data_; }
  std::uint64_t bytes() const { return bytes_; }
  int descriptor() const { return descriptor_; }

 private:
  MappedFile() = default;

  const std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
  int descriptor_ = -1;
};

/// A shared object for this processor. Whatever lies outside the file or contradicts itself has
/// been refused, so users need not look again: segments do not overlap and rise, what the tables
/// name lies within them, relocations name symbols that there are. Plain data; does not change.
struct ElfFile {
  std::string path;
  std::string name;  ///< its soname, or the file's name without folders
  std::shared_ptr<const MappedFile> file;
  std::vector<Segment> segments;
  std::uint64_t memory_bytes = 0;  ///< from address 0 to the end of the last segment
  std::uint64_t alignment = 4096;
  std::optional<ThreadLocal> thread_local_data;
  std::vector<Symbol> symbols;
  std::vector<Relocation> relocations;
  std::vector<std::string> needed;
  std::vector<std::string> run_paths;  ///< with $ORIGIN replaced
  Address init = 0;                    ///< 0: none
  FunctionTable init_functions;
  Address fini = 0;
  FunctionTable fini_functions;
  Address unwind_table = 0;               ///< PT_GNU_EH_FRAME; 0: none
  Address entry = 0;                      ///< 0: none
  bool is_program = false;                ///< linked as a position-independent executable
  bool runs_alone = false;                ///< names the loader that starts it
  const void* program_headers = nullptr;  ///< in the file
  std::uint16_t program_header_count = 0;

  /// ErrorCode::bad_input, in one line with the fix where one is known. May wait for the disk.
  static Expected<ElfFile> read(const std::string& path);
};

}  // namespace isthmus::engine::image
