#include "isthmus/image/elf_file.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <type_traits>
#include <utility>

namespace isthmus::engine::image {

Expected<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(ErrorCode::bad_input, with_errno("cannot open", errno), path);
  std::shared_ptr<MappedFile> file(new MappedFile);
  file->descriptor_ = descriptor;
  struct stat about{};
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
    return fail(ErrorCode::bad_input, "no regular file", path);
  }
  file->bytes_ = static_cast<std::uint64_t>(about.st_size);
  if (file->bytes_ > 0) {
    void* data = mmap(nullptr, file->bytes_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (data == MAP_FAILED) return fail(ErrorCode::io, with_errno("cannot map", errno), path);
    file->data_ = static_cast<const std::byte*>(data);
  }
  return file;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), bytes_);
  if (descriptor_ >= 0) close(descriptor_);
}

namespace {

#if defined(__x86_64__)
constexpr std::uint16_t own_machine = EM_X86_64;
constexpr std::string_view own_machine_name = "x86-64";
constexpr std::uint32_t relative_type = R_X86_64_RELATIVE;
#else
constexpr std::uint16_t own_machine = EM_AARCH64;
constexpr std::string_view own_machine_name = "arm64";
constexpr std::uint32_t relative_type = R_AARCH64_RELATIVE;
#endif

constexpr std::uint64_t page_bytes = 4096;
/// Beyond this an object fits no slot, and sums of two such numbers do not wrap.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;

std::string hint_to_rebuild(std::string_view what) {
  return std::string("a runnable shared object: ") + std::string(what);
}

/// The dynamic section: what it says, by tag.
struct Dynamic {
  Address strings = 0, symbols = 0, versions = 0, wanted_versions = 0, given_versions = 0;
  std::uint64_t string_bytes = 0, wanted_version_count = 0, given_version_count = 0;
  Address relocations = 0, calls = 0, relative = 0, hash = 0, gnu_hash = 0;
  std::uint64_t relocation_bytes = 0, call_bytes = 0, relative_bytes = 0, call_kind = DT_RELA;
  std::uint64_t init_bytes = 0, fini_bytes = 0, flags = 0, flags_1 = 0;
  bool changes_text = false;
  std::optional<std::uint64_t> soname, run_path, old_run_path;
  std::vector<std::uint64_t> needed;
};

class Reader {
 public:
  explicit Reader(std::string path) { elf_.path = std::move(path); }

  Expected<ElfFile> read() {
    auto file = MappedFile::open(elf_.path);
    if (!file) return forward_error(file);
    elf_.file = std::move(*file);
    using Step = Expected<void> (Reader::*)();
    for (const Step step :
         {&Reader::read_header, &Reader::read_segments, &Reader::read_dynamic,
          &Reader::refuse_unsuitable, &Reader::read_strings, &Reader::read_symbols,
          &Reader::read_versions, &Reader::read_relocations, &Reader::check_functions}) {
      if (auto done = (this->*step)(); !done) return forward_error(done);
    }
    return std::move(elf_);
  }

 private:
  std::unexpected<Error> wrong(std::string what, std::string expected_what = {}) const {
    return fail(ErrorCode::bad_input, std::move(what), elf_.path, std::move(expected_what));
  }
  std::unexpected<Error> damaged(std::string what) const {
    return wrong(std::move(what), "a whole ELF file; this one is cut short or damaged");
  }

  /// Whether so many things of a size lie in the file from an offset on.
  bool in_file(std::uint64_t offset, std::uint64_t count, std::uint64_t size) const {
    const std::uint64_t bytes = elf_.file->bytes();
    return offset <= bytes && count <= (bytes - offset) / size;
  }
  template <class T>
  T at_offset(std::uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, elf_.file->data() + offset, sizeof(value));
    return value;
  }
  /// Where in the file lies what is loaded at an address; nothing where not all of it does.
  std::optional<std::uint64_t> offset_of(Address address, std::uint64_t bytes) const {
    for (const Segment& segment : elf_.segments) {
      if (address >= segment.address && address - segment.address <= segment.file_bytes &&
          bytes <= segment.file_bytes - (address - segment.address)) {
        return segment.file_offset + (address - segment.address);
      }
    }
    return std::nullopt;
  }
  bool in_memory(Address address, std::uint64_t bytes) const {
    return std::ranges::any_of(elf_.segments, [&](const Segment& segment) {
      return address >= segment.address && address - segment.address <= segment.memory_bytes &&
             bytes <= segment.memory_bytes - (address - segment.address);
    });
  }

