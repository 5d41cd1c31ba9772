// mesh/driver/block.hpp: one block of a mesh as a message-driven object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/adaptation.hpp"
#include "mesh/driver/collector.hpp"
#include "mesh/driver/face_packer.hpp"
#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/probes.hpp"
#include "mesh/driver/subgrid.hpp"
#include "mesh/refinement/relatives.hpp"

namespace isthmus::mesh {

/// What a block, or all of them, have done. Plain data; may be sent.
struct BlockFigures {
  double compute_s = 0;                                  ///< in routines, by the job's clock
  double points = 0;                                     ///< that were computed, by operations
  double points_twice = 0;                               ///< of them beyond the block
  double flops = 0;                                      ///< where routines have said so
  std::array<double, dimension_count> sent_bytes{};      ///< in messages, by dimension
  std::array<double, dimension_count> in_place_bytes{};  ///< read where they are
  double messages = 0;
  double elapsed_s = 0;     ///< from the begin of steps to the rest behind them
  double rests = 0;         ///< that these are the times of; not where a block has moved meanwhile
  double plain_bytes = 0;   ///< of ghosts that went compressed, before that
  double packed_bytes = 0;  ///< and behind it; those in sent_bytes
  double packing_s = 0;     ///< compressing and uncompressing, by the job's clock
  double level_bytes = 0;   ///< in messages between blocks of different levels

  void add(const BlockFigures& other);
};

/// For reductions.
struct AddBlockFigures {
  BlockFigures operator()(const BlockFigures& a, const BlockFigures& b) const {
    BlockFigures both = a;
    both.add(b);
    return both;
  }
};

/// A reduction of the plan: of a block's points, of a region's, or of all. Plain data; may be sent.
struct ReductionPart {
  std::int32_t number = -1;
  std::optional<FieldFigures> figures;
  std::vector<Sample> samples;  ///< in place of them, of an interpolation

  void add(const ReductionPart& other) {
    if (other.figures && figures) figures->add(*other.figures);
    samples.insert(samples.end(), other.samples.begin(), other.samples.end());
  }
  void serialize(auto& archive) { archive(number, figures, samples); }
};

/// For reductions.
struct AddReductionParts {
  ReductionPart operator()(const ReductionPart& a, const ReductionPart& b) const {
    ReductionPart both = a;
    both.add(b);
    return both;
  }
};

/// Goes through the operations of a plan, and waits for nobody but the neighbours whose ghosts it
/// needs: an event where planes exchange has a stage for each dimension, in which it sends faces
/// with the ghosts of the dimensions before, so that corners come along.
///
/// Two neighbours on one PE read each other's faces where they are, when the second of them comes
/// to the stage; the first has sent nothing by then. Where it turns out that they are no longer on
/// one PE, the second sends its face, and the first answers that with its own.
///
/// Who may read when: the second copies both ways at once, on the thread of their PE, before either
/// leaves the stage. So both are at the same event while one reads the other, nobody computes
/// meanwhile, and what has been read may be written from then on. A block moves behind all its
/// stages alone, at rest or at a point for the balancer; one that is found on the PE is read there,
/// and nothing of it is remembered for the next stage.
///
/// A reduction is begun where the plan has it, and waited for where somebody uses it, where it is
/// made anew, and before a rest.
class Block : public Chare<Block, Index3> {
 public:
  Block() = default;
  /// Of the course of that description. `mark_every` steps it takes part in the reduction
  /// "mesh mark", by which the main program sees time pass; 0: never.
  Block(std::string description, MeshSetup setup, std::int32_t mark_every,
        const GroupProxy<FacePacker>& packer);

  // Entry methods.

  /// Initial data, and ghosts for the first step; then it takes part in "mesh begun".
  void begin();
  /// May do steps until so many are done; then it takes part in "mesh rest", with its figures since
  /// it last did.
  void advance(std::int64_t steps);
  /// At rest: operations of the analysis; then it takes part in "mesh analysed".
  void analyse();
  /// At rest: gives the field's figures to "mesh figures". Where `imaginary` is a field, too, those
  /// of the absolute values of complex numbers, which the two have the parts of; else it is -1.
  void measure(std::int32_t field, std::int32_t imaginary);
  /// The same of its points that no finer region has, as level_figures.hpp weighs them.
  void weigh(std::int32_t field, std::int32_t imaginary);
  /// What all blocks together have come to.
  void take_reduction(const ReductionPart& whole);
  /// What a region's blocks together have come to: for the first block of the whole grid, which
  /// tells all regions' blocks when it knows of all regions.
  void take_region(const ReductionPart& of_region);
  /// At rest: what a reduction has come to, for blocks that were not there when it was made.
  void set_result(std::int32_t number, const std::vector<double>& result);
  /// At rest: what it knows of a reduction.
  void tell_reduction(std::int32_t number, const Callback<std::vector<double>>& target);
  /// At rest: sends its points of the field.
  void collect(const ChareProxy<FieldCollector>& collector, std::int32_t field);
  /// Those of them that are in the box, if any are.
  void collect_part(const ChareProxy<FieldCollector>& collector, std::int32_t field,
                    const Box& part);
  /// At rest: hands itself to what the process has set by set_block_visitor, then takes part in
  /// "mesh visited".
  void visit(std::int64_t what);
  /// At rest, all blocks at the same step: ghosts as deep as that from each plane's next exchange
  /// on.
  void change_depths(const Depths& depths);
  /// At rest: a parameter's value from now on; as ParameterValue::integer.
  void set_parameter(std::int32_t number, std::int64_t value);

