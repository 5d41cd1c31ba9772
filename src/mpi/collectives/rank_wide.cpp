// What a rank does in operations that go by sites (site_plan.hpp): parts climb a tree within each
// site, its leader gives each other site, or the root, in one message what that is to have, and
// they descend the trees there.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "mpi/abi/mpi.h"
#include "mpi/collectives/ordered_values.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

namespace {

bool is_combined(Form form) { return form == Form::reduce || form == Form::reduce_scatter; }
bool has_values(Form form) { return is_combined(form) || form == Form::scan; }

bool is_same_operation(const Part& a, const Part& b) {
  return a.kind == b.kind && a.operation == b.operation && a.type == b.type;
}

void append(std::vector<Piece>& to, std::vector<Piece> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Whether values can be combined; operators would else write behind them.
bool are_of_one_size(const std::vector<Piece>& pieces) {
  return std::ranges::adjacent_find(pieces, [](const Piece& a, const Piece& b) {
           return a.bytes.size() != b.bytes.size();
         }) == pieces.end();
}

}  // namespace

const SitePlan& Rank::plan_of(const Communicator& communicator) const {
  if (communicator.plan == nullptr) {
    communicator.plan = std::make_shared<const SitePlan>(make_site_plan(
        number(), communicator.group.members, communicator.peers().members, launch().sites));
  }
  return *communicator.plan;
}

Piece Rank::piece_of(const Communicator& communicator, std::vector<std::byte> bytes) const {
  return {.from = communicator.rank, .giver = number(), .bytes = std::move(bytes)};
}

void Rank::begin_wide(const Communicator& communicator, Wide wide, std::vector<Piece> own) {
  const CollectiveName name = wide.head.name;
  if (is_abandoned(name)) return;
  wide.plan = plan_of(communicator);
  if (wide.gives) wide.children = static_cast<std::int32_t>(branches_of(wide.plan.subtree).size());
  if (wide.is_root || wide.leads_takers()) {
    wide.sites = static_cast<std::int32_t>(wide.plan.peer_leaders.size());
  }
  wide.given = std::move(own);
  state_.wide.emplace(name, std::move(wide));
  auto early = state_.early_bundles.extract(name);
  if (early) {
    for (Bundle& bundle : early.mapped()) absorb(name, std::move(bundle));
  }
  advance_wide(name);
}

void Rank::take_bundle(Bundle bundle) {
  must_be_here();
  const CollectiveName name = bundle.head.name;
  if (is_abandoned(name)) return;
  if (bundle.way == Bundle::Way::down) {
    hand_down(std::move(bundle));
  } else if (state_.wide.contains(name)) {
    absorb(name, std::move(bundle));
    advance_wide(name);
  } else if (state_.collectives.contains(name) || has_begun(name)) {
    // This rank has called another operation than others have.
    abandon(name, MPI_ERR_OTHER);
  } else {
    state_.early_bundles[name].push_back(std::move(bundle));
  }
  look_again();
}

void Rank::absorb(const CollectiveName& name, Bundle bundle) {
  Wide& wide = state_.wide.at(name);
  wide.head.is_mismatch = wide.head.is_mismatch || bundle.head.is_mismatch ||
                          bundle.form != wide.form || !is_same_operation(wide.head, bundle.head);
  if (bundle.way == Bundle::Way::up) {
    --wide.children;
    append(wide.given, std::move(bundle.pieces));
  } else {
    --wide.sites;
    append(wide.taken, std::move(bundle.pieces));
  }
}

void Rank::advance_wide(const CollectiveName& name) {
  Wide& wide = state_.wide.at(name);
  if (wide.gives && !wide.has_given && wide.children == 0) {
    wide.has_given = true;
    if (has_values(wide.form) && !are_of_one_size(wide.given)) wide.head.is_mismatch = true;
    if (is_combined(wide.form) && !wide.head.is_mismatch) {
      OrderedValues(wide.head).join(wide.given);
    }
    if (wide.plan.leads()) {
      give_across(wide);
    } else {
      at(wide.plan.parent)
          .send<&Rank::take_bundle>(
              Bundle{wide.head, wide.form, Bundle::Way::up, {}, std::move(wide.given)});
    }
  }
  if ((wide.gives && !wide.has_given) || wide.sites > 0) return;
  Wide done = std::move(state_.wide.extract(name).mapped());
  if (has_values(done.form) && !are_of_one_size(done.taken)) done.head.is_mismatch = true;
  if (!done.is_root) {
    if (done.leads_takers()) give_to_site(std::move(done));
    return;
  }
  if (done.head.is_mismatch) {
    done.taken = {Piece()};
  } else if (is_combined(done.form)) {
    Piece result;
    result.bytes = OrderedValues(done.head).fold(std::move(done.taken));
    done.taken = {std::move(result)};
  }
  take_pieces(done.head, done.form, std::move(done.taken));
}

bool Rank::is_at_site_of(std::int32_t leader, std::int32_t rank) const {
  return launch().sites.of(rank) == launch().sites.of(leader);
}

/// A site's leader has what all of its site give.
void Rank::give_across(const Wide& wide) {
  const auto give = [&](std::int32_t taker, std::vector<Piece> pieces) {
    Bundle bundle{wide.head, wide.form, Bundle::Way::across, {}, std::move(pieces)};
    if (taker == number()) return absorb(wide.head.name, std::move(bundle));
    at(taker).send<&Rank::take_bundle>(std::move(bundle));
  };
  if (wide.target) return give(*wide.target, wide.given);
  for (const std::int32_t leader : wide.plan.peer_leaders) give(leader, pieces_for(wide, leader));
}

/// Of what this leader's site gives, that which another leader's is to have.
std::vector<Piece> Rank::pieces_for(const Wide& wide, std::int32_t leader) const {
  std::vector<Piece> pieces;
  if (wide.form == Form::exchange) {
    std::ranges::copy_if(wide.given, std::back_inserter(pieces),
                         [&](const Piece& piece) { return is_at_site_of(leader, piece.to); });
    return pieces;
  }
  pieces = wide.given;
  if (wide.head.is_mismatch) return pieces;
  // What values come to together is all that other sites want of them.
  if (wide.form == Form::scan && leader != number()) OrderedValues(wide.head).join(pieces);
  if (wide.form != Form::reduce_scatter || wide.has_others_shares) return pieces;
  for (Piece& piece : pieces) {
    std::vector<std::byte> shares;
    auto begin = piece.bytes.begin();
    for (std::size_t i = 0; i < wide.shares.size(); ++i) {
      const auto left = static_cast<std::uint64_t>(piece.bytes.end() - begin);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(wide.shares[i], left));
      if (is_at_site_of(leader, wide.takers[i])) shares.insert(shares.end(), begin, end);
      begin = end;
    }
    piece.bytes = std::move(shares);
  }
  return pieces;
}

