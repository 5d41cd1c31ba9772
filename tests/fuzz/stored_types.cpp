// MPI's datatypes as ranks that move take them along: mpi::decode_types.
#include <algorithm>

#include "fuzz/target.hpp"
#include "mpi/datatype/elements.hpp"
#include "mpi/datatype/external32.hpp"
#include "mpi/datatype/packing.hpp"
#include "mpi/datatype/type_codec.hpp"

namespace isthmus::engine::fuzz {

namespace {

using mpi::BasicType;
using mpi::Datatype;
using mpi::DatatypePtr;

// Types may have any size, and inputs are many.
constexpr std::int64_t bytes_looked_at = 4096;

void look_at(const Datatype& type) {
  require(type.size() >= 0 && type.basics() >= 0, "no size is negative");
  require(type.signature().bytes == type.size(), "the signature has all bytes");
  require(type.layout().bytes() == type.size(), "the plan has all bytes");
  std::int64_t seen = 0;
  const std::int64_t wanted = std::min(type.size(), bytes_looked_at);
  mpi::visit_pieces(type, 1, 0, wanted, [&](std::int64_t offset, std::int64_t bytes) {
    require(offset >= type.true_lb() && offset + bytes <= type.true_lb() + type.true_extent(),
            "data lies within the true bounds");
    seen += bytes;
  });
  require(seen == wanted, "the plan ends with the data");
  const auto elements = mpi::elements_in(type, wanted);
  require(!elements || mpi::bytes_of_elements(type, *elements) == wanted,
          "elements and their bytes belong together");
  require(mpi::external32_size(type, 1).has_value(), "external32 is no longer than the data");
  // Only where the memory is small can there be such elements.
  if (type.true_extent() > bytes_looked_at || type.size() > bytes_looked_at) return;
  const Bytes memory(static_cast<std::size_t>(type.true_extent()), std::byte{7});
  const auto* const base =
      reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(memory.data()) -
                                    static_cast<std::uintptr_t>(type.true_lb()));
  Bytes packed(static_cast<std::size_t>(type.size()));
  require(mpi::pack(base, type, 1, 0, packed) == type.size(), "all is packed");
  require(std::ranges::all_of(packed, [](std::byte each) { return each == std::byte{7}; }),
          "nothing else is packed");
}

void run(Input input) {
  const auto types = mpi::decode_types(input);
  if (!types) {
    require(*types.error().reason != 0, "a refusal has a reason");
    return;
  }
  for (const DatatypePtr& type : *types) {
    if (type != nullptr) look_at(*type);
  }
  const Bytes stored = mpi::encode_types(*types);
  const auto again = mpi::decode_types(stored);
  require(again.has_value() && again->size() == types->size(), "what was read can be written");
  require(mpi::encode_types(*again) == stored, "it is written as it was read");
}

std::vector<Bytes> seeds() {
  const DatatypePtr number = Datatype::predefined(BasicType::c_double);
  const DatatypePtr rows = *mpi::make_vector(3, 2, 4, number);
  const DatatypePtr record =
      *mpi::make_struct(std::vector{1, 2}, std::vector<std::int64_t>{-8, 16},
                        std::vector{Datatype::predefined(BasicType::short_int), rows});
  const DatatypePtr part = *mpi::make_subarray(std::vector{4, 5}, std::vector{2, 3},
                                               std::vector{1, 1}, mpi::ArrayOrder::c, record);
  const DatatypePtr dealt =
      *mpi::make_darray(6, 4, std::vector<std::int64_t>{7, 8},
                        std::vector{mpi::Distribution::block, mpi::Distribution::cyclic},
                        std::vector{mpi::default_distribution, 2}, std::vector{2, 3},
                        mpi::ArrayOrder::fortran, number, mpi::CountForm::counts);
  const DatatypePtr blocks =
      *mpi::make_hindexed(std::vector<std::int64_t>{1, 0, 3}, std::vector<std::int64_t>{64, 0, -64},
                          part, mpi::CountForm::counts);
  const DatatypePtr resized = *mpi::make_resized(*mpi::make_dup(blocks), -3, 1024);
  return {mpi::encode_types(std::vector{number, DatatypePtr(), rows, record}),
          mpi::encode_types(std::vector{dealt, *mpi::make_f90_real(15, 300)}),
          mpi::encode_types(std::vector{resized, *mpi::make_contiguous(3, resized)}),
          mpi::encode_types(std::vector{*mpi::make_indexed_block(2, std::vector{0, 5, 9}, rows)})};
}

}  // namespace

extern const Target stored_types;
const Target stored_types{"stored_types", run, seeds};

}  // namespace isthmus::engine::fuzz
