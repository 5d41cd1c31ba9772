#include "mpi/crash_place.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>

namespace isthmus::engine::mpi {

namespace {

/// A line of /proc/self/maps.
struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;
  std::array<char, 5> rights{};
  std::array<char, 1024> path{};
};

/// The mapping of that address; its `end` is 0 where there is none.
Mapping mapping_of(std::uint64_t address) {
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  Mapping found;
  std::array<char, 4096> bytes;  // NOLINT(*-member-init)
  std::size_t have = 0;
  while (found.end == 0) {
    const ssize_t more = read(file, bytes.data() + have, bytes.size() - have);
    if (more <= 0) break;
    have += static_cast<std::size_t>(more);
    char* line = bytes.data();
    while (char* const after = static_cast<char*>(
               std::memchr(line, '\n', static_cast<std::size_t>(bytes.data() + have - line)))) {
      *after = '\0';
      Mapping one;
      // Reads numbers and words alone: no memory is asked for.
      unsigned long long begin = 0;
      unsigned long long end = 0;
      unsigned long long offset = 0;
      const int fields = std::sscanf(line, "%llx-%llx %4s %llx %*s %*s %1023[^\n]", &begin, &end,
                                     one.rights.data(), &offset, one.path.data());
      if (fields >= 4 && begin <= address && address < end) {
        found = one;
        found.begin = begin;
        found.end = end;
        found.offset = offset;
        break;
      }
      line = after + 1;
    }
    if (found.end != 0) break;
    have = static_cast<std::size_t>(bytes.data() + have - line);
    if (have == bytes.size()) break;
    std::memmove(bytes.data(), line, have);
  }
  close(file);
  return found;
}

/// A file's bytes while it lives.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat facts{};
    if (fstat(file, &facts) == 0 && facts.st_size > 0) {
      void* const begin =
          mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0);
      if (begin != MAP_FAILED) {
        bytes_ = {static_cast<const std::byte*>(begin), static_cast<std::size_t>(facts.st_size)};
      }
    }
    close(file);
  }
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  /// None where the file is shorter.
  template <class Entry>
  std::span<const Entry> entries(std::uint64_t offset, std::uint64_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(Entry)) return {};
    return {reinterpret_cast<const Entry*>(bytes_.data() + offset), count};
  }

 private:
  std::span<const std::byte> bytes_;
};

void name_function(const MappedFile& file, const Elf64_Ehdr& header, CodePlace& place) {
  const auto sections = file.entries<Elf64_Shdr>(header.e_shoff, header.e_shnum);
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM) continue;
    if (table.sh_link >= sections.size()) continue;
    const Elf64_Shdr& names = sections[table.sh_link];
    const auto letters = file.entries<char>(names.sh_offset, names.sh_size);
    for (const Elf64_Sym& symbol :
         file.entries<Elf64_Sym>(table.sh_offset, table.sh_size / sizeof(Elf64_Sym))) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_name >= letters.size()) continue;
      if (place.address < symbol.st_value || place.address >= symbol.st_value + symbol.st_size) {
        continue;
      }
      const auto name = letters.subspan(symbol.st_name);
      const std::size_t length = strnlen(name.data(), name.size());
      std::memcpy(place.function.data(), name.data(), std::min(length, place.function.size() - 1));
      return;
    }
  }
}

CodePlace place_in(const Mapping& mapping, std::uint64_t address) {
  CodePlace place;
  if (mapping.path[0] != '/') return place;
  place.file = mapping.path;
  const std::uint64_t offset = address - mapping.begin + mapping.offset;
  place.address = offset;
  const MappedFile file(mapping.path.data());
  const auto headers = file.entries<Elf64_Ehdr>(0, 1);
  if (headers.empty()) return place;
  for (const Elf64_Phdr& segment :
       file.entries<Elf64_Phdr>(headers[0].e_phoff, headers[0].e_phnum)) {
    if (segment.p_type == PT_LOAD && offset >= segment.p_offset &&
        offset < segment.p_offset + segment.p_filesz) {
      place.address = offset - segment.p_offset + segment.p_vaddr;
    }
  }
  name_function(file, headers[0], place);
  return place;
}

/// Slots of ranks are beside each other, and far from where a process keeps its own.
bool is_of_ranks(std::uint64_t address, std::uint64_t stack_pointer) {
  constexpr std::uint64_t far = std::uint64_t{1} << 43;
  return (address > stack_pointer ? address - stack_pointer : stack_pointer - address) < far;
}

/// Whether a call stands before that place, in any of its forms: else the word on the stack that
/// names it is no return address.
bool is_after_call(const Mapping& mapping, std::uint64_t address) {
  constexpr std::uint64_t longest = 7;
  if (address < mapping.begin + longest || mapping.rights[0] != 'r') return false;
  const auto* const after = reinterpret_cast<const std::uint8_t*>(address);  // NOLINT(*-int-to-ptr)
  if (after[-5] == 0xe8) return true;                                        // to an address
  // By a register or a word in memory: 0xff, and 2 in the middle of the byte behind.
  for (std::uint64_t length = 2; length <= longest; ++length) {
    const std::uint8_t* const call = after - length;
    if (call[0] == 0xff && (call[1] >> 3 & 7) == 2) return true;
  }
  return false;
}

/// Whether an instruction may stand there.
bool is_code(const Mapping& mapping) { return mapping.end != 0 && mapping.rights[2] == 'x'; }

}  // namespace

CodePlace find_crash_place(std::uint64_t instruction, std::uint64_t stack_pointer) {
  if (is_of_ranks(instruction, stack_pointer)) {
    const Mapping mapping = mapping_of(instruction);
    if (is_code(mapping)) return place_in(mapping, instruction);
  }
  // The stack may be what is wrong: the kernel reads it, and says where it cannot.
  std::array<std::uint64_t, 512> words{};
  const iovec here{words.data(), sizeof words};
  const iovec there{reinterpret_cast<void*>(stack_pointer), sizeof words};  // NOLINT(*-int-to-ptr)
  const ssize_t bytes = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  const std::size_t count = bytes > 0 ? static_cast<std::size_t>(bytes) / sizeof words[0] : 0;
  for (const std::uint64_t word : std::span(words).first(count)) {
    if (word < 4096 || !is_of_ranks(word, stack_pointer)) continue;
    const Mapping mapping = mapping_of(word);
    // The call stands before the place to which it returns.
    if (is_code(mapping) && is_after_call(mapping, word) && mapping.path[0] == '/' &&
        std::string_view(mapping.path.data()).find("isthmus stubs") == std::string_view::npos) {
      return place_in(mapping, word - 1);
    }
  }
  return {};
}

bool is_end_of_stack(std::uint64_t address, std::uint64_t stack_pointer) {
  constexpr std::uint64_t near = 1 << 16;
  if ((address > stack_pointer ? address - stack_pointer : stack_pointer - address) > near) {
    return false;
  }
  const Mapping mapping = mapping_of(address);
  return mapping.end != 0 && mapping.rights[0] == '-';
}

}  // namespace isthmus::engine::mpi
