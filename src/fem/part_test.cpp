#include "fem/part.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "fem/box.hpp"
#include "fem/cut.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::fem {
namespace {

using engine::testing::expect_runs_everywhere;

constexpr std::int32_t parts = 7;

class Body : public Part<Body> {
 public:
  void begin(Piece piece) {
    piece_ = std::move(piece);
    meet(piece_);
  }
  // Every value at a border is told by who has it, and moves on.
  Task<void> exchange() {
    std::vector<double> nodes;
    std::vector<double> sums;
    std::vector<double> most;
    for (std::int32_t i = 0; i < piece_.node_count(); ++i) {
      nodes.push_back(piece_.owns(i) ? piece_.places[i] : -1);
      sums.push_back(0.1);
      most.push_back(piece_.part);
    }
    std::vector<double> elements;
    for (std::int32_t i = 0; i < piece_.element_count(); ++i) {
      const bool is_own = piece_.layer[i] == 0;
      elements.insert(elements.end(), {is_own ? piece_.elements[i] : -1.0, is_own ? 0.5 : -1.0});
    }
    co_await copy_nodes(piece_, nodes, 1);
    co_await copy_elements(piece_, elements, 2);
    co_await add_shared(piece_, sums, 1);
    co_await max_shared(piece_, most, 1);
    std::vector<std::pair<std::int32_t, std::int32_t>> others(piece_.places.size());  // count, last
    for (const Link& link : piece_.links) {
      for (const std::int32_t node : link.shared) {
        ++others[node].first;
        others[node].second = link.part;
      }
    }
    int wrong = 0;
    for (std::int32_t i = 0; i < piece_.node_count(); ++i) {
      double sum = 0.1;
      for (std::int32_t k = 0; k < others[i].first; ++k) sum += 0.1;
      wrong += nodes[i] != piece_.places[i];
      wrong += sums[i] != sum;
      wrong += most[i] != std::max(piece_.part, others[i].second);
    }
    for (std::int32_t i = 0; i < piece_.element_count(); ++i) {
      wrong += elements[2 * i] != piece_.elements[i] || elements[2 * i + 1] != 0.5;
    }
    wrong += wrong_data();
    contribute("wrong", wrong, reduce::sum);
    migrate_to(next_pe());
  }
  void serialize(auto& archive) { archive(rounds(), piece_, times_); }

 private:
  // Data that go along with the piece, and grow each time.
  int wrong_data() {
    int wrong = 0;
    std::vector<double>& nodes = piece_.node_data.at("place").values;
    std::vector<double>& elements = piece_.element_data.at("number").values;
    wrong += nodes.size() != piece_.places.size() || elements.size() != piece_.elements.size();
    for (std::size_t i = 0; i < nodes.size(); ++i) wrong += nodes[i]++ != piece_.places[i] + times_;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      wrong += elements[i]++ != piece_.elements[i] + times_;
    }
    ++times_;
    return wrong;
  }

  PeId next_pe() const {
    const auto& topology = this_topology();
    std::uint32_t next = pe().value;
    do {
      next = (next + 1) % static_cast<std::uint32_t>(topology.pe_count());
    } while (!topology.holds_objects(PeId(next)));
    return PeId(next);
  }

  Piece piece_;
  int times_ = 0;
};

TEST(Part, TellsItsNeighboursWhatIsAtItsBordersWhereverItIs) {
  expect_runs_everywhere([](Job& job) -> Task<void> {
    Mesh mesh = box_of_tets({{0, 0, 0}, {1, 1, 1}, {4, 3, 3}, Kind::tet10}).value();
    for (std::int32_t i = 0; i < mesh.node_count(); ++i) {
      mesh.node_data["place"].values.push_back(i);
    }
    for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
      mesh.element_data["number"].values.push_back(i);
    }
    const auto part = cut(mesh, {}, even_parts(parts)).value();
    const auto bodies = job.create_array<Body>(parts, mapping::block);
    for (Piece& piece : pieces_of(mesh, part, {2, Ghosts::By::node})) {
      bodies[piece.part].send<&Body::begin>(std::move(piece));
    }
    co_await job.quiescence();
    for (int i = 0; i < 4; ++i) {
      bodies.all().send<&Body::exchange>();
      EXPECT_EQ(co_await job.reduction<int>("wrong"), 0);
    }
  });
}

}  // namespace
}  // namespace isthmus::fem
