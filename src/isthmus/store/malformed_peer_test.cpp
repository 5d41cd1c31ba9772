// What a peer gets that lies about checkpoints: the job ends, and says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/object/value.hpp"
#include "isthmus/store/checkpoints.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/partner_copies.hpp"
#include "isthmus/store/restoration.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::store {
namespace {

using ::testing::HasSubstr;
using testing::MalformedPeer;

/// Two processes of a PE each, in a job without checkpoints, of which PE 1 lies.
template <class Value>
std::string provoke(const Value& value, const char* handler, PeId to = PeId(0),
                    HeldImages* held = nullptr) {
  testing::World world(testing::uniform_topology(1, 2, "0", "0", 2),
                       {.checkpoints = {.held = held}});
  MalformedPeer malformed_peer(world);
  world.start([](Job& job) -> Task<void> { co_await job.reduction("never"); });
  world.settle();
  const auto failure = malformed_peer.provoke(
      isthmus::engine::detail::make_value<Value>(malformed_peer.pool(), value), handler, PeId(1),
      to);
  return failure ? failure->text() : "nothing";
}

TEST(MalformedPeersOfCheckpoints, CannotOrderOne) {
  EXPECT_THAT(provoke(Checkpoints::Order{.number = 7}, "Checkpoints::receive_order"),
              HasSubstr("an order to take objects down"));
  EXPECT_THAT(provoke(std::string("x"), "Checkpoints::receive_order"),
              HasSubstr("a value of another type"));
}

TEST(MalformedPeersOfCheckpoints, CannotSayThatSomethingIsTakenOrWritten) {
  EXPECT_THAT(provoke(Checkpoints::Taken{}, "Checkpoints::receive_taken", PeId(1)),
              HasSubstr("word of objects that were taken down"));
  EXPECT_THAT(provoke(Written{}, "Checkpoints::receive_written_here"),
              HasSubstr("word of the disk"));
  Written written;
  written.number = 1;
  written.file.process = ProcessId(1);
  EXPECT_THAT(provoke(written, "Checkpoints::receive_written"),
              HasSubstr("word of a file of a checkpoint"));
}

TEST(MalformedPeersOfCheckpoints, CannotHandOutAnIndexOrSayThatTheyHoldOne) {
  EXPECT_THAT(provoke(Checkpoints::SharedIndex{1, {}}, "Checkpoints::receive_index"),
              HasSubstr("an index"));
  EXPECT_THAT(provoke(std::uint64_t{1}, "Checkpoints::receive_index_held"),
              HasSubstr("word of an index"));
  EXPECT_THAT(provoke(std::string("x"), "Checkpoints::receive_superseded"),
              HasSubstr("a value of another type"));
}

TEST(MalformedPeersOfCheckpoints, CannotFillAMemoryThatHoldsNothing) {
  const PartnerCopies::Piece piece{ProcessId(1), 1, "process-1", 0, 0, {}};
  EXPECT_THAT(provoke(piece, "PartnerCopies::receive_piece"), HasSubstr("a piece of an image"));
  EXPECT_THAT(provoke(PartnerCopies::Receipt{1, 1}, "PartnerCopies::receive_receipt"),
              HasSubstr("word of a piece of an image"));
}

TEST(MalformedPeersOfCheckpoints, AreToldApartFromPartnersForWhoseImageThereIsNoMemory) {
  HeldImages held("process 0");
  PartnerCopies::Piece piece{ProcessId(1), 1, "process-1", ~std::uint64_t{0}, 0, {}};
  EXPECT_THAT(provoke(piece, "PartnerCopies::receive_piece", PeId(0), &held),
              HasSubstr("process 0 has no memory for its copy of the image of process 1, "
                        "18446744073709551615 bytes"));
  piece.offset = 8;
  EXPECT_THAT(provoke(piece, "PartnerCopies::receive_piece", PeId(0), &held),
              HasSubstr("a piece of an image"));
  piece = {ProcessId(1), 1, "process-1", 1, 0, std::vector<std::byte>(2)};
  EXPECT_THAT(provoke(piece, "PartnerCopies::receive_piece", PeId(0), &held),
              HasSubstr("a piece of an image"));
}

TEST(MalformedPeersOfCheckpoints, CannotRestoreInAJobThatBeginsAnew) {
  EXPECT_THAT(provoke(Restoration::Order{}, "Restoration::receive_order"),
              HasSubstr("an order to read images"));
  EXPECT_THAT(provoke(Restoration::Question{}, "Restoration::receive_question"),
              HasSubstr("a question for images"));
  EXPECT_THAT(provoke(Restoration::Answer{}, "Restoration::receive_answer"),
              HasSubstr("word of images"));
  EXPECT_THAT(provoke(std::vector<std::byte>(8), "Restoration::receive_objects"),
              HasSubstr("objects of a checkpoint"));
  EXPECT_THAT(provoke(SectionRecord{}, "Restoration::receive_section"),
              HasSubstr("a section of a checkpoint"));
  EXPECT_THAT(provoke(Restoration::Change{}, "Restoration::receive_change"),
              HasSubstr("word of other PEs"));
}

}  // namespace
}  // namespace isthmus::engine::store