  /// Depths of some planes are decided while it runs: it tells the pilot of its windows there.
  void watch(const ChareProxy<Pilot>& pilot, const GroupProxy<WorkMeter>& meter);
  /// It will not begin the step that is so many ahead before it has been told, and says which.
  void promise(std::int32_t ahead);
  /// What has been agreed.
  void agree(const DepthChange& change);

  /// At rest: one of several regions, whose arrays are by number. Exchanges with the blocks of
  /// other levels behind each step from now on, and at once where it has its initial data, then
  /// takes part in "mesh tied".
  void tie(const LevelTree& tree, std::int32_t region,
           const std::vector<ArrayProxy<Block>>& regions);
  /// In place of `begin`, where the initial data of a finer level take ghosts from the coarser one:
  /// when these have come, by way of its blocks' `bequeath`.
  void begin_behind(const LevelTree& tree, std::int32_t region);
  /// At rest behind its own initial data: to blocks of that region, whose array is given.
  void bequeath(const LevelTree& tree, std::int32_t own, std::int32_t region,
                const ArrayProxy<Block>& blocks);
  void take_bequest(std::int32_t from, const Point& place, std::span<const double> values);
  /// In place of `begin`: it is of a region that is new behind so many steps of its level, and is
  /// filled by blocks of the coarser level and of regions that were there; then it takes part in
  /// "mesh filled". Those `give` it what they have, once they have been filled themselves.
  void fill(std::int64_t steps, const LevelChange& change);
  void give(const LevelChange& change, std::int32_t own, bool is_parent,
            const ArrayProxy<Block>& region);
  void take(std::int32_t from, bool is_parent, const Point& place, std::span<const double> values);
  /// Behind its step of that number: what its ghosts are made of, from a block of the coarser
  /// level, and its values at points that it has in common with a finer one.
  void from_parent(std::int64_t step, std::int32_t region, const Point& place,
                   std::span<const double> values);
  void from_child(std::int64_t step, std::int32_t region, const Point& place,
                  std::span<const double> values);

  /// The neighbour's points at the face, for a stage.
  void ghosts(std::int64_t stage, std::int8_t face, std::span<const double> values);
  /// The same, as FacePacker makes it.
  void packed_ghosts(std::int64_t stage, std::int8_t face, std::span<const std::byte> packed);
  /// The last ghosts of a stage have been copied by a neighbour on this PE, which calls it: a block
  /// that faces no other PE begins the next stage while both are in the cache, and computes nothing
  /// within the other's work.
  void pass_stage();
  /// Does what it can. Sent to itself where the last ghosts of an event have come.
  void go_on();
  /// The same, to compute inside what may be computed while ghosts are on their way.
  void work();
  /// Goes on behind a point for the load balancer.
  void leave_sync();

  void serialize(auto& archive) {
    archive(description_, setup_, mark_every_, subgrid_, phase_, moment_, next_, behind_, passes_,
            events_, limit_, state_, stage_, dimension_, expected_, delivered_, sent_, is_woken_,
            is_working_ahead_, ahead_, inbox_, figures_, step_behind_, watch_, pilot_, meter_,
            packer_, relatives_, regions_, awaited_, of_regions_);
    if constexpr (std::remove_reference_t<decltype(archive)>::is_reading) {
      // Nothing is read where the runtime asks for the form alone.
      if (!description_.empty()) {
        subgrid_.attach(course_of(description_));
        relatives_.attach(subgrid_.course());
      }
    }
  }
  void after_migration();
  std::string waits_for() const;

  const Subgrid& subgrid() const { return subgrid_; }
  /// Of its region; steps are those of the level.
  std::int32_t level() const { return relatives_.level(); }
  std::int64_t steps_done() const { return moment_.step; }
  double time() const {
    return setup_.start_time + static_cast<double>(moment_.step) * setup_.step_size;
  }

 private:
  enum class State : std::uint8_t {
    rest,
    working,
    in_sync,
    in_agreement,
    in_family,
    in_tying,
    in_reduction
  };

  /// A face of ghosts that has come before its stage.
  struct Arrival {
    std::int8_t face = 0;
    std::vector<double> values;
    std::vector<std::byte> packed;  // in place of them
  };
  /// A reduction of all regions, as far as these have told theirs.
  struct RegionParts {
    ReductionPart part;
    std::int32_t regions = 0;

