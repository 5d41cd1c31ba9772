#include "md/cell.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "md/force_store.hpp"

namespace md {

namespace {

const Model& model() { return isthmus::readonly<Model>(); }
const Company& company() { return isthmus::readonly<Company>(); }

template <class T>
T or_throw(isthmus::Expected<T> value) {
  if (!value) throw std::runtime_error(value.error().text());
  if constexpr (!std::is_void_v<T>) return std::move(*value);
}

// What a cell waits for goes before the work of pairs: 27 of these wait for the cell in turn.
constexpr std::int32_t urgent = -1;

void charge(double each_ns, std::int64_t count) {
  if (each_ns > 0) isthmus::charge(std::llround(each_ns * static_cast<double>(count)));
}

isthmus::Index3 index_of(const Place& cell) { return {{cell[0], cell[1], cell[2]}}; }

isthmus::Index2 index_of_pencil(int number) {
  const int columns = model().mesh.pencils[1];
  return {{number / columns, number % columns}};
}

isthmus::Index4 index_of(const CellGrid::Part& part) {
  return {{part.direction, part.first[0], part.first[1], part.first[2]}};
}

}  // namespace

void Cell::load(std::vector<Atom> atoms) {
  atoms_ = CellAtoms(place(), std::move(atoms), model());
  look_around();
  waiting_.resize(parts_.size() + corners_.size() + pencils_.size());
  has_come_.assign(waiting_.size(), 0);
}

void Cell::look_around() {
  const CellGrid& grid = model().grid;
  parts_ = grid.parts_of(place());
  if (model().has_terms()) corners_ = grid.corners_of(place());
  if (model().mesh.is_there()) {
    pencils_ = pencils_of_cell(model().mesh, grid, model().cutoff, place());
  }
  around_ = grid.around(place());
  part_of_direction_.assign(2 * static_cast<std::size_t>(grid.direction_count()), -1);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto at = static_cast<std::size_t>(2 * parts_[i].direction + parts_[i].is_second);
    part_of_direction_[at] = static_cast<int>(i);
  }
}

void Cell::advance(int limit) {
  limit_ = limit;
  if (has_begun_) return begin_step();
  has_begun_ = true;
  tell_pairs();
}

std::vector<isthmus::Index4> Cell::pairs() const {
  std::vector<isthmus::Index4> members;
  for (const CellGrid::Part& part : parts_) members.push_back(index_of(part));
  std::ranges::sort(members);
  const auto repeated = std::ranges::unique(members);
  members.erase(repeated.begin(), repeated.end());
  return members;
}

// The PE that makes a section keeps it, and messages to it go by way of there.
void Cell::make_sections() {
  if (section_pe_ == pe()) return;
  if (!company().tells_each) to_pairs_ = company().pairs.section(pairs());
  std::vector<isthmus::Index3> blocks;
  for (const Place& corner : corners_) blocks.push_back(index_of(corner));
  if (!blocks.empty()) to_blocks_ = company().blocks.section(blocks);
  std::vector<isthmus::Index2> pencils;
  for (const int number : pencils_) pencils.push_back(index_of_pencil(number));
  if (!pencils.empty()) to_pencils_ = company().pencils.section(pencils);
  section_pe_ = pe();
}

void Cell::tell_pairs() {
  make_sections();
  const int number = model().grid.number_of(place());
  const Shared<Positions> positions(atoms_.positions(step_));
  atoms_.clear_forces();
  next_part_ = 0;
  if (!pencils_.empty()) to_pencils_.send<&Pencil::take_positions>(number, positions);
  if (!corners_.empty()) to_blocks_.send<&Block::take_positions>(number, positions);
  if (!company().tells_each) return to_pairs_.send<&Pair::take_positions>(number, positions);
  for (const isthmus::Index4& pair : pairs()) {
    company().pairs[pair].send<&Pair::take_positions>(number, positions);
  }
}

