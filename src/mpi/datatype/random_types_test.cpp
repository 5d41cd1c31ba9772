// Every datatype that can be made behaves as its type map says, whatever plan was compiled for it.
#include "mpi/datatype/random_types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "mpi/datatype/elements.hpp"
#include "mpi/datatype/external32.hpp"
#include "mpi/datatype/packing.hpp"
#include "mpi/datatype/type_codec.hpp"

namespace isthmus::engine::mpi::testing {
namespace {

constexpr std::uint64_t seeds = 1500;

// A type, some elements of it, and memory that holds them.
struct Case {
  explicit Case(std::uint64_t the_seed) : seed(the_seed), maker(the_seed) {
    sample = maker.make(static_cast<int>(maker.between(1, 4)));
    if (sample.type == nullptr) return;
    count = maker.between(0, 4);
    while (count > 0 && sample.map.size() * count > 200'000) --count;
    std::vector<TypeMap::Placed> parts;
    for (std::int64_t i = 0; i < count; ++i) {
      parts.push_back({&sample.map, i * sample.map.extent()});
    }
    all = TypeMap::of(parts);
    memory.resize(static_cast<std::size_t>(all.true_ub() - all.true_lb()));
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = random_byte();
    for (const TypeMap::Entry& entry : all.entries) {
      const auto at = static_cast<std::size_t>(entry.displacement - all.true_lb());
      const auto size = std::size_t{predefined_row(entry.basic).size};
      packed.insert(packed.end(), memory.begin() + static_cast<std::ptrdiff_t>(at),
                    memory.begin() + static_cast<std::ptrdiff_t>(at + size));
    }
  }
  std::byte random_byte() { return static_cast<std::byte>(maker.between(0, 255)); }
  // Displacement 0 may lie outside of the memory.
  std::byte* base(std::vector<std::byte>& of) const {
    return reinterpret_cast<std::byte*>(  // NOLINT(performance-no-int-to-ptr)
        reinterpret_cast<std::uintptr_t>(of.data()) - static_cast<std::uintptr_t>(all.true_lb()));
  }
  std::string text() const {
    return "seed " + std::to_string(seed) + ": " + std::to_string(count) + " of " + sample.text;
  }

  std::uint64_t seed;
  TypeMaker maker;
  Sample sample;
  std::int64_t count = 0;
  TypeMap all;                    // of all elements together
  std::vector<std::byte> memory;  // from all.true_lb() on
  std::vector<std::byte> packed;  // as the map says
};

void for_each_case(const std::function<void(Case&)>& check) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Case one(seed);
    SCOPED_TRACE(one.text());
    ASSERT_NE(one.sample.type, nullptr);
    check(one);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(RandomTypes, HaveTheBoundsOfTheirMaps) {
  for_each_case([](Case& one) {
    const Datatype& type = *one.sample.type;
    const TypeMap& map = one.sample.map;
    EXPECT_EQ(type.size(), map.size());
    EXPECT_EQ(type.lb(), map.lb);
    EXPECT_EQ(type.ub(), map.ub);
    EXPECT_EQ(type.extent(), map.extent());
    EXPECT_EQ(type.true_lb(), map.true_lb());
    EXPECT_EQ(type.true_extent(), map.true_ub() - map.true_lb());
    EXPECT_EQ(type.basics(), static_cast<std::int64_t>(map.entries.size()));
    EXPECT_EQ(packed_size(type, one.count), static_cast<std::int64_t>(one.packed.size()));
  });
}

TEST(RandomTypes, PackAsTheirMapsSayWholeAndInSegments) {
  for_each_case([](Case& one) {
    const Datatype& type = *one.sample.type;
    std::vector<std::byte> out(one.packed.size());
    EXPECT_EQ(pack(one.base(one.memory), type, one.count, 0, out),
              static_cast<std::int64_t>(out.size()));
    EXPECT_EQ(out, one.packed);
    std::vector<std::byte> joined;
    while (joined.size() < one.packed.size()) {
      std::vector<std::byte> segment(static_cast<std::size_t>(one.maker.between(1, 40)));
      const auto got = pack(one.base(one.memory), type, one.count,
                            static_cast<std::int64_t>(joined.size()), segment);
      joined.insert(joined.end(), segment.begin(), segment.begin() + got);
    }
    EXPECT_EQ(joined, one.packed);
    EXPECT_EQ(pack(one.base(one.memory), type, one.count,
                   static_cast<std::int64_t>(one.packed.size()), out),
              0);
  });
}

TEST(RandomTypes, UnpackAsTheirMapsSayWholeAndInSegments) {
  for_each_case([](Case& one) {
    std::vector<std::byte> expected(one.memory.size(), std::byte{0xee});
    std::size_t from = 0;
    for (const TypeMap::Entry& entry : one.all.entries) {
      const auto at = static_cast<std::ptrdiff_t>(entry.displacement - one.all.true_lb());
      const std::size_t size = predefined_row(entry.basic).size;
      std::copy_n(one.packed.begin() + static_cast<std::ptrdiff_t>(from), size,
                  expected.begin() + at);
      from += size;
    }
    const Datatype& type = *one.sample.type;
    std::vector<std::byte> memory(one.memory.size(), std::byte{0xee});
    EXPECT_EQ(unpack(one.packed, one.base(memory), type, one.count, 0),
              static_cast<std::int64_t>(one.packed.size()));
    EXPECT_EQ(memory, expected);
    std::ranges::fill(memory, std::byte{0xee});
    for (std::size_t done = 0; done < one.packed.size();) {
      const auto size =
          std::min(static_cast<std::size_t>(one.maker.between(1, 40)), one.packed.size() - done);
      EXPECT_EQ(unpack(std::span(one.packed).subspan(done, size), one.base(memory), type, one.count,
                       static_cast<std::int64_t>(done)),
                static_cast<std::int64_t>(size));
      done += size;
    }
    EXPECT_EQ(memory, expected);
  });
}

TEST(RandomTypes, ArePackedUnderMpiBottomByAbsoluteAddresses) {
  for_each_case([](Case& one) {
    const auto base =
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(one.base(one.memory)));
    const DatatypePtr type = *make_hindexed_block(1, std::vector{base}, one.sample.type);
    if (one.count > 1 && type->extent() != one.sample.type->extent()) return;
    std::vector<std::byte> out(one.packed.size());
    pack(nullptr, *type, one.count, 0, out);
    EXPECT_EQ(out, one.packed);
  });
}

TEST(RandomTypes, AreViewedAsOnePieceOnlyWhereTheyAreOne) {
  int views = 0;
  for_each_case([&](Case& one) {
    const auto view = contiguous_bytes(one.base(one.memory), *one.sample.type, one.count);
    if (view) {
      EXPECT_TRUE(std::ranges::equal(*view, one.packed));
      ++views;
    }
    EXPECT_TRUE(view.has_value() || !one.sample.type->is_contiguous());
  });
  EXPECT_GT(views, static_cast<int>(seeds) / 20);
}

TEST(RandomTypes, VisitTheirPiecesOfMemoryInOrder) {
  for_each_case([](Case& one) {
    std::vector<std::byte> joined;
    const auto size = static_cast<std::int64_t>(one.packed.size());
    const std::int64_t first = one.maker.between(0, size);
    visit_pieces(*one.sample.type, one.count, first, size - first,
                 [&](std::int64_t offset, std::int64_t bytes) {
                   const auto at = one.memory.begin() + (offset - one.all.true_lb());
                   joined.insert(joined.end(), at, at + bytes);
                 });
    EXPECT_TRUE(
        std::ranges::equal(joined, std::span(one.packed).subspan(static_cast<std::size_t>(first))));
  });
}

TEST(RandomTypes, MoveFromOneToAnotherWithoutABufferOfTheWhole) {
  for_each_case([](Case& one) {
    Case other(one.seed + seeds);
    ASSERT_NE(other.sample.type, nullptr);
    std::vector<std::byte> memory(other.memory.size(), std::byte{0xee});
    std::vector<std::byte> expected = memory;
    const auto size = std::min(one.packed.size(), other.packed.size());
    unpack(std::span(one.packed).first(size), other.base(expected), *other.sample.type, other.count,
           0);
    EXPECT_EQ(transfer(one.base(one.memory), *one.sample.type, one.count, other.base(memory),
                       *other.sample.type, other.count),
              static_cast<std::int64_t>(size));
    EXPECT_EQ(memory, expected);
  });
}

TEST(RandomTypes, CountTheElementsOfEveryNumberOfBytes) {
  for_each_case([](Case& one) {
    const Datatype& type = *one.sample.type;
    std::int64_t bytes = 0;
    std::int64_t elements = 0;
    EXPECT_EQ(elements_in(type, 0), 0);
    for (const TypeMap::Entry& entry : one.all.entries) {
      const std::int64_t size = predefined_row(entry.basic).size;
      if (elements == 300) break;
      if (size > 1) {
        EXPECT_EQ(elements_in(type, bytes + size - 1), std::nullopt);
      }
      bytes += size;
      EXPECT_EQ(elements_in(type, bytes), ++elements);
      EXPECT_EQ(bytes_of_elements(type, elements), bytes);
      const bool is_whole = bytes % type.size() == 0;
      EXPECT_EQ(count_in(type, bytes),
                is_whole ? std::optional(bytes / type.size()) : std::nullopt);
    }
  });
}

TEST(RandomTypes, MatchTheBeginningsOfWhatTheyReceiveAndNothingElse) {
  for_each_case([](Case& one) {
    const Datatype& type = *one.sample.type;
    Signature sent;
    std::int64_t bytes = 0;
    for (const TypeMap::Entry& entry : one.all.entries) {
      if (sent.basics == 200) break;
      sent = sent.then(Signature::of(entry.basic));
      bytes += predefined_row(entry.basic).size;
      EXPECT_EQ(match(sent, bytes, type, one.count), Match::same);
      Signature other = sent;
      other.hash += 1;
      EXPECT_EQ(match(other, bytes, type, one.count), Match::different);
    }
    if (static_cast<std::size_t>(sent.basics) == one.all.entries.size()) {
      EXPECT_EQ(signature_of(type, one.count), sent);
      const Signature longer = sent.then(Signature::of(BasicType::c_int));
      EXPECT_EQ(match(longer, bytes + 4, type, one.count), Match::too_long);
    }
  });
}

TEST(RandomTypes, ComeBackFromExternal32AsTheyWere) {
  for_each_case([](Case& one) {
    const Datatype& type = *one.sample.type;
    // Numbers that external32 can hold: small ones of each kind.
    std::vector<std::byte> numbers;
    std::size_t external = 0;
    for (const TypeMap::Entry& entry : one.all.entries) {
      const PredefinedType& row = predefined_row(entry.basic);
      const auto number = one.maker.between(1, 100);
      std::vector<std::byte> value(row.size);
      const auto put = [&]<class T>(T typed) {
        for (std::size_t at = 0; at < value.size(); at += sizeof typed) {
          std::copy_n(reinterpret_cast<const std::byte*>(&typed), sizeof typed,
                      value.begin() + static_cast<std::ptrdiff_t>(at));
        }
      };
      if (row.representation == Representation::extended) {
        // The padding is not compared.
        long double typed = static_cast<long double>(number) / 3;
        std::vector<std::byte> whole(sizeof typed);
        std::copy_n(reinterpret_cast<const std::byte*>(&typed), 10, whole.begin());
        value = whole;
      } else if (row.representation == Representation::ieee && row.size == 4) {
        put(static_cast<float>(number));
      } else if (row.representation == Representation::ieee) {
        put(static_cast<double>(number));
      } else {
        value[0] = static_cast<std::byte>(number);
      }
      numbers.insert(numbers.end(), value.begin(), value.end());
      external += row.external_size;
    }
    unpack(numbers, one.base(one.memory), type, one.count, 0);
    std::vector<std::byte> before(numbers.size());
    pack(one.base(one.memory), type, one.count, 0, before);
    if (before != numbers) return;  // elements that overlap
    EXPECT_EQ(external32_size(type, one.count), static_cast<std::int64_t>(external));
    std::vector<std::byte> stored(external);
    EXPECT_EQ(pack_external32(one.base(one.memory), type, one.count, stored),
              static_cast<std::int64_t>(external));
    std::vector<std::byte> memory(one.memory.size());
    EXPECT_EQ(unpack_external32(stored, one.base(memory), type, one.count),
              static_cast<std::int64_t>(external));
    std::vector<std::byte> after(numbers.size());
    pack(one.base(memory), type, one.count, 0, after);
    EXPECT_EQ(after, numbers);
  });
}

TEST(RandomTypes, AreStoredAndReadAsTheyWere) {
  for_each_case([](Case& one) {
    const std::vector<DatatypePtr> types{one.sample.type, nullptr, one.sample.type};
    const auto decoded = decode_types(encode_types(types));
    ASSERT_TRUE(decoded.has_value());
    ASSERT_EQ(decoded->size(), 3u);
    EXPECT_EQ((*decoded)[0], (*decoded)[2]);
    EXPECT_EQ((*decoded)[1], nullptr);
    const Datatype& type = *(*decoded)[0];
    EXPECT_EQ(type.combiner(), one.sample.type->combiner());
    EXPECT_EQ(type.contents().integers, one.sample.type->contents().integers);
    EXPECT_EQ(type.contents().addresses, one.sample.type->contents().addresses);
    EXPECT_EQ(type.contents().counts, one.sample.type->contents().counts);
    EXPECT_EQ(type.extent(), one.sample.map.extent());
    std::vector<std::byte> out(one.packed.size());
    pack(one.base(one.memory), type, one.count, 0, out);
    EXPECT_EQ(out, one.packed);
    EXPECT_EQ(encode_types(*decoded), encode_types(types));
  });
}

}  // namespace
}  // namespace isthmus::engine::mpi::testing
