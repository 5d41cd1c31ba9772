#include "isthmus/balance/strategy/shares.hpp"

#include "isthmus/balance/quality.hpp"

namespace isthmus::engine::balance {

Shares::Shares(const Snapshot& snapshot) : snapshot_(snapshot) {
  const std::vector<double> fixed_s = fixed_loads_s(snapshot);
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) {
    shares_.push_back({.speed = snapshot.pes.speed[pe], .fixed_s = fixed_s[pe]});
  }
  const ObjectColumns& objects = snapshot.objects;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects.is_pinned[i] != 0 || objects.cpu_s[i] == 0) continue;
    shares_[objects.pe[i].value].pieces.push_back({.id = {CollectionId(0), {.low = i}},
                                                   .at = objects.pe[i],
                                                   .cpu_s = objects.cpu_s[i],
                                                   .bytes = objects.bytes[i]});
  }
  for (Share& share : shares_) {
    sort_pieces(share.pieces);
    load_s_.push_back(balance::load_s(share));
  }
}

std::size_t Shares::even_out(PeId one, PeId other) {
  const std::size_t moved = balance::even_out(shares_[one.value], shares_[other.value]);
  if (moved == 0) return 0;
  for (const PeId pe : {one, other}) load_s_[pe.value] = balance::load_s(shares_[pe.value]);
  return moved;
}

Placement Shares::placement() const {
  Placement placement = current_placement(snapshot_);
  for (std::size_t pe = 0; pe < shares_.size(); ++pe) {
    for (const Piece& piece : shares_[pe].pieces) placement[piece.id.key.low] = PeId(pe);
  }
  return placement;
}

}  // namespace isthmus::engine::balance
