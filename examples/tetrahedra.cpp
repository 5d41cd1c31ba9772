// Heat spreads from one end of a block of tetrahedra, which is cut into 12 parts. Each part adds up
// what flows along the edges of its own elements; the parts of a node add that up together.
#include <cstdio>
#include <utility>

#include "fem/box.hpp"
#include "fem/cut.hpp"
#include "fem/part.hpp"

namespace fem = isthmus::fem;

class Body : public fem::Part<Body> {
 public:
  isthmus::Task<void> run(fem::Piece piece) {
    meet(piece);
    std::vector<double> heat, flow(piece.places.size());
    for (const fem::Point& point : piece.points) heat.push_back(point[0] < 0.1 ? 1000 : 0);
    for (int step = 0; step < 100; ++step) {
      flow.assign(flow.size(), 0);
      for (int element = 0; element < piece.element_count(); ++element) {
        const auto nodes = piece.nodes_of(element);
        for (const auto& [a, b] : fem::edges_of_tet) {
          const double way = 0.005 * (heat[nodes[a]] - heat[nodes[b]]);
          flow[nodes[a]] -= way;
          flow[nodes[b]] += way;
        }
      }
      co_await add_shared(piece, flow, 1);
      for (std::size_t i = 0; i < heat.size(); ++i) heat[i] += flow[i];
    }
    double total = 0;
    for (int i = 0; i < piece.node_count(); ++i) total += piece.owns(i) ? heat[i] : 0;
    contribute("heat", total, isthmus::reduce::sum);
  }
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](isthmus::Job& job) -> isthmus::Task<void> {
    const fem::Mesh mesh = fem::box_of_tets({{0, 0, 0}, {2, 1, 1}, {12, 6, 6}}).value();
    const auto part = fem::cut(mesh, {}, fem::even_parts(12)).value();
    const auto bodies = job.create_array<Body>(12, isthmus::mapping::block);
    for (fem::Piece& piece : fem::pieces_of(mesh, part, {.layers = 0})) {
      bodies[piece.part].send<&Body::run>(std::move(piece));
    }
    std::printf("heat: %.6f\n", co_await job.reduction<double>("heat"));
  });
}
