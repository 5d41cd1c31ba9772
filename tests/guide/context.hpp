// tests/guide/context.hpp: what the sentences of README and guide speak of.
//
// tools/check_calls.py compiles the code between them with it. It has declarations alone: nothing
// here runs.
//
// A sentence may mean another `T` or `callback` than the next. The comments at the end name such
// pieces of code (`where:`), declare what they need before them (`with:`), or say what is compiled
// instead (`as:`); what is no C++ of a program stands under `no program:`, whole pages under
// `page:`, with the reason before them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fem/box.hpp"
#include "fem/cut.hpp"
#include "fem/part.hpp"
#include "isthmus/isthmus.hpp"
#include "mesh/complex_function.hpp"
#include "mesh/thorn_library.hpp"
#include "mobile/isthmus_mobile.h"
#include "mobile/mobile.hpp"

namespace isthmus::guide {

using isthmus::mesh::ComplexView;
using isthmus::mesh::EquationSolver;
using isthmus::mesh::Reduced;
using isthmus::mobile::Rank;

// --- a chare, and what an entry method of it has at hand -------------------------------------

struct T : Chare<T, Index2> {
  using Base = Chare<T, Index2>;
  // What pages call without an object, as entry methods do.
  using Base::all_gather;
  using Base::all_to_all;
  using Base::array;
  using Base::barrier;
  using Base::close_region;
  using Base::contribute;
  using Base::contribute_in_order;
  using Base::destroy;
  using Base::extent;
  using Base::gather;
  using Base::index;
  using Base::migrate_to;
  using Base::neighbours;
  using Base::open_region;
  using Base::pe;
  using Base::pin;
  using Base::proxy;
  using Base::reconsider_move;
  using Base::unpin;

  void serialize(auto& archive);
  void method();
  void take(int part);
  void take_all(std::vector<int> values);
};
extern T here;

struct OfGroup : Chare<OfGroup, PeId> {};
struct Alone : Chare<Alone> {};
struct WithPriority : Chare<WithPriority, Index2> {
  void method(PriorityBits bits);
};
struct WithArrays : Chare<WithArrays, Index2> {
  void take(std::span<const double> values);
};
struct WithRegion : Chare<WithRegion, Index2> {
  void method(RegionSlice slice, std::span<const std::byte> bytes);
};
struct Watcher : Chare<Watcher, PeId> {
  void alert(const Alert& alert);
};
struct Block : Chare<Block, Index2> {
  void serialize(auto& archive);
};
struct Type {
  int value;
};
struct Edge {
  std::vector<double> cells;
};

extern ArrayProxy<T> array;
extern ElementProxy<T> element;
extern ElementProxy<T> proxy;
extern SectionProxy<T> section;
extern ArrayProxy<Block> blocks;
extern Index2 index;
extern std::vector<Index2> indices;
extern Index2 sizes;
extern PeId pe;
extern std::int32_t p;
extern std::int64_t step;
extern std::size_t count;
extern Edge edge;
extern StepInbox<Edge> edges_;
constexpr auto mapping = isthmus::mapping::block;
constexpr auto operation = reduce::sum;
extern int value;
extern int neutral;
extern int part;
extern std::vector<int> parts;
extern Callback<int> callback;
constexpr Reduction<int> residual{"residual"};
extern std::string_view name;
extern std::uint64_t number;
extern std::span<std::byte> memory;
extern RegionSlice slice;
extern std::vector<std::byte> bytes;
extern PriorityBits bits;
extern std::uint64_t branch;
extern Future<int> future;
extern TimeNs duration_ns;
extern Accumulator<int> sum;
extern int first;
constexpr std::less<int> better;
extern Monotonic<int> best;
extern WriteOnce<Type> once;

// --- a main program, its job and its data -----------------------------------------------------

extern Job& job;
extern int argc;
extern char** argv;
extern double done;
extern double of;
extern std::string_view what;
extern std::size_t columns;
extern std::vector<double> values;
extern int n;
extern int state;
extern std::int64_t size;
extern std::vector<double> speeds;
extern PartitionTerms terms;
extern MapContext context;
extern std::uint64_t position;
extern PeId a;
extern PeId b;

// --- a program of mobile objects --------------------------------------------------------------

extern Rank& self;
extern isthmus::mobile::Pointer pointer;
struct Diary {};
void handler(Rank& self);
void write_entry(Rank& self, Diary& diary);
extern double hint;
extern int progress;
void begin();
bool condition();

// --- a part of an unstructured mesh -------------------------------------------------------------

struct Body : isthmus::fem::Part<Body> {
  using isthmus::fem::Part<Body>::rounds;
};
extern Body body;

// --- a thorn of a structured mesh ---------------------------------------------------------------

extern isthmus::mesh::Thorn thorn;
extern isthmus::mesh::RoutineBuilder routine;
extern const isthmus::mesh::Patch& patch;
extern isthmus::mesh::GridFunctionId phi;
extern isthmus::mesh::GridFunctionId rho;
extern isthmus::mesh::GridFunctionId u;
extern isthmus::mesh::ComplexFunctionId psi;
extern isthmus::mesh::ReductionId felt;
extern isthmus::mesh::ReductionId gravity;

}  // namespace isthmus::guide

