#include "jacobi2d/npy.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace jacobi2d {
namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

static_assert(std::endian::native == std::endian::little, "cells are read and written as they lie");

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t preamble_bytes_max = 12;
constexpr std::size_t header_bytes_max = 1 << 16;

class File {
 public:
  File(const std::string& path, int flags) : descriptor_(::open(path.c_str(), flags, 0666)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return descriptor_ >= 0; }

  /// Size in bytes; nothing for what is no regular file.
  std::optional<std::uint64_t> size() const {
    struct stat status{};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return {};
    return static_cast<std::uint64_t>(status.st_size);
  }

  /// False at an error (errno) or an early end (errno 0).
  bool read(void* target, std::size_t bytes) {
    char* next = static_cast<char*>(target);
    while (bytes > 0) {
      const ssize_t got = ::read(descriptor_, next, bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got == 0) errno = 0;
      if (got <= 0) return false;
      next += got;
      bytes -= static_cast<std::size_t>(got);
    }
    return true;
  }

  bool write(const void* source, std::size_t bytes) {
    const char* next = static_cast<const char*>(source);
    while (bytes > 0) {
      const ssize_t put = ::write(descriptor_, next, bytes);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) return false;
      next += put;
      bytes -= static_cast<std::size_t>(put);
    }
    return true;
  }

  /// On disk, and the descriptor closed: what the system has put off may still fail here.
  bool finish() {
    const bool synced = ::fsync(descriptor_) == 0 || errno == EINVAL || errno == ENOTSUP;
    return ::close(std::exchange(descriptor_, -1)) == 0 && synced;
  }

 private:
  int descriptor_;
};

std::unexpected<isthmus::Error> bad(const std::string& path, std::string what,
                                    std::string expected_what) {
  return fail(ErrorCode::bad_input, std::move(what), path, std::move(expected_what));
}

/// The text of `key`'s value in the header's dictionary, up to the comma or bracket that ends it.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    const std::size_t at = header.find(quoted);
    if (at == std::string_view::npos) continue;
    std::string_view rest = header.substr(at + quoted.size());
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" :")));
    const std::size_t end = rest.starts_with('(') ? rest.find(')') : rest.find_first_of(",}");
    if (end == std::string_view::npos) return {};
    return rest.substr(0, end);
  }
  return {};
}

/// "(12, 34" gives 12 and 34; anything else nothing.
std::optional<std::pair<std::uint64_t, std::uint64_t>> two_sizes(std::string_view text) {
  std::array<std::uint64_t, 2> sizes{};
  if (!text.starts_with('(')) return {};
  text.remove_prefix(1);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ')));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sizes[i]);
    if (error != std::errc()) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ')));
    if (i == 0 && !text.starts_with(',')) return {};
    if (text.starts_with(',')) text.remove_prefix(1);
  }
  if (text.find_first_not_of(' ') != std::string_view::npos) return {};
  return std::pair{sizes[0], sizes[1]};
}

/// Shape from the header's dictionary, against the bytes that follow it in the file.
Expected<Field> empty_field(const std::string& path, std::string_view header,
                            std::uint64_t data_bytes) {
  const auto type = value_of(header, "descr");
  const auto order = value_of(header, "fortran_order");
  const auto shape = value_of(header, "shape");
  if (!type || !order || !shape) {
    return bad(path, "header lacks descr, fortran_order or shape", "a .npy header");
  }
  if (*type != "'<f8'" && *type != "\"<f8\"") {
    return bad(path, "dtype is " + std::string(*type), "'<f8', that is little-endian float64");
  }
  if (!order->starts_with("False")) {
    return bad(path, "fortran_order is " + std::string(*order), "False, that is C order");
  }
  const auto sizes = two_sizes(*shape);
  constexpr std::uint64_t size_max = INT32_MAX;
  if (!sizes || sizes->first > size_max || sizes->second > size_max) {
    return bad(path, "shape is " + std::string(*shape) + ")", "two sizes below 2^31");
  }
  const std::uint64_t count = sizes->first * sizes->second;
  if (count != data_bytes / sizeof(double) || data_bytes % sizeof(double) != 0) {
    return bad(path,
               "holds " + std::to_string(data_bytes) + " bytes of data for shape " +
                   std::string(*shape) + ")",
               std::to_string(count) + " times 8 bytes");
  }
  return Field{static_cast<int>(sizes->first), static_cast<int>(sizes->second), {}};
}

