#include "isthmus/image/libraries.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace isthmus::engine::image {

namespace {

#if defined(__x86_64__)
constexpr std::int32_t own_kind = 0x0303;  // FLAG_ELF_LIBC6 | FLAG_X8664_LIB64
constexpr const char* own_folder = "x86_64-linux-gnu";
#else
constexpr std::int32_t own_kind = 0x0a03;  // FLAG_ELF_LIBC6 | FLAG_AARCH64_LIB64
constexpr const char* own_folder = "aarch64-linux-gnu";
#endif

/// glibc's sysdeps/generic/dl-cache.h: struct cache_file_new and its entries.
struct CacheHeader {
  char magic[20];
  std::uint32_t count;
  std::uint32_t string_bytes;
  std::uint32_t others[5];
};
struct CacheEntry {
  std::int32_t kind;
  std::uint32_t name;
  std::uint32_t path;
  std::uint32_t unused;
  std::uint64_t processor;
};
static_assert(sizeof(CacheHeader) == 48 && sizeof(CacheEntry) == 24);

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// Empty where no folder has it.
std::string find_in(const std::vector<std::string>& folders, const std::string& name) {
  for (const std::string& folder : folders) {
    std::string path = folder;
    path.append("/").append(name);
    if (is_file(path)) return path;
  }
  return {};
}

}  // namespace

std::unordered_map<std::string, std::string> read_loader_cache(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::unordered_map<std::string, std::string> found;
  // An older form may stand before the newer one.
  const std::size_t begin = bytes.find("glibc-ld.so.cache1.1");
  if (begin == std::string::npos || bytes.size() - begin < sizeof(CacheHeader)) return found;
  CacheHeader header;
  std::memcpy(&header, bytes.data() + begin, sizeof(header));
  const auto text = [&](std::uint32_t offset) -> std::string {
    const std::size_t at = begin + offset;
    const std::size_t end = at < bytes.size() ? bytes.find('\0', at) : std::string::npos;
    return end == std::string::npos ? std::string() : bytes.substr(at, end - at);
  };
  for (std::uint64_t i = 0; i < header.count; ++i) {
    const std::size_t at = begin + sizeof(CacheHeader) + i * sizeof(CacheEntry);
    if (at + sizeof(CacheEntry) > bytes.size()) break;
    CacheEntry entry;
    std::memcpy(&entry, bytes.data() + at, sizeof(entry));
    // Those for particular processors are left to the machine's own loader.
    if (entry.kind == own_kind && entry.processor == 0) {
      found.emplace(text(entry.name), text(entry.path));
    }
  }
  return found;
}

Libraries::Libraries(std::vector<std::string> directories)
    : directories_(std::move(directories)), cached_(read_loader_cache("/etc/ld.so.cache")) {}

Expected<std::string> Libraries::find(const std::string& name, const ElfFile& needed_by) const {
  if (name.find('/') != std::string::npos) {
    if (is_file(name)) return name;
  } else {
    const std::vector<std::string> system{std::string("/lib/") + own_folder,
                                          std::string("/usr/lib/") + own_folder,
                                          "/lib64",
                                          "/usr/lib64",
                                          "/lib",
                                          "/usr/lib"};
    for (const auto* folders : {&needed_by.run_paths, &directories_}) {
      if (auto path = find_in(*folders, name); !path.empty()) return path;
    }
    if (const auto known = cached_.find(name); known != cached_.end() && is_file(known->second)) {
      return known->second;
    }
    if (auto path = find_in(system, name); !path.empty()) return path;
  }
  return fail(ErrorCode::bad_input, "needs the library " + name + ", which is not found",
              needed_by.path, "it in LD_LIBRARY_PATH, in the program's run path or installed");
}

bool Libraries::is_shared(std::string_view name) {
  static constexpr std::array stems{
      std::string_view("libc.so"),       std::string_view("libm.so"),
      std::string_view("libpthread.so"), std::string_view("libdl.so"),
      std::string_view("librt.so"),      std::string_view("libutil.so"),
      std::string_view("libresolv.so"),  std::string_view("libanl.so"),
      std::string_view("libmvec.so"),    std::string_view("libthread_db.so"),
      std::string_view("libgomp.so"),    std::string_view("ld-linux")};
  return std::ranges::any_of(stems, [&](std::string_view stem) { return name.starts_with(stem); });
}

}  // namespace isthmus::engine::image
