// mpi/datatype/signature.hpp: the basic types of a datatype in their order, without their places.
//
// Two datatypes match where their sequences of basic types are equal, however they were made
// (MPI 5.0, 3.3.1). A sequence is kept as loops and lists, as short as the calls that made the
// type, and has a hash that the structure does not change.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "mpi/datatype/predefined_types.hpp"

namespace isthmus::engine::mpi {

struct SignatureNode;
using SignaturePtr = std::shared_ptr<const SignatureNode>;

/// A sequence of basic types in 16 bytes, for envelopes of messages. Equal sequences have equal
/// ones; different ones very likely have different ones.
struct Signature {
  std::int64_t basics = 0;  ///< How many; a pair counts as two.
  std::uint64_t hash = 0;

  bool operator==(const Signature&) const = default;

  /// This sequence, then the other.
  Signature then(const Signature& next) const;
  /// This sequence so many times; `times` must not be negative.
  Signature repeated(std::int64_t times) const;
  /// The sequence of one basic type, which is no pair.
  static Signature of(BasicType basic);
};

/// A part of a sequence. Immutable; any thread may read it.
struct SignatureNode {
  enum class Kind : std::uint8_t {
    run,     ///< `count` times `basic`; perhaps none.
    repeat,  ///< `count` times the sequence `child`.
    list,    ///< The sequences `parts`, one after the other.
  };
  struct Part {
    std::int64_t first_basic = 0;  ///< Basic types before it in the list.
    std::int64_t first_byte = 0;   ///< Their bytes.
    SignaturePtr node;
  };

  Kind kind = Kind::run;
  BasicType basic = BasicType::byte;
  std::int64_t count = 0;
  SignaturePtr child;
  std::vector<Part> parts;

  std::int64_t basics = 0;
  std::int64_t bytes = 0;           ///< As packed on this machine.
  std::int64_t external_bytes = 0;  ///< In external32.
  Signature signature;

  /// Of the first `first` basic types; `first` is in [0, basics].
  Signature prefix(std::int64_t first) const;
  /// How many basic types the first `size` bytes hold, with `size` in [0, bytes]; nothing if they
  /// end within one.
  std::optional<std::int64_t> basics_in(std::int64_t size) const;
  /// Bytes of the first `first` basic types; `first` is in [0, basics].
  std::int64_t bytes_of(std::int64_t first) const;
};

// Sequences from sequences. The bytes of what they make must fit 64 bits, which the caller has seen
// to.
SignaturePtr empty_signature();
/// Of a named type: one basic type, or the two of a pair.
SignaturePtr named_signature(BasicType type);
/// `count` times `node`; `count` must not be negative.
SignaturePtr repeat_signature(const SignaturePtr& node, std::int64_t count);
/// One after the other.
SignaturePtr join_signatures(const std::vector<SignaturePtr>& nodes);

}  // namespace isthmus::engine::mpi
