#include "metacomputer/matrix_market.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "metacomputer/input.hpp"
#include "metacomputer/line_reader.hpp"

namespace metacomputer {

using isthmus::ErrorCode;
using isthmus::Expected;

namespace {

enum class Symmetry { general, symmetric, skew };

struct Banner {
  bool is_array = false;
  bool is_pattern = false;
  bool is_integer = false;
  Symmetry symmetry = Symmetry::general;
};

/// An entry as the file has it, in the number type of the matrix.
template <class T>
struct Filler {
  MatrixOf<T>& matrix;
  std::vector<bool> is_there;
  Symmetry symmetry;

  // False where something stands there already.
  bool put(int row, int column, T value) {
    if (!put_one(row, column, value)) return false;
    if (symmetry == Symmetry::general || row == column) return true;
    return put_one(column, row, symmetry == Symmetry::skew ? static_cast<T>(-value) : value);
  }

 private:
  bool put_one(int row, int column, T value) {
    const auto at = static_cast<std::size_t>(row) * static_cast<std::size_t>(matrix.columns) +
                    static_cast<std::size_t>(column);
    if (is_there[at]) return false;
    is_there[at] = true;
    matrix.values[at] = value;
    return true;
  }
};

std::string in_small_letters(std::string_view word) {
  std::string small(word);
  std::ranges::transform(small, small.begin(), [](char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return small;
}

// In letters of either kind (Boisvert, Pozo, Remington 1996, 3).
Expected<Banner> read_banner(LineReader& reader) {
  constexpr std::string_view expected =
      "'%%MatrixMarket matrix array|coordinate real|integer|pattern "
      "general|symmetric|skew-symmetric'";
  std::vector<std::string> words;
  std::ranges::transform(reader.next('\0'), std::back_inserter(words), in_small_letters);
  if (words.size() != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix") {
    return reader.wrong("no Matrix Market banner", std::string(expected));
  }
  Banner banner;
  banner.is_array = words[2] == "array";
  banner.is_pattern = words[3] == "pattern";
  banner.is_integer = words[3] == "integer";
  const bool is_known = (banner.is_array || words[2] == "coordinate") &&
                        (banner.is_pattern || banner.is_integer || words[3] == "real") &&
                        !(banner.is_array && banner.is_pattern);
  if (words[4] == "symmetric") {
    banner.symmetry = Symmetry::symmetric;
  } else if (words[4] == "skew-symmetric") {
    banner.symmetry = Symmetry::skew;
  }
  const bool is_symmetry_known = words[4] == "general" || banner.symmetry != Symmetry::general;
  if (!is_known || !is_symmetry_known) {
    return reader.wrong("a kind of file that is not read", std::string(expected));
  }
  return banner;
}

struct Header {
  Banner banner;
  int rows = 0;
  int columns = 0;
  std::int64_t entries = 0;
};

Expected<Header> read_header(LineReader& reader) {
  auto banner = read_banner(reader);
  if (!banner) return isthmus::forward_error(banner);
  Header header{*banner};
  const auto& words = reader.next('%');
  const std::size_t count = banner->is_array ? 2 : 3;
  bool is_read = words.size() == count && read_number(words[0], header.rows) &&
                 read_number(words[1], header.columns);
  if (is_read && !banner->is_array) is_read = read_number(words[2], header.entries);
  if (!is_read || header.entries < 0) {
    return reader.wrong("no sizes", banner->is_array ? "ROWS COLUMNS" : "ROWS COLUMNS ENTRIES");
  }
  const auto fits = [](int size) { return size >= 1 && size <= size_max; };
  if (!fits(header.rows) || !fits(header.columns)) {
    return reader.wrong(std::to_string(header.rows) + " x " + std::to_string(header.columns),
                        "1 to " + std::to_string(size_max) + " each way");
  }
  if (banner->symmetry != Symmetry::general && header.rows != header.columns) {
    return reader.wrong("a symmetric matrix that is not square", "as many columns as rows");
  }
  return header;
}

template <class T>
std::string kind_of() {
  return std::is_integral_v<T> ? "whole number" : "number";
}

template <class T>
Expected<void> read_array(LineReader& reader, const Header& header, Filler<T>& filler) {
  const Symmetry symmetry = header.banner.symmetry;
  for (int column = 0; column < header.columns; ++column) {
    const int first = symmetry == Symmetry::general ? 0
                      : symmetry == Symmetry::skew  ? column + 1
                                                    : column;
    for (int row = first; row < header.rows; ++row) {
      const auto& words = reader.next('%');
      T value{};
      if (words.size() != 1 || !read_number(words[0], value)) {
        return reader.wrong(words.empty() ? "the file ends too early" : "no entry",
                            "one " + kind_of<T>() + " a line, column by column");
      }
      filler.put(row, column, value);
    }
  }
  return {};
}

template <class T>
Expected<void> read_coordinates(LineReader& reader, const Header& header, Filler<T>& filler) {
  const std::size_t count = header.banner.is_pattern ? 2 : 3;
  for (std::int64_t entry = 0; entry < header.entries; ++entry) {
    const auto& words = reader.next('%');
    int row = 0;
    int column = 0;
    T value = 1;
    bool is_read =
        words.size() == count && read_number(words[0], row) && read_number(words[1], column);
    if (is_read && !header.banner.is_pattern) is_read = read_number(words[2], value);
    if (!is_read) {
      return reader.wrong(
          words.empty() ? "the file ends after " + std::to_string(entry) + " entries" : "no entry",
          header.banner.is_pattern ? "ROW COLUMN" : "ROW COLUMN VALUE, a " + kind_of<T>());
    }
    if (row < 1 || row > header.rows || column < 1 || column > header.columns) {
      return reader.wrong("an entry outside of the matrix",
                          "rows from 1 to " + std::to_string(header.rows) + ", columns to " +
                              std::to_string(header.columns));
    }
    const bool is_lower = header.banner.symmetry == Symmetry::skew ? row > column : row >= column;
    if (header.banner.symmetry != Symmetry::general && !is_lower) {
      return reader.wrong("an entry that symmetry gives", "those of the lower triangle alone");
    }
    if (!filler.put(row - 1, column - 1, value)) {
      return reader.wrong("the entry stands twice", "each once");
    }
  }
  return {};
}

template <class T>
Expected<MatrixOf<T>> read_file(const std::string& path, T where_nothing_is) {
  auto reader = LineReader::open(path);
  if (!reader) return isthmus::forward_error(reader);
  auto header = read_header(*reader);
  if (!header) return isthmus::forward_error(header);
  MatrixOf<T> matrix = MatrixOf<T>::zero(header->rows, header->columns);
  std::ranges::fill(matrix.values, where_nothing_is);
  Filler<T> filler{matrix, std::vector<bool>(matrix.values.size()), header->banner.symmetry};
  auto read = header->banner.is_array ? read_array(*reader, *header, filler)
                                      : read_coordinates(*reader, *header, filler);
  if (!read) return isthmus::forward_error(read);
  if (!reader->next('%').empty()) return reader->wrong("more entries", "as many as its head says");
  return matrix;
}

template <class T>
Expected<void> write_file(const std::string& path, const MatrixOf<T>& matrix, const char* type) {
  const auto fail = [&] {
    return isthmus::fail(ErrorCode::io, isthmus::with_errno("cannot be written", errno), path);
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"),
                                                             &std::fclose);
  if (file == nullptr) return fail();
  std::fprintf(file.get(), "%%%%MatrixMarket matrix array %s general\n%d %d\n", type, matrix.rows,
               matrix.columns);
  for (int column = 0; column < matrix.columns; ++column) {
    for (int row = 0; row < matrix.rows; ++row) {
      if constexpr (std::is_integral_v<T>) {
        const T value = *matrix.at(row, column);
        std::fprintf(file.get(), "%d\n", value == no_path ? -1 : value);
      } else {
        std::fprintf(file.get(), "%.9g\n", static_cast<double>(*matrix.at(row, column)));
      }
    }
  }
  if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0) return fail();
  return {};
}

}  // namespace

Expected<Matrix> read_market(const std::string& path) { return read_file<float>(path, 0); }

Expected<Distances> read_market_graph(const std::string& path) {
  auto graph = read_file<std::int32_t>(path, no_path);
  if (!graph) return graph;
  if (graph->rows != graph->columns) {
    return isthmus::fail(
        ErrorCode::bad_input,
        "a matrix of " + std::to_string(graph->rows) + " x " + std::to_string(graph->columns), path,
        "a square one, as a graph");
  }
  return graph;
}

Expected<void> write_market(const std::string& path, const Matrix& matrix) {
  return write_file(path, matrix, "real");
}

Expected<void> write_market(const std::string& path, const Distances& matrix) {
  return write_file(path, matrix, "integer");
}

}  // namespace metacomputer