void Cell::take(int direction, bool is_second, Forces forces) {
  const auto at = static_cast<std::size_t>(2 * direction + is_second);
  const auto parts = static_cast<double>(parts_.size());
  charge(company().charges.atom_ns / parts, std::ssize(atoms_.atoms()));
  take_part(static_cast<std::size_t>(part_of_direction_[at]), std::move(forces));
}

void Cell::take_bonded(int corner, Forces forces) {
  const auto found = std::ranges::lower_bound(corners_, model().grid.place_of(corner));
  take_part(parts_.size() + static_cast<std::size_t>(found - corners_.begin()), std::move(forces));
}

void Cell::take_from_mesh(int pencil, Forces forces) {
  const auto found = std::ranges::lower_bound(pencils_, pencil);
  const auto place = static_cast<std::size_t>(found - pencils_.begin());
  take_part(parts_.size() + corners_.size() + place, std::move(forces));
}

void Cell::take_part(std::size_t part, Forces forces) {
  waiting_[part] = std::move(forces);
  has_come_[part] = 1;
  while (next_part_ < waiting_.size() && has_come_[next_part_]) {
    atoms_.add(waiting_[next_part_]);
    Forces added = std::exchange(waiting_[next_part_], {});
    if (next_part_ < parts_.size()) give_back(std::move(added));  // pairs alone take it again
    has_come_[next_part_++] = 0;
  }
  if (next_part_ == waiting_.size()) end_step();
}

void Cell::end_step() {
  or_throw(atoms_.check_terms());
  if (step_ > 0 && !company().charges.is_still) {
    atoms_.kick(model());
    atoms_.hold_velocities(model());
  }
  if (model().regulator.asks(step_)) {
    contribute_in_order(
        atoms_.sums(model()), isthmus::reduce::sum,
        isthmus::Callback<Regulator::Sums>(array().all().callback<&Cell::take_sums>()));
  }
  if (model().wants_energies(step_)) gather(energies_name, atoms_.measure(model()));
  if (model().wants_frame(step_)) gather(frames_name, frame());
  if (step_ > 0 && step_ == company().warmup) contribute(warm_name);
  if (company().comes_to_sync(step_) && step_ < model().steps) {
    at_sync<&Cell::go_on>();
  } else {
    reach();
  }
}

Frame Cell::frame() const {
  Frame frame;
  frame.stretch = atoms_.stretch();
  const Box box = atoms_.box(model());
  for (Atom atom : atoms_.atoms()) {
    wrap(atom, box);
    frame.ids.push_back(atom.id);
    for (const double at : atom.position) frame.places.push_back(static_cast<float>(at));
  }
  return frame;
}

void Cell::go_on() { reach(); }

void Cell::reach() {
  if (step_ == limit_) {
    contribute(reached_name);
  } else {
    begin_step();
  }
}

void Cell::take_sums(const Regulator::Sums& sums) {
  sums_ = sums;
  if (std::exchange(waits_for_sums_, false)) begin_step();
}

void Cell::begin_step() {
  if (model().regulator.answers(step_)) {
    waits_for_sums_ = !sums_;
    if (waits_for_sums_) return;
    or_throw(atoms_.regulate(model(), *std::exchange(sums_, std::nullopt)));
  }
  if (!company().charges.is_still) {
    atoms_.thermalize(model(), step_ + 1);
    atoms_.kick(model());
    or_throw(atoms_.drift(model()));
  }
  ++step_;
  if (model().wants_exchange(step_)) {
    send_leavers();
  } else {
    tell_pairs();
  }
}

void Cell::send_leavers() {
  for (auto& [cell, atoms] : or_throw(atoms_.take_leavers(model()))) {
    array()[index_of(cell)].with_priority(urgent).send<&Cell::add_comers>(std::move(atoms));
  }
  is_moving_ = true;
  settle_if_all_came();
}

