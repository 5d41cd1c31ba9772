#include "fem/vtu_numbers.hpp"

#include <bit>

namespace isthmus::fem {

namespace {

enum class Form { real, with_sign, without_sign };
struct Type {
  std::string_view name;
  std::size_t size = 0;
  Form form = Form::real;
};
constexpr Type types[] = {{"Float64", 8, Form::real},    {"Float32", 4, Form::real},
                          {"Int64", 8, Form::with_sign}, {"UInt64", 8, Form::without_sign},
                          {"Int32", 4, Form::with_sign}, {"UInt32", 4, Form::without_sign},
                          {"Int16", 2, Form::with_sign}, {"UInt16", 2, Form::without_sign},
                          {"Int8", 1, Form::with_sign},  {"UInt8", 1, Form::without_sign}};

Type type_of(std::string_view name) {
  for (const Type& type : types) {
    if (type.name == name) return type;
  }
  return {};
}

}  // namespace

std::size_t size_of_type(std::string_view type) { return type_of(type).size; }

std::uint64_t unsigned_at(std::string_view bytes, std::size_t size) {
  std::uint64_t bits = 0;
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | static_cast<std::uint8_t>(bytes[i]);
  return bits;
}

double number_at(std::string_view bytes, std::string_view name) {
  const Type type = type_of(name);
  const std::uint64_t bits = unsigned_at(bytes, type.size);
  if (type.form == Form::without_sign) return static_cast<double>(bits);
  if (type.form == Form::with_sign) {
    const std::size_t unused = 64 - 8 * type.size;
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
  }
  if (type.size == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

}  // namespace isthmus::fem
