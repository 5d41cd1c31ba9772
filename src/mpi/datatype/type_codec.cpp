#include "mpi/datatype/type_codec.hpp"

#include <cstdint>
#include <cstring>
#include <unordered_map>

namespace isthmus::engine::mpi {

namespace {

constexpr std::uint32_t no_node = ~std::uint32_t{0};
constexpr std::uint16_t first_handle = 0x200;

class Encoder {
 public:
  std::uint32_t number_of(const DatatypePtr& type) {
    if (type == nullptr) return no_node;
    if (const auto known = numbers_.find(type.get()); known != numbers_.end()) return known->second;
    std::vector<std::uint32_t> children;
    children.reserve(type->contents().types.size());
    // Datatype::nesting_max bounds the recursion.
    for (const DatatypePtr& child : type->contents().types) children.push_back(number_of(child));
    put_node(*type, children);
    const std::uint32_t number = count_++;
    numbers_.emplace(type.get(), number);
    return number;
  }
  std::vector<std::byte> finish(const std::vector<std::uint32_t>& roots) {
    std::vector<std::byte> nodes = std::exchange(bytes_, {});
    put(count_);
    bytes_.insert(bytes_.end(), nodes.begin(), nodes.end());
    put(static_cast<std::uint32_t>(roots.size()));
    put_all(roots);
    return std::move(bytes_);
  }

 private:
  void put_node(const Datatype& type, const std::vector<std::uint32_t>& children) {
    if (const auto name = type.name()) return put(static_cast<std::uint16_t>(*name));
    const Contents& contents = type.contents();
    put(static_cast<std::uint16_t>(type.combiner()));
    for (const std::size_t length : {contents.integers.size(), contents.addresses.size(),
                                     contents.counts.size(), children.size()}) {
      put(static_cast<std::uint32_t>(length));
    }
    put_all(contents.integers);
    put_all(contents.addresses);
    put_all(contents.counts);
    put_all(children);
  }
  template <class T>
  void put(T value) {
    put_bytes(&value, sizeof value);
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put_bytes(values.data(), values.size() * sizeof(T));
  }
  void put_bytes(const void* from, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<std::byte> bytes_;
  std::uint32_t count_ = 0;
  std::unordered_map<const Datatype*, std::uint32_t> numbers_;
};

std::unexpected<Refusal> too_short() {
  return refuse(ErrorClass::arg, "stored datatypes that end too early");
}

class Decoder {
 public:
  explicit Decoder(std::span<const std::byte> bytes) : rest_(bytes) {}

  Result<std::vector<DatatypePtr>> run() {
    std::uint32_t count = 0;
    if (!get(count)) return too_short();
    for (std::uint32_t i = 0; i < count; ++i) {
      auto node = read_node();
      if (!node) return std::unexpected(node.error());
      nodes_.push_back(std::move(*node));
    }
    std::uint32_t root_count = 0;
    std::vector<std::uint32_t> numbers;
    if (!get(root_count) || !get_all(numbers, root_count)) return too_short();
    if (!rest_.empty()) return refuse(ErrorClass::arg, "stored datatypes with bytes left over");
    return take(numbers, true);
  }

 private:
  Result<DatatypePtr> read_node() {
    std::uint16_t kind = 0;
    if (!get(kind)) return too_short();
    if (kind >= first_handle) {
      const PredefinedType* const row = find_predefined(std::uintptr_t{kind});
      if (row == nullptr) return refuse(ErrorClass::type, "no named datatype");
      return Datatype::predefined(row->type);
    }
    std::uint32_t lengths[4] = {};
    for (std::uint32_t& length : lengths) {
      if (!get(length)) return too_short();
    }
    Contents contents;
    std::vector<std::uint32_t> children;
    if (!get_all(contents.integers, lengths[0]) || !get_all(contents.addresses, lengths[1]) ||
        !get_all(contents.counts, lengths[2]) || !get_all(children, lengths[3])) {
      return too_short();
    }
    auto types = take(children, false);
    if (!types) return std::unexpected(types.error());
    contents.types = std::move(*types);
    return Datatype::make(static_cast<Combiner>(kind), std::move(contents));
  }
  Result<std::vector<DatatypePtr>> take(const std::vector<std::uint32_t>& numbers, bool may_lack) {
    std::vector<DatatypePtr> types;
    types.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
      if (number < nodes_.size()) {
        types.push_back(nodes_[number]);
      } else if (may_lack && number == no_node) {
        types.emplace_back();
      } else {
        return refuse(ErrorClass::arg, "a stored datatype of one that does not come before it");
      }
    }
    return types;
  }
  template <class T>
  bool get(T& value) {
    if (rest_.size() < sizeof value) return false;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return true;
  }
  // Asks for no more memory than there are bytes.
  template <class T>
  bool get_all(std::vector<T>& values, std::uint32_t count) {
    if (rest_.size() / sizeof(T) < count) return false;
    values.resize(count);
    const std::size_t size = count * sizeof(T);
    if (size != 0) std::memcpy(values.data(), rest_.data(), size);
    rest_ = rest_.subspan(size);
    return true;
  }

  std::span<const std::byte> rest_;
  std::vector<DatatypePtr> nodes_;
};

}  // namespace

std::vector<std::byte> encode_types(std::span<const DatatypePtr> types) {
  Encoder encoder;
  std::vector<std::uint32_t> roots;
  roots.reserve(types.size());
  for (const DatatypePtr& type : types) roots.push_back(encoder.number_of(type));
  return encoder.finish(roots);
}

Result<std::vector<DatatypePtr>> decode_types(std::span<const std::byte> bytes) {
  return Decoder(bytes).run();
}

}  // namespace isthmus::engine::mpi
