#include "mpi/datatype/elements.hpp"

namespace isthmus::engine::mpi {

namespace {

std::optional<std::int64_t> sum_of_products(std::int64_t a, std::int64_t b, std::int64_t rest) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || __builtin_add_overflow(result, rest, &result)) {
    return std::nullopt;
  }
  return result;
}

bool is_packed(const Signature& signature) {
  return signature == Signature::of(BasicType::packed).repeated(signature.basics);
}

}  // namespace

std::optional<std::int64_t> count_in(const Datatype& type, std::int64_t bytes) {
  if (bytes == 0) return 0;
  if (bytes < 0 || type.size() == 0 || bytes % type.size() != 0) return std::nullopt;
  return bytes / type.size();
}

std::optional<std::int64_t> elements_in(const Datatype& type, std::int64_t bytes) {
  if (bytes == 0) return 0;
  if (bytes < 0 || type.size() == 0) return std::nullopt;
  const std::optional<std::int64_t> rest = type.signature().basics_in(bytes % type.size());
  if (!rest) return std::nullopt;
  return sum_of_products(bytes / type.size(), type.basics(), *rest);
}

std::optional<std::int64_t> bytes_of_elements(const Datatype& type, std::int64_t elements) {
  if (elements == 0) return 0;
  if (elements < 0 || type.basics() == 0) return std::nullopt;
  return sum_of_products(elements / type.basics(), type.size(),
                         type.signature().bytes_of(elements % type.basics()));
}

Signature signature_of(const Datatype& type, std::int64_t count) {
  return type.signature().signature.repeated(count);
}

Match match(const Signature& sent, std::int64_t bytes, const Datatype& type, std::int64_t count) {
  if (bytes > type.size() * count) return Match::too_long;
  if (sent.basics == 0 || type.component() == BasicType::packed) return Match::same;
  // Fewer bytes may be more basic types, which then are others.
  if (sent.basics <= type.basics() * count) {
    const Signature& element = type.signature().signature;
    const std::int64_t rest = sent.basics % element.basics;
    Signature received = element.repeated(sent.basics / element.basics);
    if (rest != 0) received = received.then(type.signature().prefix(rest));
    if (received == sent) return Match::same;
  }
  return is_packed(sent) ? Match::same : Match::different;
}

}  // namespace isthmus::engine::mpi