  Expected<void> read_header();
  Expected<void> read_segments();
  Expected<void> add_segment(const Elf64_Phdr& header);
  Expected<void> read_dynamic();
  Expected<void> refuse_unsuitable();
  void note(const Elf64_Dyn& entry);
  Expected<void> read_strings();
  std::optional<std::string_view> string_at(std::uint64_t offset) const;
  std::optional<std::uint64_t> count_symbols() const;
  std::optional<std::uint64_t> count_by_gnu_hash() const;
  Expected<void> read_symbols();
  Expected<void> read_versions();
  Expected<std::vector<std::string_view>> read_version_names() const;
  Expected<void> read_relocations();
  Expected<void> add_relocations(Address table, std::uint64_t bytes);
  Expected<void> add_relative(Address table, std::uint64_t bytes);
  Expected<void> check_functions();

  ElfFile elf_;
  Elf64_Ehdr header_{};
  std::optional<Elf64_Phdr> dynamic_header_;
  Dynamic dynamic_;
  std::uint64_t strings_offset_ = 0;
};

Expected<void> Reader::read_header() {
  if (!in_file(0, 1, SELFMAG) || std::memcmp(elf_.file->data(), ELFMAG, SELFMAG) != 0) {
    return wrong("no ELF file", hint_to_rebuild("a program that a compiler has linked"));
  }
  if (!in_file(0, 1, sizeof(Elf64_Ehdr))) return damaged("its header is cut short");
  header_ = at_offset<Elf64_Ehdr>(0);
  if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB ||
      header_.e_machine != own_machine) {
    return wrong(
        "built for another processor (ELF machine " + std::to_string(header_.e_machine) + ")",
        std::string(own_machine_name) + ", which this process runs on");
  }
  if (header_.e_type == ET_EXEC) {
    return wrong(
        "a program for fixed addresses (ET_EXEC)",
        hint_to_rebuild("compile with -fPIC and link with -shared, not -static or -no-pie"));
  }
  if (header_.e_type != ET_DYN) {
    return wrong(
        "neither a program nor a shared object (ELF type " + std::to_string(header_.e_type) + ")",
        hint_to_rebuild("link it"));
  }
  elf_.entry = header_.e_entry;
  return {};
}

Expected<void> Reader::read_segments() {
  if (header_.e_phentsize != sizeof(Elf64_Phdr) ||
      !in_file(header_.e_phoff, header_.e_phnum, sizeof(Elf64_Phdr))) {
    return damaged("its program headers lie outside the file");
  }
  elf_.program_headers = elf_.file->data() + header_.e_phoff;
  elf_.program_header_count = header_.e_phnum;
  for (std::uint64_t i = 0; i < header_.e_phnum; ++i) {
    const auto header = at_offset<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
    switch (header.p_type) {
      case PT_LOAD:
        if (auto added = add_segment(header); !added) return added;
        break;
      case PT_DYNAMIC:
        dynamic_header_ = header;
        break;
      case PT_TLS:
        elf_.thread_local_data =
            ThreadLocal{.address = header.p_vaddr,
                        .file_bytes = header.p_filesz,
                        .memory_bytes = header.p_memsz,
                        .alignment = std::max<std::uint64_t>(header.p_align, 1)};
        break;
      case PT_INTERP:
        elf_.runs_alone = true;
        break;
      case PT_GNU_EH_FRAME:
        elf_.unwind_table = header.p_vaddr;
        break;
      default:
        break;
    }
  }
  if (elf_.segments.empty()) return damaged("nothing in it is to be loaded");
  if (elf_.unwind_table != 0 && !in_memory(elf_.unwind_table, 4)) {
    return damaged("its table for exceptions lies outside its segments");
  }
  if (const auto& tls = elf_.thread_local_data) {
    if (tls->file_bytes > tls->memory_bytes || tls->memory_bytes > most_bytes ||
        !std::has_single_bit(tls->alignment) || tls->alignment > page_bytes ||
        (tls->file_bytes > 0 && !offset_of(tls->address, tls->file_bytes))) {
      return damaged("its thread-local data contradict themselves");
    }
  }
  return {};
}

