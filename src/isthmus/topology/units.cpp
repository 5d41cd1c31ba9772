#include "isthmus/topology/units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>

namespace isthmus::engine::topology {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t scale;
};

constexpr std::array<Unit, 7> duration_units = {{{"ns", 1},
                                                 {"us", 1'000},
                                                 {"\u00b5s", 1'000},
                                                 {"ms", 1'000'000},
                                                 {"s", 1'000'000'000},
                                                 {"min", 60'000'000'000},
                                                 {"h", 3'600'000'000'000}}};

constexpr std::array<Unit, 10> prefixes = {{{"", 1},
                                            {"k", 1'000},
                                            {"K", 1'000},
                                            {"Ki", 1ll << 10},
                                            {"M", 1'000'000},
                                            {"Mi", 1ll << 20},
                                            {"G", 1'000'000'000},
                                            {"Gi", 1ll << 30},
                                            {"T", 1'000'000'000'000},
                                            {"Ti", 1ll << 40}}};

/// mantissa / 10^decimals, exactly as written, and what follows it.
struct Quantity {
  std::uint64_t mantissa = 0;
  int decimals = 0;
  std::string_view unit;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// `text` in quotes, shortened and without control characters, for a message of one line.
std::string quoted(std::string_view text) {
  constexpr std::size_t shown_max = 40;
  std::string result = "'";
  for (const char c : text.substr(0, shown_max)) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return result + (text.size() > shown_max ? "...'" : "'");
}

std::unexpected<Error> refuse(std::string_view text, std::string why, std::string_view expected) {
  return fail(ErrorCode::bad_input, quoted(text) + " " + std::move(why), {}, std::string(expected));
}

Expected<Quantity> read_quantity(std::string_view text, std::string_view expected) {
  // 19 digits fit 64 bits, and no quantity of the real world needs more.
  constexpr int digits_max = 19;
  std::string_view rest = trimmed(text);
  if (rest.empty()) return refuse(text, "is empty", expected);
  if (rest.front() == '-') return refuse(text, "is negative", expected);
  Quantity quantity;
  int digits = 0;
  bool point_seen = false;
  std::size_t at = 0;
  for (; at < rest.size(); ++at) {
    const char c = rest[at];
    if (c == '.' && !point_seen) {
      point_seen = true;
      continue;
    }
    if (c < '0' || c > '9') break;
    quantity.mantissa = quantity.mantissa * 10 + static_cast<std::uint64_t>(c - '0');
    if (point_seen) ++quantity.decimals;
    if (quantity.mantissa > 0 && ++digits > digits_max) {
      return refuse(text, "has too many digits", expected);
    }
    if (quantity.decimals > digits_max) return refuse(text, "has too many digits", expected);
  }
  const bool point_is_last = at > 0 && rest[at - 1] == '.';
  if (at == 0 || point_is_last) return refuse(text, "does not start with a number", expected);
  quantity.unit = trimmed(rest.substr(at));
  return quantity;
}

std::optional<std::int64_t> scale_of(std::string_view unit, std::span<const Unit> units) {
  for (const Unit& candidate : units) {
    if (candidate.name == unit) return candidate.scale;
  }
  return std::nullopt;
}

/// round(mantissa * scale / 10^decimals), or nothing when above `max`.
std::optional<std::int64_t> scaled(const Quantity& quantity, std::int64_t scale, std::int64_t max) {
  __extension__ using Wide = unsigned __int128;
  // mantissa < 10^19 and scale < 2^43, so the product stays far below 2^128.
  const Wide product = static_cast<Wide>(quantity.mantissa) * static_cast<Wide>(scale);
  Wide divisor = 1;
  for (int i = 0; i < quantity.decimals; ++i) divisor *= 10;
  const Wide result = (product + divisor / 2) / divisor;
  if (result > static_cast<Wide>(max)) return std::nullopt;
  return static_cast<std::int64_t>(result);
}

/// "12.5" for 12'500 of 1'000: exact, without trailing zeros. `scale` is a power of ten.
std::string exact_ratio(std::int64_t value, std::int64_t scale) {
  std::string result = std::to_string(value / scale);
  std::int64_t remainder = value % scale;
  if (remainder != 0) result += '.';
  while (remainder != 0) {
    remainder *= 10;
    result += static_cast<char>('0' + remainder / scale);
    remainder %= scale;
  }
  return result;
}

}  // namespace

Expected<std::int64_t> parse_duration_ns(std::string_view text) {
  constexpr std::string_view expected = "a duration such as 8ms, 250us or 1.5s";
  auto quantity = read_quantity(text, expected);
  if (!quantity) return forward_error(quantity);
  if (quantity->unit.empty()) {
    if (quantity->mantissa == 0) return 0;
    return refuse(text, "has no unit", expected);
  }
  const auto scale = scale_of(quantity->unit, duration_units);
  if (!scale) return refuse(text, "has an unknown unit " + quoted(quantity->unit), expected);
  const auto result = scaled(*quantity, *scale, duration_max_ns);
  if (!result) return refuse(text, "is too long", "at most 365 days");
  return *result;
}

Expected<double> parse_bandwidth_bytes_per_s(std::string_view text) {
  constexpr std::string_view expected = "a bandwidth such as 100Mb/s (bits) or 12MB/s (bytes)";
  auto quantity = read_quantity(text, expected);
  if (!quantity) return forward_error(quantity);
  std::string_view unit = quantity->unit;
  if (unit.empty()) return refuse(text, "has no unit", expected);
  double bits_per_unit = 0.0;
  for (const auto& [name, bits] : {std::pair<std::string_view, double>{"bit/s", 1.0},
                                   std::pair<std::string_view, double>{"b/s", 1.0},
                                   std::pair<std::string_view, double>{"B/s", 8.0}}) {
    if (!unit.ends_with(name)) continue;
    bits_per_unit = bits;
    unit.remove_suffix(name.size());
    break;
  }
  const auto scale = scale_of(unit, prefixes);
  if (bits_per_unit == 0.0 || !scale) {
    return refuse(text, "has an unknown unit " + quoted(quantity->unit), expected);
  }
  if (quantity->mantissa == 0) return refuse(text, "is no bandwidth", "more than zero");
  const double number =
      static_cast<double>(quantity->mantissa) / std::pow(10.0, quantity->decimals);
  const double bytes_per_s = number * static_cast<double>(*scale) * bits_per_unit / 8.0;
  constexpr double bytes_per_s_max = 1e15;
  if (bytes_per_s > bytes_per_s_max) return refuse(text, "is too large", "at most 1000TB/s");
  return bytes_per_s;
}

Expected<std::int64_t> parse_size_bytes(std::string_view text) {
  constexpr std::string_view expected = "a size such as 64KiB, 1MB or 512";
  auto quantity = read_quantity(text, expected);
  if (!quantity) return forward_error(quantity);
  std::string_view unit = quantity->unit;
  const bool has_b = unit.ends_with('B');
  if (has_b) unit.remove_suffix(1);
  const auto scale = scale_of(unit, prefixes);
  // "5k" could be 5000 of anything; only a bare number goes without the B.
  if (!scale || (!has_b && !unit.empty())) {
    return refuse(text, "has an unknown unit " + quoted(quantity->unit), expected);
  }
  constexpr std::int64_t size_bytes_max = 1ll << 60;
  const auto result = scaled(*quantity, *scale, size_bytes_max);
  if (!result) return refuse(text, "is too large", "at most 1048576TiB");
  return *result;
}

std::string format_duration(std::int64_t duration_ns) {
  if (duration_ns == 0) return "0";
  if (duration_ns == INT64_MIN) return "-9223372036.854775808s";
  if (duration_ns < 0) return std::string("-").append(format_duration(-duration_ns));
  // Minutes and hours do not divide into decimals, so seconds are the largest unit written.
  for (const auto& [name, scale] :
       {Unit{"s", 1'000'000'000}, Unit{"ms", 1'000'000}, Unit{"us", 1'000}}) {
    if (duration_ns >= scale) return exact_ratio(duration_ns, scale) + std::string(name);
  }
  return std::to_string(duration_ns) + "ns";
}

std::string format_bandwidth(double bytes_per_s) {
  double scaled_bits = bytes_per_s * 8.0;
  constexpr std::array<std::string_view, 5> units = {"b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"};
  std::size_t unit = 0;
  while (scaled_bits >= 1000.0 && unit + 1 < units.size()) {
    scaled_bits /= 1000.0;
    ++unit;
  }
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.6g", scaled_bits);
  return digits.data() + std::string(units[unit]);
}

std::string format_size(std::int64_t size_bytes) {
  Unit best = {"", 1};
  for (const Unit& unit : prefixes) {
    if (unit.name == "K") continue;
    if (size_bytes != 0 && size_bytes % unit.scale == 0 && unit.scale > best.scale) best = unit;
  }
  return std::to_string(size_bytes / best.scale) + std::string(best.name) + "B";
}

}  // namespace isthmus::engine::topology
