#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "fem/box.hpp"
#include "fem/cut.hpp"
#include "fem/isthmus_fem.h"

namespace {

constexpr std::array<double, 3> origin = {0, 0, 0};
constexpr std::array<double, 3> size = {1, 1, 1};

isthmus_fem_mesh* box(std::array<std::int32_t, 3> cells) {
  isthmus_fem_mesh* mesh = nullptr;
  EXPECT_EQ(isthmus_fem_box(origin.data(), size.data(), cells.data(), 4, &mesh, nullptr),
            isthmus_fem_ok);
  return mesh;
}

TEST(FemInC, SaysWhatIsWrongInOneLine) {
  isthmus_fem_mesh* mesh = nullptr;
  isthmus_fem_status status;
  const std::array<std::int32_t, 3> cells = {1, 0, 1};
  EXPECT_EQ(isthmus_fem_box(origin.data(), size.data(), cells.data(), 4, &mesh, &status),
            isthmus_fem_bad_input);
  EXPECT_EQ(std::string(status.text), "cells of a box: 0 (expected 1 or more)");
  EXPECT_EQ(isthmus_fem_read("/no/such.msh", &mesh, &status), isthmus_fem_bad_input);
  EXPECT_EQ(std::string(status.text).substr(0, 26), "/no/such.msh: cannot read:");
  EXPECT_EQ(isthmus_fem_read("a.stl", &mesh, &status), isthmus_fem_bad_input);
  EXPECT_EQ(isthmus_fem_read((std::string(400, 'x') + ".msh").c_str(), &mesh, &status),
            isthmus_fem_bad_input);
  EXPECT_EQ(std::string(status.text).size(), sizeof status.text - 1);  // cut, and ended
  EXPECT_EQ(mesh, nullptr);
}

TEST(FemInC, TakesArraysAndGivesPiecesOfThem) {
  const std::vector<double> points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  std::vector<std::int32_t> nodes = {0, 1, 2, 3, 1, 2, 3, 4};
  isthmus_fem_mesh* mesh = nullptr;
  isthmus_fem_status status;
  ASSERT_EQ(isthmus_fem_mesh_of(5, points.data(), 2, 4, nodes.data(), nullptr, &mesh, &status),
            isthmus_fem_ok)
      << status.text;
  const std::vector<std::int32_t> part = {0, 1};
  isthmus_fem_piece* piece = nullptr;
  ASSERT_EQ(isthmus_fem_piece_of(mesh, part.data(), 1, 1, isthmus_fem_by_facet, &piece, &status),
            isthmus_fem_ok);
  EXPECT_EQ(isthmus_fem_piece_part(piece), 1);
  EXPECT_EQ(isthmus_fem_piece_element_count(piece), 2);
  EXPECT_EQ(isthmus_fem_piece_layers(piece)[0], 1);
  EXPECT_EQ(isthmus_fem_piece_layers(piece)[1], 0);
  ASSERT_EQ(isthmus_fem_piece_link_count(piece), 1);
  std::int32_t count = 0;
  EXPECT_NE(isthmus_fem_link_places(piece, 0, isthmus_fem_shared, &count), nullptr);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(isthmus_fem_link_places(piece, 1, isthmus_fem_shared, &count), nullptr);
  EXPECT_EQ(isthmus_fem_link_places(piece, 0, 9, &count), nullptr);
  EXPECT_EQ(count, 0);
  isthmus_fem_piece_free(piece);
  EXPECT_EQ(isthmus_fem_piece_of(mesh, part.data(), 2, 1, isthmus_fem_by_facet, &piece, &status),
            isthmus_fem_bad_input);
  isthmus_fem_mesh_free(mesh);
  nodes[7] = 5;
  EXPECT_EQ(isthmus_fem_mesh_of(5, points.data(), 2, 4, nodes.data(), nullptr, &mesh, &status),
            isthmus_fem_bad_input);
  EXPECT_EQ(std::string(status.text), "mesh: element 1 has node 5 (expected 0 to 4)");
}

TEST(FemInC, CutsBySpeed) {
  isthmus_fem_mesh* const mesh = box({8, 8, 4});
  std::vector<std::int32_t> part(static_cast<std::size_t>(isthmus_fem_mesh_element_count(mesh)));
  const std::array<double, 2> speeds = {1, 3};
  isthmus_fem_status status;
  ASSERT_EQ(isthmus_fem_cut(mesh, 2, nullptr, speeds.data(), nullptr, 1, part.data(), &status),
            isthmus_fem_ok)
      << status.text;
  const auto second = static_cast<double>(std::count(part.begin(), part.end(), 1));
  EXPECT_NEAR(second / static_cast<double>(part.size()), 0.75, 0.03);
  const std::array<double, 2> wrong = {1, 0};
  EXPECT_EQ(isthmus_fem_cut(mesh, 2, nullptr, wrong.data(), nullptr, 1, part.data(), &status),
            isthmus_fem_bad_input);
  isthmus_fem_mesh_free(mesh);
}

TEST(FemInC, CutsByTheChosenPartitioner) {
  isthmus_fem_mesh* const mesh = box({6, 4, 4});
  isthmus_fem_status status;
  const isthmus::fem::Mesh whole =
      isthmus::fem::box_of_tets({.origin = origin, .size = size, .cells = {6, 4, 4}}).value();
  std::vector<std::int32_t> part(static_cast<std::size_t>(isthmus_fem_mesh_element_count(mesh)));
  std::vector<std::vector<std::int32_t>> found;
  using isthmus::fem::CutBy;
  for (const auto& [partitioner, by] :
       {std::pair(isthmus_fem_metis, CutBy::metis), std::pair(isthmus_fem_scotch, CutBy::scotch)}) {
    ASSERT_EQ(isthmus_fem_cut_by(partitioner, mesh, 5, nullptr, nullptr, nullptr, 1, part.data(),
                                 &status),
              isthmus_fem_ok)
        << status.text;
    isthmus::fem::Cutting cutting = isthmus::fem::even_parts(5);
    cutting.by = by;
    EXPECT_EQ(part, isthmus::fem::cut(whole, {}, cutting).value());
    found.push_back(part);
  }
  EXPECT_NE(found[0], found[1]);
  EXPECT_EQ(isthmus_fem_cut_by(2, mesh, 5, nullptr, nullptr, nullptr, 1, part.data(), &status),
            isthmus_fem_bad_input);
  EXPECT_EQ(std::string(status.text),
            "a cut: partitioner 2 (expected isthmus_fem_metis (0) or isthmus_fem_scotch (1))");
  isthmus_fem_mesh_free(mesh);
}

}  // namespace