Expected<void> Reader::add_segment(const Elf64_Phdr& header) {
  if (header.p_memsz == 0) return {};
  const bool fits = header.p_filesz <= header.p_memsz && header.p_vaddr < most_bytes &&
                    header.p_memsz < most_bytes && in_file(header.p_offset, header.p_filesz, 1) &&
                    header.p_vaddr % page_bytes == header.p_offset % page_bytes;
  const bool rises =
      elf_.segments.empty() || header.p_vaddr / page_bytes * page_bytes >=
                                   elf_.segments.back().address + elf_.segments.back().memory_bytes;
  if (!fits || !rises) {
    return damaged("the segment at " + std::to_string(header.p_vaddr) +
                   " lies outside the file or on another one");
  }
  const int protection = (header.p_flags & PF_R ? PROT_READ : 0) |
                         (header.p_flags & PF_W ? PROT_WRITE : 0) |
                         (header.p_flags & PF_X ? PROT_EXEC : 0);
  elf_.segments.push_back({.address = header.p_vaddr,
                           .file_offset = header.p_offset,
                           .file_bytes = header.p_filesz,
                           .memory_bytes = header.p_memsz,
                           .protection = protection});
  elf_.memory_bytes = header.p_vaddr + header.p_memsz;
  if (header.p_align > elf_.alignment && std::has_single_bit(header.p_align) &&
      header.p_align <= std::uint64_t{1} << 30) {
    elf_.alignment = header.p_align;
  }
  return {};
}

Expected<void> Reader::read_dynamic() {
  if (!dynamic_header_) {
    return wrong("a static program: no dynamic section",
                 hint_to_rebuild("compile with -fPIC and link with -shared, not -static"));
  }
  const std::uint64_t count = dynamic_header_->p_filesz / sizeof(Elf64_Dyn);
  const auto offset = offset_of(dynamic_header_->p_vaddr, dynamic_header_->p_filesz);
  if (!offset) return damaged("its dynamic section lies outside its segments");
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto entry = at_offset<Elf64_Dyn>(*offset + i * sizeof(Elf64_Dyn));
    if (entry.d_tag == DT_NULL) break;
    note(entry);
  }
  elf_.is_program = (dynamic_.flags_1 & DF_1_PIE) != 0;
  return {};
}

void Reader::note(const Elf64_Dyn& entry) {
  const std::uint64_t value = entry.d_un.d_val;
  // clang-format off
  switch (entry.d_tag) {
    case DT_STRTAB: dynamic_.strings = value; break;
    case DT_STRSZ: dynamic_.string_bytes = value; break;
    case DT_SYMTAB: dynamic_.symbols = value; break;
    case DT_HASH: dynamic_.hash = value; break;
    case DT_GNU_HASH: dynamic_.gnu_hash = value; break;
    case DT_VERSYM: dynamic_.versions = value; break;
    case DT_VERNEED: dynamic_.wanted_versions = value; break;
    case DT_VERNEEDNUM: dynamic_.wanted_version_count = value; break;
    case DT_VERDEF: dynamic_.given_versions = value; break;
    case DT_VERDEFNUM: dynamic_.given_version_count = value; break;
    case DT_RELA: dynamic_.relocations = value; break;
    case DT_RELASZ: dynamic_.relocation_bytes = value; break;
    case DT_JMPREL: dynamic_.calls = value; break;
    case DT_PLTRELSZ: dynamic_.call_bytes = value; break;
    case DT_PLTREL: dynamic_.call_kind = value; break;
    case DT_RELR: dynamic_.relative = value; break;
    case DT_RELRSZ: dynamic_.relative_bytes = value; break;
    case DT_INIT: elf_.init = value; break;
    case DT_INIT_ARRAY: elf_.init_functions.address = value; break;
    case DT_INIT_ARRAYSZ: dynamic_.init_bytes = value; break;
    case DT_FINI: elf_.fini = value; break;
    case DT_FINI_ARRAY: elf_.fini_functions.address = value; break;
    case DT_FINI_ARRAYSZ: dynamic_.fini_bytes = value; break;
    case DT_FLAGS: dynamic_.flags = value; break;
    case DT_FLAGS_1: dynamic_.flags_1 = value; break;
    case DT_TEXTREL: dynamic_.changes_text = true; break;
    case DT_SONAME: dynamic_.soname = value; break;
    case DT_RUNPATH: dynamic_.run_path = value; break;
    case DT_RPATH: dynamic_.old_run_path = value; break;
    case DT_NEEDED: dynamic_.needed.push_back(value); break;
    default: break;
  }
  // clang-format on
}