void Cell::add_comers(const std::vector<Atom>& atoms) {
  comers_.insert(comers_.end(), atoms.begin(), atoms.end());
  ++senders_;
  if (is_moving_) settle_if_all_came();
}

void Cell::settle_if_all_came() {
  if (senders_ < around_.size()) return;
  is_moving_ = false;
  senders_ = 0;
  atoms_.add_comers(std::exchange(comers_, {}));
  atoms_.settle(model());
  tell_pairs();
}

void Cell::give_piece() {
  Piece piece;
  piece.atoms = atoms_.atoms();
  for (std::size_t i = 0; i < piece.atoms.size(); ++i) piece.forces.push_back(atoms_.force(i));
  gather(pieces_name, std::move(piece));
}

std::string Cell::waits_for() const {
  if (!has_begun_ || step_ == limit_) return {};
  const std::string step = " of step " + std::to_string(step_);
  if (waits_for_sums_) return "the pressure or temperature" + step;
  if (is_moving_) {
    return "the atoms of " + std::to_string(around_.size() - senders_) + " neighbours" + step;
  }
  return "the forces of " + std::to_string(waiting_.size() - next_part_) +
         " pairs, blocks or pencils" + step;
}

void Pair::get_ready() {
  const CellGrid& grid = model().grid;
  const int direction = index()[0];
  const auto partner = grid.partner({index()[1], index()[2], index()[3]}, direction);
  pair_ = CellPair(partner->shift, direction == 0);
  is_ready_ = true;
}

void Pair::compute(const Positions& one, const Positions& other, Forces& on_first,
                   Forces& on_second) {
  const Charges& charges = company().charges;
  if (charges.is_still && kept_on_first_) {
    on_first = *kept_on_first_;
    on_second = kept_on_second_;
  } else {
    pair_.compute(one, other, model(), on_first, on_second);
    if (charges.is_still) {
      kept_on_first_ = on_first;
      kept_on_second_ = on_second;
    }
  }
  charge(charges.entry_ns, pair_.size());
}

void Pair::take_positions(int cell, const Shared<Positions>& positions) {
  if (!is_ready_) get_ready();
  const CellGrid& grid = model().grid;
  const Place first = {index()[1], index()[2], index()[3]};
  const Place second = grid.partner(first, index()[0])->cell;
  if (cell == grid.number_of(first)) first_ = positions;
  if (cell == grid.number_of(second)) second_ = positions;
  if (!first_ || !second_) return;
  const Shared<Positions> one = std::exchange(first_, {});
  const Shared<Positions> other = std::exchange(second_, {});
  Forces on_first = take_spare_forces();
  Forces on_second = pair_.is_self() ? Forces() : take_spare_forces();
  compute(*one, *other, on_first, on_second);
  const auto& cells = company().cells;
  const auto tell = [&](const Place& place, bool is_second, Forces forces) {
    cells[index_of(place)].with_priority(urgent).send<&Cell::take>(index()[0], is_second,
                                                                   std::move(forces));
  };
  tell(first, false, std::move(on_first));
  if (!pair_.is_self()) tell(second, true, std::move(on_second));
}

std::string Pair::waits_for() const {
  if (!first_ && !second_) return {};
  return first_ ? "the positions of its second cell" : "the positions of its first cell";
}

void Pencil::get_ready() {
  const EwaldMesh& mesh = model().mesh;
  const PencilPlace place = {index()[0], index()[1]};
  pencil_ = MeshPencil(mesh, place);
  cells_ =
      cells_of_pencil(mesh, model().grid, model().cutoff, place[0] * mesh.pencils[1] + place[1]);
  told_.resize(cells_.size());
  charges_.resize(cells_.size());
}

void Pencil::take_positions(int cell, const Shared<Positions>& positions) {
  if (cells_.empty()) get_ready();
  const auto at = static_cast<std::size_t>(std::ranges::lower_bound(cells_, cell) - cells_.begin());
  told_[at] = positions;
  if (positions->has_roster) charges_[at] = positions->roster.charges;
  if (++count_ < cells_.size()) return;
  pencil_.spread(model().mesh, model().grid.box().stretched(positions->stretch), charged());
  tell(Turning::to_y);
}

