// fem/box.hpp: a box cut into tetrahedra.
#pragma once

#include "fem/mesh.hpp"

namespace isthmus::fem {

struct Box {
  Point origin = {0, 0, 0};
  Point size = {1, 1, 1};
  std::array<std::int32_t, 3> cells = {1, 1, 1};
  Kind kind = Kind::tet4;
};

/// Each cell becomes the six tetrahedra around its diagonal from the lowest to the highest corner
/// (Kuhn 1960), so cells fit together; planes between cells are made of sides. Triangles of the
/// surface are in the groups 1 to 6: low x, high x, low y, high y, low z, high z.
/// ErrorCode::bad_input for sizes that are not above 0, no cells, or more nodes than 2^31 - 1.
Expected<Mesh> box_of_tets(const Box& box);

/// Makes the same mesh with a node in the middle of each edge, whose data are the mean of those at
/// its ends; of a mesh of tet4 alone.
Mesh with_middles(const Mesh& mesh);

}  // namespace isthmus::fem
