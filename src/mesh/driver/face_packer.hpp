// mesh/driver/face_packer.hpp: faces of ghosts as fewer bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/subgrid.hpp"
#include "mesh/ghosts/model.hpp"

namespace isthmus::mesh {

/// Packs and unpacks for the blocks of its PE, which share the codecs' memory. Where blocks hold no
/// fields, what that takes is charged instead, and bytes go that mean nothing.
class FacePacker : public Chare<FacePacker, PeId> {
 public:
  FacePacker() = default;
  /// The codec is for blocks without fields, which have none without it.
  explicit FacePacker(const std::optional<Codec>& charged) : charged_(charged) {}

  /// What Subgrid::pack_face gives, in memory that is kept for the next face. Valid until the next
  /// call.
  std::span<const double> plain(const Subgrid& subgrid, std::size_t face);
  /// The same as fewer bytes, with the errors that its fields admit.
  std::vector<std::byte> pack(const Subgrid& subgrid, std::size_t face);
  /// Fills the ghosts at a face. False where the bytes, which may be anything, are not those of
  /// such a face.
  bool unpack(Subgrid& subgrid, std::size_t face, std::span<const std::byte> packed);

  /// All of them are the same.
  void absorb(FacePacker&&) {}
  void serialize(auto& archive) { archive(charged_); }

 private:
  std::size_t charged_bytes(std::size_t values) const;

  std::optional<Codec> charged_;
  NumberPacker packer_;
  std::vector<double> values_;  // of one face, kept for its memory
};

}  // namespace isthmus::mesh