Expected<void> Reader::refuse_unsuitable() {
  if (elf_.is_program && elf_.thread_local_data) {
    return wrong("an executable with thread-local data, which it finds without the loader",
                 hint_to_rebuild("compile with -fPIC and link with -shared, not -pie"));
  }
  if ((dynamic_.flags & DF_STATIC_TLS) != 0) {
    return wrong("its thread-local data are static (-ftls-model=initial-exec or local-exec)",
                 hint_to_rebuild("compile with -fPIC and without -ftls-model"));
  }
  if (dynamic_.changes_text || (dynamic_.flags & DF_TEXTREL) != 0) {
    return wrong("its code holds addresses (TEXTREL)", hint_to_rebuild("compile with -fPIC"));
  }
  return {};
}

Expected<void> Reader::read_strings() {
  const auto offset = offset_of(dynamic_.strings, dynamic_.string_bytes);
  if (dynamic_.strings == 0 || dynamic_.string_bytes == 0 || !offset ||
      at_offset<char>(*offset + dynamic_.string_bytes - 1) != '\0') {
    return damaged("its names lie outside its segments");
  }
  strings_offset_ = *offset;
  const std::filesystem::path path(elf_.path);
  elf_.name = path.filename();
  if (dynamic_.soname) {
    const auto name = string_at(*dynamic_.soname);
    if (!name) return damaged("its soname lies outside its names");
    elf_.name = *name;
  }
  for (const std::uint64_t needed : dynamic_.needed) {
    const auto name = string_at(needed);
    if (!name) return damaged("the name of a library lies outside its names");
    elf_.needed.emplace_back(*name);
  }
  const auto run_path = dynamic_.run_path ? dynamic_.run_path : dynamic_.old_run_path;
  if (!run_path) return {};
  const auto text = string_at(*run_path);
  if (!text) return damaged("its run path lies outside its names");
  std::error_code error;
  const std::string origin = std::filesystem::absolute(path, error).parent_path();
  for (std::size_t begin = 0; begin <= text->size();) {
    const std::size_t end = std::min(text->find(':', begin), text->size());
    std::string folder(text->substr(begin, end - begin));
    for (const std::string_view word : {"${ORIGIN}", "$ORIGIN"}) {
      for (std::size_t at = 0; (at = folder.find(word, at)) != std::string::npos;
           at += origin.size()) {
        folder.replace(at, word.size(), origin);
      }
    }
    if (!folder.empty()) elf_.run_paths.push_back(std::move(folder));
    begin = end + 1;
  }
  return {};
}

std::optional<std::string_view> Reader::string_at(std::uint64_t offset) const {
  if (offset >= dynamic_.string_bytes) return std::nullopt;
  // The last byte of the table is a zero, so each name ends within.
  return std::string_view(
      reinterpret_cast<const char*>(elf_.file->data() + strings_offset_ + offset));
}

/// The file does not say how many symbols there are; its tables for finding them do.
std::optional<std::uint64_t> Reader::count_symbols() const {
  if (dynamic_.symbols == 0) return 0;
  if (dynamic_.hash != 0) {
    const auto offset = offset_of(dynamic_.hash, 2 * sizeof(std::uint32_t));
    if (!offset) return std::nullopt;
    return at_offset<std::uint32_t>(*offset + sizeof(std::uint32_t));
  }
  return count_by_gnu_hash();
}

std::optional<std::uint64_t> Reader::count_by_gnu_hash() const {
  constexpr std::uint64_t word = sizeof(std::uint32_t);
  const auto begin = offset_of(dynamic_.gnu_hash, 4 * word);
  if (dynamic_.gnu_hash == 0 || !begin) return std::nullopt;
  const auto buckets = at_offset<std::uint32_t>(*begin);
  const auto first = at_offset<std::uint32_t>(*begin + word);
  const auto filter_words = at_offset<std::uint32_t>(*begin + 2 * word);
  const std::uint64_t bucket_offset = *begin + 4 * word + std::uint64_t{8} * filter_words;
  if (!in_file(bucket_offset, buckets, word)) return std::nullopt;
  std::uint32_t last = 0;
  for (std::uint64_t i = 0; i < buckets; ++i) {
    last = std::max(last, at_offset<std::uint32_t>(bucket_offset + i * word));
  }
  if (last < first) return first;
  const std::uint64_t chains = bucket_offset + std::uint64_t{buckets} * word;
  for (std::uint64_t symbol = last;; ++symbol) {
    if (!in_file(chains + (symbol - first) * word, 1, word)) return std::nullopt;
    if ((at_offset<std::uint32_t>(chains + (symbol - first) * word) & 1) != 0) return symbol + 1;
  }
}

