// tests/documentation/context.hpp: what the sentences of the documentation speak of.
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
#include "fem/gmsh.hpp"
#include "fem/insertion.hpp"
#include "fem/isthmus_fem.h"
#include "fem/part.hpp"
#include "fem/vtu.hpp"
#include "fem/vtu_file.hpp"
#include "isthmus/isthmus.hpp"
#include "mesh/complex_function.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/flesh/flesh.hpp"
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
  using Base::at_sync;
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
  using OfMesh = isthmus::fem::Part<Body>;
  using OfMesh::add_shared;
  using OfMesh::begin_round;
  using OfMesh::copy_elements;
  using OfMesh::copy_nodes;
  using OfMesh::end_round;
  using OfMesh::max_shared;
  using OfMesh::rounds;
};
extern Body body;
extern isthmus::fem::Piece piece;

// --- a thorn of a structured mesh ---------------------------------------------------------------

extern isthmus::mesh::Thorn thorn;
extern isthmus::mesh::RoutineBuilder routine;
extern const isthmus::mesh::Patch& patch;
extern isthmus::mesh::GridFunctionId phi;
extern isthmus::mesh::GridFunctionId rho;
extern isthmus::mesh::GridFunctionId u;
extern isthmus::mesh::ComplexFunctionId psi;
extern isthmus::mesh::ReductionId felt;
extern isthmus::mesh::ComplexReductionId seen;
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
// where: create_chare<T>(seed::by_speed, arguments...)
// with: using T = Alone;
// where: PeId operator()(const SeedContext&) const
// with: struct Mine { PeId operator()(const SeedContext&) const; };
// as: static_assert(isthmus::SeedBalancer<Mine>);
// where: T operator()(const T&, const T&)
// with: struct Mine { int operator()(const int& a, const int& b) const; };
// as: static_assert(isthmus::ReducesInto<Mine, int>);
// where: void operator()(T& into, T&& more)
// with: struct Mine { void operator()(int& into, int&& more) const; };
// as: static_assert(isthmus::ReducesInto<Mine, int>);
// where: element.send<&Block::take>(lend(values, callback))
// with: using Block = WithArrays; ElementProxy<Block> element; Callback<void> callback;
// where: job.watch_alerts(element.callback<&Watcher::alert>());
// with: ElementProxy<Watcher> element;
// where: job.set(...)
// as: job.set("border-first", "yes")
// where: T result = co_await job.reduction<T>(name);
// with: using T = int;
// where: co_await job.reduction<std::vector<T>>(name)
// with: using T = int;
// where: T total = co_await sum.collect();
// with: using T = int;
// where: co_await barrier();
// as: co_await here.barrier();
// where: std::span<T> all = co_await inbox.of(step, count);
// with: using T = Edge; StepInbox<T> inbox;
// where: RandomStream(seed, index)
// as: RandomStream(std::uint64_t(1), std::uint64_t(2))
// where: return fail(ErrorCode::io, "cannot open", path);
// with: std::string path;
// as: (void)fail(ErrorCode::io, "cannot open", path);
// where: co_await value.everywhere();
// as: co_await once.everywhere();
// where: slice.has_landed(span)
// with: std::span<const std::byte> span;
// where: job.progress(step, steps);
// with: const double steps = 1;
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
// where: product
// as: isthmus::reduce::product
// where: min
// as: isthmus::reduce::min
// where: max
// as: isthmus::reduce::max
// where: logical_and
// as: isthmus::reduce::logical_and
// where: logical_or
// as: isthmus::reduce::logical_or
// where: concatenate
// as: isthmus::reduce::concatenate
// where: contribute_in_order
// as: here.contribute_in_order(name, value, operation)
// where: at_sync
// as: here.at_sync<&T::method>()
// where: collect
// as: co_await sum.collect()
// where: home_and_sender
// as: isthmus::location::home_and_sender
// where: eager_update
// as: isthmus::location::eager_update
// where: home_based
// as: isthmus::location::home_based
// where: jump_update
// as: isthmus::location::jump_update
// where: lazy_forwarding
// as: isthmus::location::lazy_forwarding
// where: path_compression
// as: isthmus::location::path_compression
// where: broadcast_update
// as: isthmus::location::broadcast_update
// where: partitioned_update
// as: isthmus::location::partitioned_update
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
// where: Rank
// as: isthmus::mobile::Rank
// where: Pointer
// as: isthmus::mobile::Pointer
// where: Region
// as: isthmus::mobile::Region
// where: poll_until
// as: self.poll_until(condition)
// where: set_state
// as: self.set_state(&state)
//
// where: Cutting::by
// as: isthmus::fem::Cutting().by
// where: fem::Part
// as: isthmus::fem::Part
// where: co_await copy_nodes(piece, values, 3)
// as: co_await body.copy_nodes(piece, values, 3)
// where: co_await end_round()
// as: co_await body.end_round()
// where: rounds()
// as: body.rounds()
//
// where: Mesh
// as: isthmus::fem::Mesh
// where: Piece
// as: isthmus::fem::Piece
// where: Insertion
// as: isthmus::fem::Insertion
// where: box_of_tets
// as: isthmus::fem::box_of_tets
// where: read_gmsh
// as: isthmus::fem::read_gmsh
// where: read_vtu
// as: isthmus::fem::read_vtu
// where: write_gmsh
// as: isthmus::fem::write_gmsh
// where: write_vtu
// as: isthmus::fem::write_vtu
// where: write_pvd
// as: isthmus::fem::write_pvd
// where: cut
// as: isthmus::fem::cut
// where: pieces_of
// as: isthmus::fem::pieces_of
// where: join
// as: isthmus::fem::join
// where: add_shared
// as: co_await body.add_shared(piece, values, 1)
// where: max_shared
// as: co_await body.max_shared(piece, values, 1)
// where: copy_nodes
// as: co_await body.copy_nodes(piece, values, 1)
// where: copy_elements
// as: co_await body.copy_elements(piece, values, 1)
// where: begin_round
// as: body.begin_round([](std::size_t, std::vector<std::int32_t>&, std::vector<double>&) {})
// where: end_round
// as: co_await body.end_round()
// where: owned_node
// as: isthmus::fem::Ghosts::By::owned_node
// where: facet
// as: isthmus::fem::Ghosts::By::facet
//
// where: MeshSetup::sync_every
// as: isthmus::mesh::MeshSetup().sync_every
// where: Plan::analysis
// as: isthmus::mesh::Plan().analysis
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

// Of Charm, of containers:
// no program: CkIndex
// no program: Dockerfile
// Members that a class of the program has; the runtime looks whether it does:
// no program: main(Rank& self)
// no program: main(Rank&)
// no program: class Block : public isthmus::Chare<Block, isthmus::Index2>
// no program: void left(const std::vector<PeId>& pes)
// no program: void serialize(auto& archive, Matrix& matrix)
// Parameters of the function that the comment is of, and members of its class:
// no program: fill(link, marks, values)
// no program: fill(T&)
// no program: value(i)
// no program: visit(index)
// no program: Better()(a, b)
// no program: topology()
// no program: std::string stays_for() const
// no program: stays_for()
// no program: void before_migration()
// no program: void after_migration()
// no program: void after_move(Rank& self)
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
// Python, as well:
// no program: isthmus.cmake_dir()
// Kubernetes:
// page: kubernetes.md
