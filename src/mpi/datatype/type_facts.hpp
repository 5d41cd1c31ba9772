// mpi/datatype/type_facts.hpp: bounds, memory and basic types of a datatype, and how those of a new
// one follow from those of the old.
//
// The rules of bounds (MPI 5.0, 5.1.6 to 5.1.8). The bounds of a type are those of its data, and
// the upper one is padded so that the extent is a multiple of the alignment of the basic types.
// Once MPI_Type_create_resized or an array constructor has set bounds, types made of this one place
// those bounds side by side, and pad nothing. A structure of types with set bounds and without
// takes the outermost bounds of all, as MPICH does: set bounds do not hide the data beside them.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/datatype/datatype_plan.hpp"
#include "mpi/datatype/error_class.hpp"
#include "mpi/datatype/signature.hpp"

namespace isthmus::engine::mpi {

/// Bounds, memory and basic types of a datatype: all that matters but for how it was made.
struct TypeFacts {
  std::int64_t size = 0;     ///< Bytes of data.
  std::int64_t lb = 0;       ///< Bytes, as all that follows.
  std::int64_t ub = 0;       ///< lb + extent.
  std::int64_t true_lb = 0;  ///< Of the data alone; 0 if there is none.
  std::int64_t true_ub = 0;
  std::int64_t alignment = 1;  ///< A power of two; to which structures pad.
  /// The bounds were set by MPI_Type_create_resized or an array constructor below, so that they
  /// need not be those of the data, and no padding is added.
  bool has_set_bounds = false;
  std::int32_t nesting = 0;  ///< Types within types.
  /// The named type that all data are of, pairs included; `null` if there are several or none.
  BasicType component = BasicType::null;
  Layout layout;
  SignaturePtr signature;
};

/// Of a named type, which must not be `null`.
TypeFacts facts_of_predefined(BasicType type);

/// `count` times the type, `stride` bytes from one to the next. `count` must not be negative.
/// MPI_ERR_COUNT if 64 bits do not hold the size or the bounds.
Result<TypeFacts> repeat_facts(const TypeFacts& type, std::int64_t count, std::int64_t stride);

/// The type with other bounds: MPI_Type_create_resized. MPI_ERR_COUNT if lb + extent does not fit.
Result<TypeFacts> resize_facts(TypeFacts type, std::int64_t lb, std::int64_t extent);

/// Types one after the other, each at a displacement. One thread.
class FactsList {
 public:
  /// MPI_ERR_COUNT if 64 bits do not hold the size or the bounds.
  Result<void> add(const TypeFacts& type, std::int64_t offset);
  /// All of them are of one type, as in MPI_Type_indexed: without this, each type that was added
  /// is a part of the signature.
  void set_signature(SignaturePtr signature) { signature_ = std::move(signature); }
  Result<TypeFacts> finish();

 private:
  TypeFacts facts_;
  bool has_data_ = false;
  bool has_bounds_ = false;
  bool all_set_ = true;    // no type has bounds that follow from its data
  bool is_mixed_ = false;  // of several named types
  LayoutList layouts_;
  std::vector<SignaturePtr> signatures_;
  SignaturePtr signature_;
};

}  // namespace isthmus::engine::mpi