bool write_all(File& file, const Field& field) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                       std::to_string(field.rows) + ", " + std::to_string(field.columns) + "), }";
  constexpr std::size_t preamble_bytes = 10;
  while ((preamble_bytes + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string preamble(magic);
  preamble += {'\x01', '\x00', static_cast<char>(header.size()), '\x00'};
  static_assert(preamble_bytes == magic.size() + 4);
  return file.write(preamble.data(), preamble.size()) && file.write(header.data(), header.size()) &&
         file.write(field.cells.data(), field.cells.size() * sizeof(double)) && file.finish();
}

std::unexpected<isthmus::Error> write_failure(const std::string& path) {
  return fail(ErrorCode::io, isthmus::with_errno("cannot write", errno), path);
}

}  // namespace

Expected<Field> read_npy(const std::string& path) {
  File file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (!file.is_open()) {
    return fail(ErrorCode::bad_input, isthmus::with_errno("cannot open", errno), path);
  }
  const auto size = file.size();
  if (!size) return bad(path, "is not a regular file", "a .npy file");
  std::array<unsigned char, preamble_bytes_max> preamble{};
  const bool has_preamble = file.read(preamble.data(), magic.size() + 4);
  if (!has_preamble ||
      !std::equal(magic.begin(), magic.end(), preamble.begin(),
                  [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; })) {
    return bad(path, "is not a .npy file", "a file that begins with \\x93NUMPY");
  }
  const int version = preamble[6];
  if (version != 1 && version != 2) {
    return bad(path, "is .npy version " + std::to_string(version), "version 1 or 2");
  }
  std::size_t header_bytes = preamble[8] | static_cast<std::size_t>(preamble[9]) << 8;
  std::uint64_t preamble_bytes = magic.size() + 4;
  if (version == 2) {
    if (!file.read(preamble.data() + 10, 2)) return bad(path, "ends in its header", "more");
    header_bytes |=
        static_cast<std::size_t>(preamble[10]) << 16 | static_cast<std::size_t>(preamble[11]) << 24;
    preamble_bytes += 2;
  }
  if (header_bytes > header_bytes_max || preamble_bytes + header_bytes > *size) {
    return bad(path, "header is said to have " + std::to_string(header_bytes) + " bytes",
               "no more than the file and 65536");
  }
  std::string header(header_bytes, '\0');
  if (!file.read(header.data(), header.size())) return bad(path, "ends in its header", "more");
  auto field = empty_field(path, header, *size - preamble_bytes - header_bytes);
  if (!field) return field;
  field->cells.resize(static_cast<std::size_t>(field->rows) * field->columns);
  if (!file.read(field->cells.data(), field->cells.size() * sizeof(double))) {
    return fail(ErrorCode::io, isthmus::with_errno("cannot read", errno), path);
  }
  return field;
}

Expected<void> write_npy(const std::string& path, const Field& field) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    File device(path, O_WRONLY | O_CLOEXEC);
    if (!device.is_open() || !write_all(device, field)) return write_failure(path);
    return {};
  }
  const std::string part = path + ".part" + std::to_string(::getpid());
  {
    File file(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    if (!file.is_open()) return write_failure(path);
    if (write_all(file, field) && std::rename(part.c_str(), path.c_str()) == 0) return {};
  }
  auto failure = write_failure(path);
  ::unlink(part.c_str());
  return failure;
}

}  // namespace jacobi2d