std::vector<ChargedCell> Pencil::charged() const {
  std::vector<ChargedCell> cells;
  for (std::size_t i = 0; i < cells_.size(); ++i) cells.push_back({&*told_[i], &charges_[i]});
  return cells;
}

void Pencil::tell(Turning turning) {
  const int place = is_by_row(turning) ? index()[1] : index()[0];
  for (int peer = 0; peer < pencil_.peers(turning); ++peer) {
    const isthmus::Index2 to = is_by_row(turning) ? isthmus::Index2{{index()[0], peer}}
                                                  : isthmus::Index2{{peer, index()[1]}};
    array()[to].with_priority(urgent).send<&Pencil::take_part>(turning, place,
                                                               pencil_.part_for(turning, peer));
  }
}

void Pencil::take_part(Turning turning, int peer, const std::vector<Complex>& part) {
  if (cells_.empty()) get_ready();
  if (!pencil_.take(model().mesh, turning, peer, part)) return;
  if (turning == Turning::back_z) return tell_cells();
  tell(static_cast<Turning>(static_cast<int>(turning) + 1));
}

void Pencil::tell_cells() {
  std::vector<Forces> found = pencil_.forces(model().mesh, charged());
  for (Shared<Positions>& some : told_) some.reset();
  count_ = 0;
  const int number = index()[0] * model().mesh.pencils[1] + index()[1];
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Place place = model().grid.place_of(cells_[i]);
    company().cells[index_of(place)].with_priority(urgent).send<&Cell::take_from_mesh>(
        number, std::move(found[i]));
  }
}

std::string Pencil::waits_for() const {
  if (count_ == 0) return {};
  if (count_ == cells_.size()) return "other pencils of its row and column";
  return "the positions of " + std::to_string(cells_.size() - count_) + " cells";
}

void Block::take_positions(int cell, const Shared<Positions>& positions) {
  const CellGrid& grid = model().grid;
  const Place corner = {index()[0], index()[1], index()[2]};
  if (cells_.empty()) {
    cells_ = grid.block(corner);
    told_.resize(cells_.size());
    block_ = CellBlock(corner);
  }
  const auto found = std::ranges::find(cells_, grid.place_of(cell));
  told_[static_cast<std::size_t>(found - cells_.begin())] = positions;
  if (++count_ == cells_.size()) compute();
}

void Block::compute() {
  const std::vector<Shared<Positions>> told = std::exchange(told_, {});
  told_.resize(cells_.size());
  count_ = 0;
  std::vector<const Positions*> positions;
  for (const Shared<Positions>& some : told) positions.push_back(&*some);
  std::vector<Forces> found;
  block_.compute(positions, model(), found);
  const int corner = model().grid.number_of({index()[0], index()[1], index()[2]});
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    company().cells[index_of(cells_[i])].with_priority(urgent).send<&Cell::take_bonded>(
        corner, std::move(found[i]));
  }
}

std::string Block::waits_for() const {
  if (count_ == 0) return {};
  return "the positions of " + std::to_string(cells_.size() - count_) + " cells";
}

isthmus::PeId BesideCells::operator()(const isthmus::Index4& pair,
                                      const isthmus::MapContext& context) const {
  const auto& size = context.extent().size;
  const isthmus::MapContext::Slab slab = context.slab_of(pair[3]);
  const std::int64_t width = slab.end - slab.begin;
  const std::int64_t column = std::int64_t{pair[1]} * size[2] + pair[2];
  const std::int64_t columns = std::int64_t{size[1]} * size[2];
  return context.pe_by_weight(column * width + (pair[3] - slab.begin), columns * width,
                              context.topology().pes_of(slab.site));
}

}  // namespace md
