#include <limits>
#include <utility>

#include "mpi/datatype/datatype.hpp"

namespace isthmus::engine::mpi {

namespace {

// Collects the arguments of a call in the order of MPI_Type_get_contents.
class Call {
 public:
  explicit Call(CountForm form) : is_large_(form == CountForm::counts) {}

  Call& integer(std::int64_t value) {
    if (is_large_) {
      contents_.counts.push_back(value);
    } else {
      small(value);
    }
    return *this;
  }
  Call& address(std::int64_t value) {
    (is_large_ ? contents_.counts : contents_.addresses).push_back(value);
    return *this;
  }
  /// An `int` in both forms.
  Call& small(std::int64_t value) {
    constexpr std::int64_t int_max = std::numeric_limits<int>::max();
    constexpr std::int64_t int_min = std::numeric_limits<int>::min();
    fits_ &= value >= int_min && value <= int_max;
    contents_.integers.push_back(static_cast<int>(value));
    return *this;
  }
  Call& integers(CountSpan values) {
    for (std::size_t i = 0; i < values.size(); ++i) integer(values[i]);
    return *this;
  }
  Call& addresses(CountSpan values) {
    for (std::size_t i = 0; i < values.size(); ++i) address(values[i]);
    return *this;
  }
  Call& smalls(std::span<const int> values) {
    for (const int value : values) small(value);
    return *this;
  }
  Call& type(DatatypePtr type) {
    contents_.types.push_back(std::move(type));
    return *this;
  }
  Result<DatatypePtr> make(Combiner combiner) {
    if (!fits_) return refuse(ErrorClass::arg, "a number that an int does not hold");
    return Datatype::make(combiner, std::move(contents_));
  }

 private:
  bool is_large_;
  bool fits_ = true;
  Contents contents_;
};

std::int64_t length_of(auto values) { return static_cast<std::int64_t>(values.size()); }

std::unexpected<Refusal> unequal_lengths() {
  return refuse(ErrorClass::arg, "arrays of different lengths");
}

}  // namespace

Result<DatatypePtr> make_dup(DatatypePtr old) {
  return Call(CountForm::integers).type(std::move(old)).make(Combiner::dup);
}

Result<DatatypePtr> make_contiguous(std::int64_t count, DatatypePtr old, CountForm form) {
  return Call(form).integer(count).type(std::move(old)).make(Combiner::contiguous);
}

Result<DatatypePtr> make_vector(std::int64_t count, std::int64_t block_length, std::int64_t stride,
                                DatatypePtr old, CountForm form) {
  return Call(form)
      .integer(count)
      .integer(block_length)
      .integer(stride)
      .type(std::move(old))
      .make(Combiner::vector);
}

Result<DatatypePtr> make_hvector(std::int64_t count, std::int64_t block_length, std::int64_t stride,
                                 DatatypePtr old, CountForm form) {
  return Call(form)
      .integer(count)
      .integer(block_length)
      .address(stride)
      .type(std::move(old))
      .make(Combiner::hvector);
}

Result<DatatypePtr> make_indexed(CountSpan block_lengths, CountSpan displacements, DatatypePtr old,
                                 CountForm form) {
  if (block_lengths.size() != displacements.size()) return unequal_lengths();
  return Call(form)
      .integer(length_of(block_lengths))
      .integers(block_lengths)
      .integers(displacements)
      .type(std::move(old))
      .make(Combiner::indexed);
}

Result<DatatypePtr> make_hindexed(CountSpan block_lengths, CountSpan displacements, DatatypePtr old,
                                  CountForm form) {
  if (block_lengths.size() != displacements.size()) return unequal_lengths();
  return Call(form)
      .integer(length_of(block_lengths))
      .integers(block_lengths)
      .addresses(displacements)
      .type(std::move(old))
      .make(Combiner::hindexed);
}

Result<DatatypePtr> make_indexed_block(std::int64_t block_length, CountSpan displacements,
                                       DatatypePtr old, CountForm form) {
  return Call(form)
      .integer(length_of(displacements))
      .integer(block_length)
      .integers(displacements)
      .type(std::move(old))
      .make(Combiner::indexed_block);
}

Result<DatatypePtr> make_hindexed_block(std::int64_t block_length, CountSpan displacements,
                                        DatatypePtr old, CountForm form) {
  return Call(form)
      .integer(length_of(displacements))
      .integer(block_length)
      .addresses(displacements)
      .type(std::move(old))
      .make(Combiner::hindexed_block);
}

Result<DatatypePtr> make_struct(CountSpan block_lengths, CountSpan displacements,
                                std::span<const DatatypePtr> types, CountForm form) {
  if (block_lengths.size() != types.size() || displacements.size() != types.size()) {
    return unequal_lengths();
  }
  Call call(form);
  call.integer(length_of(types)).integers(block_lengths).addresses(displacements);
  for (const DatatypePtr& type : types) call.type(type);
  return call.make(Combiner::structure);
}

Result<DatatypePtr> make_subarray(CountSpan sizes, CountSpan subsizes, CountSpan starts,
                                  ArrayOrder order, DatatypePtr old, CountForm form) {
  if (subsizes.size() != sizes.size() || starts.size() != sizes.size()) return unequal_lengths();
  return Call(form)
      .small(length_of(sizes))
      .integers(sizes)
      .integers(subsizes)
      .integers(starts)
      .small(static_cast<int>(order))
      .type(std::move(old))
      .make(Combiner::subarray);
}

Result<DatatypePtr> make_darray(int size, int rank, CountSpan global_sizes,
                                std::span<const Distribution> distributions,
                                std::span<const int> arguments, std::span<const int> process_sizes,
                                ArrayOrder order, DatatypePtr old, CountForm form) {
  const std::size_t dimensions = global_sizes.size();
  if (distributions.size() != dimensions || arguments.size() != dimensions ||
      process_sizes.size() != dimensions) {
    return unequal_lengths();
  }
  Call call(form);
  call.small(size).small(rank).small(length_of(global_sizes)).integers(global_sizes);
  for (const Distribution distribution : distributions) call.small(static_cast<int>(distribution));
  return call.smalls(arguments)
      .smalls(process_sizes)
      .small(static_cast<int>(order))
      .type(std::move(old))
      .make(Combiner::darray);
}

Result<DatatypePtr> make_resized(DatatypePtr old, std::int64_t lb, std::int64_t extent,
                                 CountForm form) {
  return Call(form).address(lb).address(extent).type(std::move(old)).make(Combiner::resized);
}

Result<DatatypePtr> make_f90_real(int precision, int range) {
  return Call(CountForm::integers).small(precision).small(range).make(Combiner::f90_real);
}

Result<DatatypePtr> make_f90_complex(int precision, int range) {
  return Call(CountForm::integers).small(precision).small(range).make(Combiner::f90_complex);
}

Result<DatatypePtr> make_f90_integer(int range) {
  return Call(CountForm::integers).small(range).make(Combiner::f90_integer);
}

}  // namespace isthmus::engine::mpi