// What a piece of code needs:
//
// where: job.create_group<T>(arguments...)
// with: using T = OfGroup;
// where: job.create_chare<T>(pe, arguments...)
// with: using T = Alone;
// where: job.create_chare<T>(isthmus::seed::by_speed, arguments...)
// with: using T = Alone;
// where: PeId operator()(const isthmus::SeedContext&) const
// with: struct Mine { PeId operator()(const isthmus::SeedContext&) const; };
// as: static_assert(isthmus::SeedBalancer<Mine>);
// where: element.send<&T::method>(bits, arguments...)
// with: using T = WithPriority; ElementProxy<T> element;
// where: element.send<&T::take>(lend(values, callback))
// with: using T = WithArrays; ElementProxy<T> element; Callback<void> callback;
// where: element.send_to_region<&T::method>(slice, arguments..., bytes)
// with: using T = WithRegion; ElementProxy<T> element;
// where: job.watch_alerts(element.callback<&Watcher::alert>())
// with: ElementProxy<Watcher> element;
// where: co_await job.set(name, value)
// with: std::string_view value;
// where: partition(size, topology, terms)
// with: const auto& topology = job.topology();
// where: isthmus::run()
// as: isthmus::run
// where: isthmus::mapping
// as: namespace mappings = isthmus::mapping;
// where: placed(mapping).with_homes(...)
// as: placed(mapping).with_homes(isthmus::Homes::spread)
// where: job.reduction<T>(name)
// with: using T = int;
// where: job.reduction<std::vector<T>>(name)
// with: using T = int;
// where: isthmus::readonly<T>()
// with: using T = Type;
// where: contribute(callback)
// with: Callback<void> callback;
// where: gather(value, callback)
// with: Callback<std::vector<int>> callback;
// where: all_gather<&T::take>(value)
// as: here.all_gather<&T::take_all>(value)
// where: all_to_all<&T::take>(parts)
// as: here.all_to_all<&T::take_all>(parts)
// where: array.scatter<&T::take>({{index, part}, ...})
// as: array.scatter<&T::take>({{index, part}, {index, part}})
// where: array.all().send<...>
// as: array.all().send<&T::method>()
// where: StepInbox::put
// as: edges_.put(step, [](Edge& used) { used.cells.clear(); })
//
// where: isthmus::mobile::run(argc, argv, main)
// with: constexpr auto main = [](Rank&) {};
// where: self.rsr<handler>(pe, arguments...)
// with: int pe = 0;
// where: self.move(pointer, pe)
// with: int pe = 0;
// where: self.install(pointer, std::move(data))
// with: std::unique_ptr<Diary> data;
// where: self.expose(span)
// with: std::span<double> span;
// where: self.work<handler>(pointer, hint, arguments...)
// as: self.work<write_entry>(pointer, hint)
// where: Options::balancing
// as: isthmus::mobile::Options().balancing
// where: checkpoint()
// as: self.checkpoint()
// where: quiescence()
// as: self.quiescence()
// where: isthmus_error(self)
// with: const isthmus_self* self = nullptr;
//
// where: Cutting::by
// as: isthmus::fem::Cutting().by
// where: fem::Part
// as: isthmus::fem::Part
// where: rounds()
// as: body.rounds()
//
// where: thorn.reduction(...)
// as: thorn.reduction("size", u)
// where: .reduces({size})
// with: isthmus::mesh::ReductionId size;
// as: routine.reduces({size})
// where: .uses({size})
// with: isthmus::mesh::ReductionId size;
// as: routine.uses({size})
// where: .solves({gravity})
// as: routine.solves({gravity})
// where: patch.reduced(size, Reduced::norm_max)
// with: isthmus::mesh::ReductionId size;
// where: .solver = EquationSolver::conjugate_gradients
// as: isthmus::mesh::Equation{.solver = EquationSolver::conjugate_gradients}

// Members that a class of the program has; the runtime looks whether it does:
// no program: main(Rank& self)
// no program: std::string stays_for() const
// no program: stays_for()
// no program: void before_migration()
// no program: void after_migration()
// no program: archive(cells_, random_)
// An exception's:
// no program: what()
// The page's own example:
// no program: Block::run
// no program: Block[3,4] in Block::run waits for 4 edges of step 17
// Of the engine's carriers, which no program names:
// no program: Traits::keeps_order
// Fortran:
// no program: previous(phi)

// Thorns of Cactus, programs of MPI, Python, and names of a timeline's slices:
// page: cactus-thorns.md
// page: bring-your-mpi-program.md
// page: experiments.md
// page: timelines.md
