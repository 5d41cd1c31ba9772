// mpi/datatype/datatype.hpp: MPI's datatypes: what they were made of, and what that means.
//
// A datatype is an immutable value that many handles, messages and threads may share. It keeps the
// call that made it, for MPI_Type_get_contents, and is compiled at once: a plan of its memory
// (datatype_plan.hpp), and its signature (signature.hpp). Nothing here calls MPI or knows ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mpi/datatype/datatype_plan.hpp"
#include "mpi/datatype/error_class.hpp"
#include "mpi/datatype/predefined_types.hpp"
#include "mpi/datatype/signature.hpp"
#include "mpi/datatype/type_facts.hpp"

namespace isthmus::engine::mpi {

class Datatype;
using DatatypePtr = std::shared_ptr<const Datatype>;

/// Which call made a datatype, by its value in MPI's ABI (MPI 5.0, 5.1.13).
enum class Combiner : int {
  named = 101,
  dup = 102,
  contiguous = 103,
  vector = 104,
  hvector = 105,
  indexed = 106,
  hindexed = 107,
  indexed_block = 108,
  hindexed_block = 109,
  structure = 110,  ///< MPI_COMBINER_STRUCT
  subarray = 111,
  darray = 112,
  f90_real = 113,
  f90_complex = 114,
  f90_integer = 115,
  resized = 116,
  value_index = 117,  ///< Never answered: all such pairs have names here.
};

/// The order of an array's dimensions, by its value in MPI's ABI.
enum class ArrayOrder : int {
  c = 0xC,        ///< The last index runs fastest.
  fortran = 0xF,  ///< The first index runs fastest.
};

/// How a dimension of an array is dealt out, by its value in MPI's ABI.
enum class Distribution : int { none = 16, block = 17, cyclic = 18 };

/// MPI_DISTRIBUTE_DFLT_DARG.
inline constexpr int default_distribution = 19;
/// MPI_UNDEFINED.
inline constexpr int undefined = -32766;

/// With which of the twin calls a datatype was made: MPI_Type_vector or MPI_Type_vector_c. The
/// datatypes are the same, their envelopes are not (MPI 5.0, 5.1.13).
enum class CountForm : std::uint8_t {
  integers,  ///< `int` counts, and addresses where displacements are in bytes.
  counts,    ///< MPI_Count for all of them.
};

/// The arguments of the call that made a datatype, in the order of MPI_Type_get_contents (MPI 5.0,
/// table 5.1).
struct Contents {
  std::vector<int> integers;
  std::vector<std::int64_t> addresses;
  std::vector<std::int64_t> counts;
  std::vector<DatatypePtr> types;
};

/// Counts or displacements as programs hand them over: `int` or 64 bits each. Borrows the array.
class CountSpan {
 public:
  CountSpan(std::span<const int> integers) : size_(integers.size()), integers_(integers.data()) {}
  CountSpan(std::span<const std::int64_t> counts) : size_(counts.size()), counts_(counts.data()) {}
  CountSpan(const std::vector<int>& integers) : CountSpan(std::span(integers)) {}
  CountSpan(const std::vector<std::int64_t>& counts) : CountSpan(std::span(counts)) {}

  std::size_t size() const { return size_; }
  std::int64_t operator[](std::size_t index) const {
    return integers_ != nullptr ? integers_[index] : counts_[index];
  }

 private:
  std::size_t size_;
  const int* integers_ = nullptr;
  const std::int64_t* counts_ = nullptr;
};

/// A datatype of MPI. Immutable; any thread may read it at any time.
class Datatype {
 public:
  /// Types nested deeper are refused (MPI_ERR_TYPE), so that no walk exhausts a stack.
  static constexpr std::int32_t nesting_max = 1000;

  /// The type that a call with these arguments makes. All constructors end here, and so does the
  /// reading of stored types: arguments of a wrong number or value are refused, as sizes and
  /// bounds beyond 64 bits are (MPI_ERR_COUNT).
  static Result<DatatypePtr> make(Combiner combiner, Contents contents);
  /// The one object of a named type, which must not be `null`.
  static const DatatypePtr& predefined(BasicType type);

  ~Datatype();
  Datatype(const Datatype&) = delete;
  Datatype& operator=(const Datatype&) = delete;

  /// Bytes of data in one element; MPI_Type_size.
  std::int64_t size() const { return facts_.size; }
  std::int64_t lb() const { return facts_.lb; }
  std::int64_t ub() const { return facts_.ub; }
  /// Bytes from one element of an array to the next; may be negative. MPI_Type_get_extent.
  std::int64_t extent() const { return facts_.ub - facts_.lb; }
  std::int64_t true_lb() const { return facts_.true_lb; }
  std::int64_t true_extent() const { return facts_.true_ub - facts_.true_lb; }

  /// One element after the other leaves no gaps and begins at its address, so any count is one
  /// piece of memory. Types without data are not.
  bool is_contiguous() const;