/// A site's leader has what its site is to have.
void Rank::give_to_site(Wide wide) {
  std::vector<Piece> pieces = std::move(wide.taken);
  const OrderedValues values(wide.head);
  const auto is_own = [&](std::int32_t rank) {
    return std::ranges::binary_search(wide.plan.subtree, rank);
  };
  if (wide.head.is_mismatch) {
    pieces = {Piece()};
  } else if (wide.form == Form::reduce) {
    Piece result;
    result.bytes = values.fold(std::move(pieces));
    pieces = {std::move(result)};
  } else if (wide.form == Form::scan) {
    std::vector<Piece> own;
    std::vector<Piece> others;
    for (Piece& piece : pieces) (is_own(piece.giver) ? own : others).push_back(std::move(piece));
    pieces = values.prefixes(std::move(own), std::move(others),
                             wide.head.kind == CollectiveKind::exclusive_scan);
  } else if (wide.form == Form::reduce_scatter) {
    const std::vector<std::byte> all = values.fold(std::move(pieces));
    pieces.clear();
    auto begin = all.begin();
    for (std::size_t i = 0; i < wide.shares.size(); ++i) {
      const bool is_for_own = is_own(wide.takers[i]);
      if (!is_for_own && !wide.has_others_shares) continue;
      const auto left = static_cast<std::uint64_t>(all.end() - begin);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(wide.shares[i], left));
      if (is_for_own) pieces.push_back({.to = wide.takers[i], .bytes = {begin, end}});
      begin = end;
    }
  }
  hand_down({wide.head, wide.form, Bundle::Way::down, wide.plan.subtree, std::move(pieces)});
}

void Rank::hand_down(Bundle bundle) {
  for (const std::span<const std::int32_t> branch : branches_of(bundle.members)) {
    std::vector<Piece> pieces;
    for (const Piece& piece : bundle.pieces) {
      if (piece.to < 0 || (piece.to >= branch.front() && piece.to <= branch.back())) {
        pieces.push_back(piece);
      }
    }
    at(branch.front())
        .send<&Rank::take_bundle>(Bundle{bundle.head,
                                         bundle.form,
                                         Bundle::Way::down,
                                         {branch.begin(), branch.end()},
                                         std::move(pieces)});
  }
  std::erase_if(bundle.pieces,
                [&](const Piece& piece) { return piece.to >= 0 && piece.to != number(); });
  take_pieces(bundle.head, bundle.form, std::move(bundle.pieces));
}

void Rank::take_pieces(const Part& head, Form form, std::vector<Piece> pieces) {
  std::vector<Part> parts;
  parts.reserve(pieces.size());
  for (Piece& piece : pieces) {
    Part part = head;
    part.from = piece.from;
    part.giver = piece.giver;
    part.bytes = std::move(piece.bytes);
    parts.push_back(std::move(part));
  }
  if (form != Form::gather) {
    for (const Part& part : parts) take_part(part);
    return;
  }
  std::ranges::sort(parts, {}, &Part::from);
  receive_all(head.name, parts);
  look_again();
}

// --- from one --------------------------------------------------------------------------------

void Rank::send_down(const Part& head, std::vector<Piece> pieces,
                     std::span<const std::int32_t> members) {
  for (std::vector<std::int32_t>& site : by_site(members, launch().sites)) {
    std::vector<Piece> own;
    for (Piece& piece : pieces) {
      if (piece.to < 0) {
        own.push_back(piece);
      } else if (std::ranges::binary_search(site, piece.to)) {
        own.push_back(std::move(piece));
      }
    }
    const std::int32_t leader = site.front();
    Bundle bundle{head, Form::exchange, Bundle::Way::down, std::move(site), std::move(own)};
    if (leader == number()) {
      hand_down(std::move(bundle));
    } else {
      at(leader).send<&Rank::take_bundle>(std::move(bundle));
    }
  }
}

}  // namespace isthmus::engine::mpi
