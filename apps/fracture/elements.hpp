// fracture/elements.hpp: all elements of a piece, of either kind.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fem/mesh.hpp"
#include "fracture/material.hpp"
#include "fracture/tetrahedron.hpp"

namespace fracture {

/// AtNodes of an element's nodes, or forces on them; of four nodes, the first four.
using AtNodes = std::array<Vec, 10>;

/// Shapes and stresses, by the elements' numbers. Plain data, serializable.
class Elements {
 public:
  explicit Elements(fem::Kind kind = fem::Kind::tet4) : kind_(kind) {}

  /// The next element.
  void add(std::span<const fem::Point> points, std::span<const std::int32_t> nodes);

  fem::Kind kind() const { return kind_; }
  std::size_t nodes_per() const { return static_cast<std::size_t>(fem::nodes_per(kind_)); }
  double volume(std::size_t element) const;
  /// Stresses of the element from where its nodes are.
  void strain(std::size_t element, const Material& material, const AtNodes& u) {
    if (kind_ != fem::Kind::tet4) return strain_ten(element, material, u);
    stresses_[element] = stress(material, gradient(four_[element], first_four(u)));
  }
  /// J that the strain of the element holds.
  double energy(std::size_t element, const Material& material, const AtNodes& u) const;
  /// The forces of the element's stresses on its nodes; of four nodes, the first four.
  void find_forces(std::size_t element, AtNodes& forces) const {
    if (kind_ != fem::Kind::tet4) return find_forces_ten(element, forces);
    for (std::size_t k = 0; k < 4; ++k) forces[k] = force(four_[element], stresses_[element], k);
  }
  /// The stress in the middle of the element's side.
  Mat stress_at_side(std::size_t element, std::size_t side) const;

  void serialize(auto& archive) { archive(kind_, four_, ten_, stresses_); }

 private:
  static std::array<Vec, 4> first_four(const AtNodes& u) { return {u[0], u[1], u[2], u[3]}; }
  void strain_ten(std::size_t element, const Material& material, const AtNodes& u);
  void find_forces_ten(std::size_t element, AtNodes& forces) const;

  fem::Kind kind_;
  std::vector<Tetrahedron> four_;   // of each element, or
  std::vector<Tetrahedron10> ten_;  // of each element
  std::vector<Mat> stresses_;       // at each point of each element
};

}  // namespace fracture