Expected<void> Reader::read_symbols() {
  std::optional<std::uint64_t> count = count_symbols();
  if (!count && dynamic_.gnu_hash == 0) return damaged("it has no table of its symbols");
  if (count && *count == 0 && dynamic_.symbols != 0) count = 1;
  const auto offset = count && *count < most_bytes
                          ? offset_of(dynamic_.symbols, *count * sizeof(Elf64_Sym))
                          : std::nullopt;
  if (dynamic_.symbols == 0) return {};
  if (!offset) return damaged("its symbols lie outside its segments");
  elf_.symbols.reserve(*count);
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto raw = at_offset<Elf64_Sym>(*offset + i * sizeof(Elf64_Sym));
    const auto name = string_at(raw.st_name);
    if (!name)
      return damaged("the name of symbol " + std::to_string(i) + " lies outside its names");
    const bool defined = raw.st_shndx != SHN_UNDEF;
    const std::uint8_t type = raw.st_info & 0xf;
    if (defined && raw.st_shndx != SHN_ABS && type != STT_TLS && raw.st_value > elf_.memory_bytes) {
      return damaged("the symbol " + std::string(*name) + " lies outside its segments");
    }
    elf_.symbols.push_back({.name = *name,
                            .version = {},
                            .value = raw.st_value,
                            .bytes = raw.st_size,
                            .type = type,
                            .binding = static_cast<std::uint8_t>(raw.st_info >> 4),
                            .defined = defined,
                            .old_version = false});
  }
  return {};
}

/// The names of versions by their index in this file.
Expected<std::vector<std::string_view>> Reader::read_version_names() const {
  std::vector<std::string_view> names(2);
  // Each list goes on where its last item says, which may be in a circle.
  int steps = 0;
  const auto name_version = [&](std::uint64_t index, std::uint64_t string) {
    const auto name = string_at(string);
    if (!name || index >= 0x8000 || ++steps > 0x8000) return false;
    names.resize(std::max<std::size_t>(names.size(), index + 1));
    names[index] = *name;
    return true;
  };
  Address at = dynamic_.wanted_versions;
  for (std::uint64_t i = 0; i < dynamic_.wanted_version_count; ++i) {
    const auto offset = offset_of(at, sizeof(Elf64_Verneed));
    if (!offset) return damaged("the versions that it wants lie outside its segments");
    const auto library = at_offset<Elf64_Verneed>(*offset);
    if (++steps > 0x8000) return damaged("the versions that it wants lie in a circle");
    Address item = at + library.vn_aux;
    for (int k = 0; k < library.vn_cnt; ++k) {
      const auto place = offset_of(item, sizeof(Elf64_Vernaux));
      if (!place) return damaged("the versions that it wants lie outside its segments");
      const auto wanted = at_offset<Elf64_Vernaux>(*place);
      if (!name_version(wanted.vna_other & 0x7fff, wanted.vna_name)) {
        return damaged("the name of a version lies outside its names");
      }
      item += wanted.vna_next;
    }
    at += library.vn_next;
  }
  at = dynamic_.given_versions;
  for (std::uint64_t i = 0; i < dynamic_.given_version_count; ++i) {
    const auto offset = offset_of(at, sizeof(Elf64_Verdef));
    if (!offset) return damaged("the versions that it has lie outside its segments");
    const auto given = at_offset<Elf64_Verdef>(*offset);
    if (++steps > 0x8000) return damaged("the versions that it has lie in a circle");
    const auto place = offset_of(at + given.vd_aux, sizeof(Elf64_Verdaux));
    // The first one names the file itself, and no symbol has it.
    if (!place ||
        ((given.vd_flags & VER_FLG_BASE) == 0 &&
         !name_version(given.vd_ndx & 0x7fff, at_offset<Elf64_Verdaux>(*place).vda_name))) {
      return damaged("the name of a version lies outside its names");
    }
    at += given.vd_next;
  }
  return names;
}