    void serialize(auto& archive) { archive(part, regions); }
  };
  /// What is computed inside while ghosts are on their way.
  struct Ahead {
    bool is_begun = false;
    Box target;
    Box inner;
    std::int32_t done_below = 0;  // of the inner box, in the last dimension
    std::int32_t thickness = 1;   // of a slab, after which others have their turn
  };

  Point place() const { return {index()[0], index()[1], index()[2]}; }
  void look_around();
  void set_priority();

  void start_phase(Phase phase);
  const std::vector<Operation>& operations() const { return subgrid_.course().operations(phase_); }
  /// The next operation, or the end of them. False when there is nothing to do now.
  bool do_next();
  void compute_next();
  void reduce(const Operation& operation);
  ReductionPart part_of(std::int32_t number) const;
  std::vector<Stencil> stencils_of(const Reduction& interpolation) const;
  /// Whether all levels are at the time at which the operation reduces.
  bool levels_meet(const Operation& operation) const;
  void end_tying();
  /// Whether reductions that the operation uses or makes are under way.
  bool awaits(const Operation& operation) const;
  Moment moment_of(const Operation& operation) const;
  void compute_box(const Operation& operation, const Box& box);
  void compute_shell(const Operation& operation, Box box, const Box& inner);
  /// False when it is at rest.
  bool end_phase();
  bool end_step();
  bool finish_step();
  /// False while it waits for blocks of other levels.
  bool meet_relatives();
  void send_to_relatives();
  void go_on_from_relatives();
  void end_filling();
  /// False where it has to wait for what is being agreed.
  bool begin_step();
  void end_window();
  bool stops_behind_step() const;
  bool stops_behind_phase() const { return phase_ != Phase::step || stops_behind_step(); }
  void come_to_rest(const char* name);

  void begin_event(const Operation& operation);
  void begin_stage(std::size_t dimension);
  void meet(std::size_t face);
  void send_face(std::size_t face);
  void send_packed(std::size_t face);
  bool is_early(std::int64_t stage) const { return stage != stage_ || !is_exchanging(); }
  bool is_awaited(std::size_t face) const;
  bool is_packed_at(std::size_t face) const;
  void take_face(std::size_t face, std::span<const double> values);
  void take_packed(std::size_t face, std::span<const std::byte> packed);
  void go_on_behind(std::size_t face);
  void count_packing(TimeNs begin_ns);
  bool is_exchanging() const { return dimension_ < dimension_count; }
  bool has_all() const { return delivered_ == expected_; }
  void wake();
  void work_ahead();
  bool find_work_ahead();
  std::int64_t event_of_phase() const;

  std::string description_;
  MeshSetup setup_;
  std::int32_t mark_every_ = 0;
  Subgrid subgrid_;
  Phase phase_ = Phase::initial;
  Moment moment_;
  std::size_t next_ = 0;     // operation of the phase
  std::size_t behind_ = 0;   // operations since the last event
  std::int32_t passes_ = 0;  // of the loop that it is in
  std::int64_t events_ = 0;  // of steps so far
  std::int64_t limit_ = 0;   // steps that may be done
  State state_ = State::rest;
  // The present stage. Those of one number are of the same event and dimension everywhere.
  std::int64_t stage_ = 0;
  std::size_t dimension_ = dimension_count;  // that many: no event is under way
  std::uint8_t expected_ = 0;                // faces, as bits
  std::uint8_t delivered_ = 0;
  std::uint8_t sent_ = 0;
  bool is_woken_ = false;          // a go_on is on its way
  bool is_working_ahead_ = false;  // a work is
  Ahead ahead_;
  StepInbox<Arrival> inbox_{"faces"};
  std::vector<std::int32_t> awaited_;  // reductions that are under way
  std::vector<RegionParts> of_regions_;
  BlockFigures figures_;
  TimeNs begun_ns_ = -1;         // when it began the steps; by this PE's clock
  std::size_t step_behind_ = 0;  // kept while an analysis goes on
  PlaneWatch watch_;
  ChareProxy<Pilot> pilot_;
  GroupProxy<WorkMeter> meter_;
  GroupProxy<FacePacker> packer_;
  Relatives relatives_;
  std::vector<ArrayProxy<Block>> regions_;  // where there are several
  // Found anew wherever the block comes to.
  ElementProxy<Block> self_;
  ElementProxy<Block> later_;
  bool is_urgent_ = false;  // some neighbour is on another PE
  std::array<ElementProxy<Block>, face_count> neighbours_;
  std::array<bool, face_count> is_self_{};
};

/// What `Block::visit` calls on the block's PE, for who puts fields out: set in every process
/// before isthmus::run.
using BlockVisitor = std::function<void(const Block& block, std::int64_t what)>;
void set_block_visitor(BlockVisitor visitor);

}  // namespace isthmus::mesh
