#include "isthmus/balance/measurements.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::balance {
namespace {

ObjectId object(std::uint64_t i) { return {CollectionId(7), Key{i, 0}}; }

topology::Topology two_sites(int pes_per_site) {
  return topology::Topology::from_grid(topology::uniform_grid(2, pes_per_site)).value();
}

constexpr TimeNs second = 1'000'000'000;

TEST(Assemble, TakesTimesAsAPeOfSpeed1WouldTakeThem) {
  const topology::Topology topology = two_sites(1);
  const std::vector<double> speeds = {1, 4};
  const Measured measured =
      assemble(topology, speeds,
               {{.pe = PeId(1),
                 .busy_ns = 5 * second,
                 .objects = {{.id = object(1), .busy_ns = 2 * second, .bytes = 30, .stays = true}}},
                {.pe = PeId(0),
                 .busy_ns = 3 * second,
                 .objects = {{.id = object(0), .busy_ns = 3 * second, .bytes = 10}}}});
  ASSERT_TRUE(validate(measured.snapshot));
  EXPECT_EQ(measured.ids, (std::vector<ObjectId>{object(0), object(1)}));
  // busy * speed: 3 * 1, 2 * 4.
  EXPECT_EQ(measured.snapshot.objects.cpu_s, (std::vector<double>{3, 8}));
  EXPECT_EQ(measured.snapshot.objects.pe, (Placement{PeId(0), PeId(1)}));
  EXPECT_EQ(measured.snapshot.objects.bytes, (std::vector<std::uint64_t>{10, 30}));
  EXPECT_EQ(measured.snapshot.objects.is_pinned, (std::vector<std::uint8_t>{0, 1}));
  // What the PE was busy beside its objects: 3 - 3, 5 - 2.
  EXPECT_EQ(measured.snapshot.pes.background_s, (std::vector<double>{0, 3}));
  EXPECT_EQ(measured.snapshot.pes.speed, speeds);
}

TEST(Assemble, AddsUpWhatAnObjectDidOnAllThePesThatItWasOn) {
  const topology::Topology topology = two_sites(1);
  const std::vector<double> speeds = {1, 1};
  const Measured measured = assemble(
      topology, speeds,
      {{.pe = PeId(0),
        .busy_ns = 2 * second,
        .objects = {{.id = object(5), .busy_ns = second, .is_here = false},
                    {.id = object(6), .busy_ns = second},
                    // On its way at the time: nobody says that it has it.
                    {.id = object(9), .busy_ns = second, .is_here = false}},
        .traffic = {{0, object(6), 10, 100}, {1, object(5), 10, 40}, {2, object(5), 1, 1}}},
       {.pe = PeId(1),
        .busy_ns = 3 * second,
        .objects = {{.id = object(5), .busy_ns = 3 * second}},
        .traffic = {{0, object(6), 5, 50}, {0, object(77), 5, 50}}}});
  ASSERT_TRUE(validate(measured.snapshot));
  EXPECT_EQ(measured.ids, (std::vector<ObjectId>{object(5), object(6)}));
  // 1 + 3, 1.
  EXPECT_EQ(measured.snapshot.objects.cpu_s, (std::vector<double>{4, 1}));
  EXPECT_EQ(measured.snapshot.objects.pe, (Placement{PeId(1), PeId(0)}));
  EXPECT_EQ(measured.snapshot.edges.to, (std::vector<std::uint32_t>{1, 0}));
  // 10 + 5, 10; and bytes: 100 + 50, 40.
  EXPECT_EQ(measured.snapshot.edges.messages, (std::vector<std::uint32_t>{15, 10}));
  EXPECT_EQ(measured.snapshot.edges.bytes, (std::vector<std::uint64_t>{150, 40}));
  EXPECT_EQ(measured.snapshot.steps, 15u);
}

TEST(Assemble, TakesAPeWhoseCoreOthersHadForASlowerOne) {
  const topology::Topology topology = two_sites(1);
  const std::vector<double> speeds = {2, 1};
  const Measured measured = assemble(topology, speeds,
                                     {{.pe = PeId(0),
                                       .busy_ns = 4 * second,
                                       .displaced_ns = second,
                                       .objects = {{.id = object(0), .busy_ns = 4 * second}}},
                                      {.pe = PeId(1)}});
  // speed * (1 - displaced / busy) = 2 * (1 - 1 / 4).
  EXPECT_DOUBLE_EQ(measured.snapshot.pes.speed[0], 1.5);
  // (busy - displaced) * speed = (4 - 1) * 2.
  EXPECT_DOUBLE_EQ(measured.snapshot.objects.cpu_s[0], 6);
  EXPECT_DOUBLE_EQ(measured.snapshot.pes.background_s[0], 0);
}

TEST(Assemble, KnowsWhatTheTopologySaysOfTheWideArea) {
  topology::Grid grid = topology::uniform_grid(2, 1);
  topology::LinkClass& link = grid.links[topology::LinkKind::between_sites];
  ASSERT_TRUE(link.set("delay", "latency", "8ms"));
  ASSERT_TRUE(link.set("delay", "bandwidth", "80Mb/s"));
  const topology::Topology topology = topology::Topology::from_grid(grid).value();
  const std::vector<double> speeds = {1, 1};
  const Measured measured = assemble(topology, speeds, {{.pe = PeId(0)}, {.pe = PeId(1)}});
  EXPECT_DOUBLE_EQ(measured.snapshot.links.wide_area_latency_s, 0.008);
  EXPECT_DOUBLE_EQ(measured.snapshot.links.wide_area_bytes_per_s, 1e7);  // 80e6 / 8
}

TEST(PeMeasurements, AreRefusedWhereTheyNameWhatTheJobLacks) {
  const topology::Topology topology = two_sites(1);
  PeMeasurements pe{
      .pe = PeId(1), .objects = {{.id = object(1)}}, .traffic = {{0, object(2), 1, 1}}};
  EXPECT_TRUE(validate(pe, topology));
  pe.traffic[0].from = 1;
  EXPECT_EQ(validate(pe, topology).error().text(),
            "PE 1 has measured messages of no object (expected a sender among its 1 objects)");
  pe.pe = PeId(2);
  EXPECT_EQ(validate(pe, topology).error().text(), "measurements of PE 2 (expected a PE below 2)");
}

TEST(ShareOf, IsWhatThePeCanGiveAndWhatItCannot) {
  PeOutlook outlook;
  const PeMeasurements measured{
      .pe = PeId(1),
      .busy_ns = 8 * second,
      .objects = {{.id = object(0), .busy_ns = second, .bytes = 30},
                  {.id = object(1), .busy_ns = 2 * second},
                  {.id = object(2), .busy_ns = second, .stays = true},
                  {.id = object(3), .busy_ns = 0},
                  {.id = object(4), .busy_ns = second, .is_here = false}}};
  const Share first = share_of(measured, 2.0, outlook);
  EXPECT_DOUBLE_EQ(first.speed, 2);
  // Object 2 stays: 1. Its own work, 8 - (1 + 2 + 1 + 0 + 1) = 3, is not yet known to last.
  EXPECT_DOUBLE_EQ(first.fixed_s, 1);
  EXPECT_EQ(first.pieces,
            (std::vector<Piece>{{.id = object(1), .at = PeId(1), .cpu_s = 4},
                                {.id = object(0), .at = PeId(1), .cpu_s = 2, .bytes = 30}}));
  EXPECT_DOUBLE_EQ(load_s(first), 4);                             // 1 + (4 + 2) / 2
  EXPECT_DOUBLE_EQ(share_of(measured, 2.0, outlook).fixed_s, 4);  // 1 + 3
}

TEST(ShareOf, TakesOthersOnTheCoreForALossOfSpeed) {
  PeOutlook outlook;
  const Share share = share_of({.pe = PeId(0),
                                .busy_ns = 4 * second,
                                .displaced_ns = 2 * second,
                                .objects = {{.id = object(0), .busy_ns = 4 * second}}},
                               1.0, outlook);
  // Half of the loss at first: (1 + (1 - 2 / 4)) / 2.
  EXPECT_DOUBLE_EQ(share.speed, 0.75);
  EXPECT_DOUBLE_EQ(share.pieces.at(0).cpu_s, 2);  // 4 - 2
}

}  // namespace
}  // namespace isthmus::engine::balance