Expected<void> Reader::read_versions() {
  if (dynamic_.versions == 0) return {};
  auto names = read_version_names();
  if (!names) return forward_error(names);
  const auto offset = offset_of(dynamic_.versions, elf_.symbols.size() * sizeof(Elf64_Half));
  if (!offset) return damaged("the versions of its symbols lie outside its segments");
  for (std::size_t i = 0; i < elf_.symbols.size(); ++i) {
    const auto version = at_offset<Elf64_Half>(*offset + i * sizeof(Elf64_Half));
    const std::size_t index = version & 0x7fff;
    if (index >= names->size()) return damaged("a symbol has a version that is not there");
    elf_.symbols[i].version = (*names)[index];
    elf_.symbols[i].old_version = (version & 0x8000) != 0;
  }
  return {};
}

Expected<void> Reader::read_relocations() {
  if (dynamic_.call_bytes != 0 && dynamic_.call_kind != DT_RELA) {
    return damaged("its relocations have no addends");
  }
  for (const auto& [table, bytes] : {std::pair(dynamic_.relocations, dynamic_.relocation_bytes),
                                     std::pair(dynamic_.calls, dynamic_.call_bytes)}) {
    if (auto added = add_relocations(table, bytes); !added) return added;
  }
  return add_relative(dynamic_.relative, dynamic_.relative_bytes);
}

Expected<void> Reader::add_relocations(Address table, std::uint64_t bytes) {
  const auto offset = offset_of(table, bytes);
  if (bytes == 0) return {};
  if (!offset) return damaged("its relocations lie outside its segments");
  elf_.relocations.reserve(elf_.relocations.size() + bytes / sizeof(Elf64_Rela));
  for (std::uint64_t at = 0; at + sizeof(Elf64_Rela) <= bytes; at += sizeof(Elf64_Rela)) {
    const auto raw = at_offset<Elf64_Rela>(*offset + at);
    const Relocation one{.where = raw.r_offset,
                         .type = static_cast<std::uint32_t>(ELF64_R_TYPE(raw.r_info)),
                         .symbol = static_cast<std::uint32_t>(ELF64_R_SYM(raw.r_info)),
                         .addend = raw.r_addend};
    if (!in_memory(one.where, sizeof(std::uint64_t))) {
      return damaged("a relocation at " + std::to_string(one.where) + " lies outside its segments");
    }
    if (one.symbol != 0 && one.symbol >= elf_.symbols.size()) {
      return damaged("a relocation names symbol " + std::to_string(one.symbol) +
                     ", which is not there");
    }
    elf_.relocations.push_back(one);
  }
  return {};
}

/// DT_RELR: an even word is an address, an odd one says which of the 63 words behind are meant.
Expected<void> Reader::add_relative(Address table, std::uint64_t bytes) {
  const auto offset = offset_of(table, bytes);
  if (bytes == 0) return {};
  if (!offset) return damaged("its relocations lie outside its segments");
  constexpr std::uint64_t word = sizeof(std::uint64_t);
  const auto add = [&](Address where) {
    const auto place = offset_of(where, word);
    if (!place) return false;
    elf_.relocations.push_back({.where = where,
                                .type = relative_type,
                                .symbol = 0,
                                .addend = at_offset<std::int64_t>(*place)});
    return true;
  };
  Address next = 0;
  for (std::uint64_t at = 0; at + word <= bytes; at += word) {
    const auto entry = at_offset<std::uint64_t>(*offset + at);
    bool inside = true;
    if ((entry & 1) == 0) {
      inside = add(entry);
      next = entry + word;
    } else {
      for (std::uint64_t i = 0; i < 63; ++i) {
        if ((entry >> (i + 1) & 1) != 0) inside = inside && add(next + i * word);
      }
      next += 63 * word;
    }
    if (!inside) return damaged("a relocation lies outside its segments");
  }
  return {};
}

Expected<void> Reader::check_functions() {
  elf_.init_functions.count = dynamic_.init_bytes / sizeof(std::uint64_t);
  elf_.fini_functions.count = dynamic_.fini_bytes / sizeof(std::uint64_t);
  for (const FunctionTable& table : {elf_.init_functions, elf_.fini_functions}) {
    if (table.count != 0 && !in_memory(table.address, table.count * sizeof(std::uint64_t))) {
      return damaged("a table of its functions lies outside its segments");
    }
  }
  for (const Address function : {elf_.init, elf_.fini, elf_.entry}) {
    if (function != 0 && !in_memory(function, 1)) {
      return damaged("a function that it begins or ends with lies outside its segments");
    }
  }
  return {};
}

}  // namespace

Expected<ElfFile> ElfFile::read(const std::string& path) { return Reader(path).read(); }

}  // namespace isthmus::engine::image
