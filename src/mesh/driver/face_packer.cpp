#include "mesh/driver/face_packer.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus::mesh {
namespace {

double bytes_of(std::size_t values) { return static_cast<double>(values * sizeof(double)); }

void charge_seconds(double seconds) { charge(std::llround(seconds * 1e9)); }

}  // namespace

std::size_t FacePacker::charged_bytes(std::size_t values) const {
  return std::max<std::size_t>(
      1, static_cast<std::size_t>(std::llround(bytes_of(values) * charged_->factor)));
}

std::span<const double> FacePacker::plain(const Subgrid& subgrid, std::size_t face) {
  subgrid.pack_face(face, values_);
  return values_;
}

std::vector<std::byte> FacePacker::pack(const Subgrid& subgrid, std::size_t face) {
  if (!subgrid.fields().has_memory()) {
    const std::size_t count = subgrid.size_to_send(face);
    charge_seconds(charged_->pack_s(bytes_of(count)));
    return std::vector<std::byte>(charged_bytes(count));
  }
  std::vector<std::byte> packed;
  std::span<const double> rest = plain(subgrid, face);
  for (const Subgrid::Part& part : subgrid.parts_of_face(face)) {
    packer_.pack(rest.first(part.count), part.error, packed);
    rest = rest.subspan(part.count);
  }
  return packed;
}

bool FacePacker::unpack(Subgrid& subgrid, std::size_t face, std::span<const std::byte> packed) {
  const std::size_t count = subgrid.size_to_send(face);
  if (!subgrid.fields().has_memory()) {
    charge_seconds(charged_->unpack_s(bytes_of(count)));
    return packed.size() == charged_bytes(count);
  }
  values_.resize(count);
  std::span<double> rest = values_;
  for (const Subgrid::Part& part : subgrid.parts_of_face(face)) {
    if (!packer_.unpack(packed, rest.first(part.count))) return false;
    rest = rest.subspan(part.count);
  }
  return packed.empty() && subgrid.unpack_face(face, values_);
}

}  // namespace isthmus::mesh