  const Layout& layout() const { return facts_.layout; }
  /// Of one element.
  const SignatureNode& signature() const { return *facts_.signature; }
  /// Basic types in one element; a pair (MPI_DOUBLE_INT) has two.
  std::int64_t basics() const { return facts_.signature->basics; }
  /// The named type that all its data are of, pairs included, as MPI_Accumulate asks for; nothing
  /// if there are several or none.
  std::optional<BasicType> component() const {
    if (facts_.component == BasicType::null) return std::nullopt;
    return facts_.component;
  }
  const TypeFacts& facts() const { return facts_; }

  /// MPI_Type_get_envelope and MPI_Type_get_contents. Named types have no contents.
  Combiner combiner() const { return combiner_; }
  const Contents& contents() const { return contents_; }
  /// `counts` if a call that ends in _c made it; then MPI_Type_get_envelope without _c is an error.
  CountForm count_form() const {
    return contents_.counts.empty() ? CountForm::integers : CountForm::counts;
  }
  /// The named type that this is; nothing for those that a call made.
  std::optional<BasicType> name() const {
    if (combiner_ != Combiner::named) return std::nullopt;
    return basic_;
  }
  /// Which predefined type this is for operators: a named one, a duplicate of one, or a type of
  /// MPI_Type_create_f90_*; nothing else.
  std::optional<BasicType> predefined_type() const {
    if (basic_ == BasicType::null) return std::nullopt;
    return basic_;
  }

 private:
  struct Token {};

 public:
  /// For `make` and `predefined` alone.
  Datatype(Token, Combiner combiner, Contents contents, TypeFacts facts, BasicType basic);

 private:
  Combiner combiner_;
  BasicType basic_;
  mutable Contents contents_;  // the destructor takes deep trees apart without recursion
  TypeFacts facts_;
};

// The constructors (MPI 5.0, 5.1.2 to 5.1.9). Counts and block lengths are in elements; strides,
// displacements and bounds in bytes where the name begins with h, else in extents of the old type.
// Refused with MPI_ERR_COUNT: negative counts, and sizes or bounds beyond 64 bits; with
// MPI_ERR_ARG: other bad arguments, among them spans of different lengths, and values that do not
// fit `int` under CountForm::integers; with MPI_ERR_TYPE: no old type, or types nested too deeply.

Result<DatatypePtr> make_dup(DatatypePtr old);
Result<DatatypePtr> make_contiguous(std::int64_t count, DatatypePtr old,
                                    CountForm form = CountForm::integers);
Result<DatatypePtr> make_vector(std::int64_t count, std::int64_t block_length, std::int64_t stride,
                                DatatypePtr old, CountForm form = CountForm::integers);
Result<DatatypePtr> make_hvector(std::int64_t count, std::int64_t block_length, std::int64_t stride,
                                 DatatypePtr old, CountForm form = CountForm::integers);
Result<DatatypePtr> make_indexed(CountSpan block_lengths, CountSpan displacements, DatatypePtr old,
                                 CountForm form = CountForm::integers);
Result<DatatypePtr> make_hindexed(CountSpan block_lengths, CountSpan displacements, DatatypePtr old,
                                  CountForm form = CountForm::integers);
Result<DatatypePtr> make_indexed_block(std::int64_t block_length, CountSpan displacements,
                                       DatatypePtr old, CountForm form = CountForm::integers);
Result<DatatypePtr> make_hindexed_block(std::int64_t block_length, CountSpan displacements,
                                        DatatypePtr old, CountForm form = CountForm::integers);
Result<DatatypePtr> make_struct(CountSpan block_lengths, CountSpan displacements,
                                std::span<const DatatypePtr> types,
                                CountForm form = CountForm::integers);
/// `subsizes` elements from `starts` on of an array of `sizes`, a number a dimension.
Result<DatatypePtr> make_subarray(CountSpan sizes, CountSpan subsizes, CountSpan starts,
                                  ArrayOrder order, DatatypePtr old,
                                  CountForm form = CountForm::integers);
/// What rank `rank` of `size` holds of an array that is dealt out over a grid of `process_sizes`
/// (row-major). `arguments` has block lengths or default_distribution.
Result<DatatypePtr> make_darray(int size, int rank, CountSpan global_sizes,
                                std::span<const Distribution> distributions,
                                std::span<const int> arguments, std::span<const int> process_sizes,
                                ArrayOrder order, DatatypePtr old,
                                CountForm form = CountForm::integers);
Result<DatatypePtr> make_resized(DatatypePtr old, std::int64_t lb, std::int64_t extent,
                                 CountForm form = CountForm::integers);
/// Of Fortran's selected_real_kind, selected_int_kind; `precision` or `range`, but not both, may be
/// `undefined`. MPI wants the same handle for the same arguments, which is up to the caller.
Result<DatatypePtr> make_f90_real(int precision, int range);
Result<DatatypePtr> make_f90_complex(int precision, int range);
Result<DatatypePtr> make_f90_integer(int range);

}  // namespace isthmus::engine::mpi
