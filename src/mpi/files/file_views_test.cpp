// Where bytes of a view lie in its file (MPI 5.0, 14.3).
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "mpi/datatype/external32.hpp"
#include "mpi/files/file_calls.hpp"

namespace isthmus::engine::mpi {
namespace {

using FilePieces = std::vector<std::pair<std::int64_t, std::int64_t>>;

FileView view_of(const DatatypePtr& etype, const DatatypePtr& filetype,
                 std::int64_t displacement = 100) {
  FileView view;
  view.displacement = displacement;
  view.etype = etype;
  view.filetype = filetype;
  view.in_file = filetype;
  view.etype_bytes = etype->size();
  return view;
}

/// Of 16 bytes from 100 on, again and again, the first and the third int.
FileView every_other_int() {
  const DatatypePtr& integer = Datatype::predefined(BasicType::c_int);
  return view_of(integer, *make_resized(*make_vector(2, 1, 2, integer), 0, 16));
}

FilePieces pieces_of(const FileView& view, std::int64_t first, std::int64_t bytes) {
  FilePieces pieces;
  visit_view(view, first, bytes, [&](std::int64_t offset, std::int64_t length) {
    pieces.emplace_back(offset, length);
    return true;
  });
  return pieces;
}

TEST(FileViews, LieBehindTheirDisplacementFiletypeByFiletype) {
  EXPECT_EQ(pieces_of(every_other_int(), 0, 16),
            (FilePieces{{100, 4}, {108, 4}, {116, 4}, {124, 4}}));
}

TEST(FileViews, BeginAndEndWithinAnElement) {
  EXPECT_EQ(pieces_of(every_other_int(), 6, 4), (FilePieces{{110, 2}, {116, 2}}));
}

TEST(FileViews, HavePiecesThatTouchInOne) {
  const DatatypePtr& integer = Datatype::predefined(BasicType::c_int);
  // Its extent ends with its last int, which the next one's first int follows.
  const FileView view = view_of(integer, *make_vector(2, 1, 2, integer));
  EXPECT_EQ(pieces_of(view, 0, 16), (FilePieces{{100, 4}, {108, 8}, {120, 4}}));
}

TEST(FileViews, ReachBeyondThirtyTwoBits) {
  constexpr std::int64_t filetypes = std::int64_t{1} << 40;
  EXPECT_EQ(pieces_of(every_other_int(), 8 * filetypes + 4, 8),
            (FilePieces{{100 + 16 * filetypes + 8, 4}, {100 + 16 * filetypes + 16, 4}}));
}

TEST(FileViews, AreVisitedUntilWhoeverVisitsHasEnough) {
  int visits = 0;
  visit_view(every_other_int(), 0, 16, [&](std::int64_t, std::int64_t) { return ++visits < 2; });
  EXPECT_EQ(visits, 2);
}

TEST(FileViews, OfNoDataHaveNoPieces) {
  EXPECT_TRUE(pieces_of(every_other_int(), 0, 0).empty());
  const DatatypePtr& integer = Datatype::predefined(BasicType::c_int);
  const FileView none = view_of(integer, *make_contiguous(0, integer));
  EXPECT_TRUE(pieces_of(none, 0, 8).empty());
  EXPECT_EQ(byte_offset(none, 3), 100);
  EXPECT_EQ(position_behind(none, 1000), 0);
}

TEST(FileViews, SayWhereAnEtypeLies) {
  const FileView view = every_other_int();
  EXPECT_EQ(byte_offset(view, 0), 100);
  EXPECT_EQ(byte_offset(view, 1), 108);
  EXPECT_EQ(byte_offset(view, 2), 116);
  EXPECT_EQ(byte_offset(view, 2001), 100 + 16 * 1000 + 8);
}

// The end of a file, to which MPI_SEEK_END goes, may lie anywhere in a filetype.
TEST(FileViews, SayWhichEtypeIsTheFirstBehindTheEndOfAFile) {
  const FileView view = every_other_int();
  for (const auto& [file_bytes, position] : FilePieces{{0, 0},
                                                       {100, 0},
                                                       {101, 1},
                                                       {104, 1},
                                                       {108, 1},
                                                       {109, 2},
                                                       {112, 2},
                                                       {116, 2},
                                                       {117, 3},
                                                       {100 + 16 * 1000, 2000},
                                                       {100 + 16 * 1000 + 4, 2001}}) {
    EXPECT_EQ(position_behind(view, file_bytes), position) << file_bytes;
  }
}

TEST(FileViews, OfExternal32HaveItsSizesInTheFile) {
  const DatatypePtr& character = Datatype::predefined(BasicType::wchar);
  ASSERT_EQ(character->size(), 4);
  const DatatypePtr in_file = in_external32(*make_vector(3, 1, 2, character));
  EXPECT_EQ(in_file->size(), 6);
  EXPECT_EQ(in_file->extent(), 10);
  FileView view = view_of(character, *make_vector(3, 1, 2, character));
  EXPECT_EQ(bytes_in_file(view, *character, 5), 20);
  view.is_external = true;
  EXPECT_EQ(bytes_in_file(view, *character, 5), 10);
  const DatatypePtr& integer = Datatype::predefined(BasicType::c_int);
  EXPECT_EQ(in_external32(integer), integer);
}

}  // namespace
}  // namespace isthmus::engine::mpi
