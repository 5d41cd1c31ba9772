// Objects that come and go: arrays of every kind, groups, chares, sections, readonly values.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

std::atomic<int> alive = 0;

template <class Derived, class IndexType>
class Counted : public Chare<Derived, IndexType> {
 public:
  Counted() { ++alive; }
  ~Counted() { --alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  void poke() { ++pokes_; }
  void poke_by(int by) { pokes_ += by; }
  int pokes() { return pokes_; }
  std::uint32_t where() { return this->pe().value; }

 private:
  int pokes_ = 0;
};

class Line : public Counted<Line, Index1> {
 public:
  Line() = default;
  explicit Line(int from) { poke_by(from); }
  void destroy_odd() {
    if (index() % 2 != 0) destroy();
  }
  Task<void> destroy_after(ElementProxy<Line> other) {
    co_await other.call<&Line::pokes>();
    destroy();
    co_await other.call<&Line::pokes>();
    other.send<&Line::poke>();
  }
  // Fills the array around itself while it runs.
  void grow(int left) {
    if (left > 0) {
      array()[index() + 1].insert(1000);
      array()[index() + 1].send<&Line::grow>(left - 1);
    }
  }
};
class Cube : public Counted<Cube, Index3> {};
struct Atom {
  std::int32_t chain = 0;
  std::uint64_t number = 0;
};
class Residue : public Counted<Residue, Atom> {};
class Crew : public Counted<Crew, PeId> {};
class Single : public Counted<Single, NoIndex> {
 public:
  Single(std::string name, int size) : name_(std::move(name)) { poke_by(size); }
  std::string name() { return name_; }

 private:
  std::string name_;
};

// A mapping with a state of its own, which travels.
struct Shifted {
  int by = 0;
  PeId operator()(Index1 index, const MapContext& context) const {
    return PeId((index + by) % context.pe_count());
  }
};

// All objects of a job must be gone when it is.
void expect_clean_runs(const MainProgram& main_program) {
  alive = 0;
  testing::expect_runs_everywhere(main_program);
  EXPECT_EQ(alive, 0);
}

TEST(Arrays, OfGridIndicesHaveOneElementEach) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto cubes = job.create_array<Cube>(Index3{2, 3, 2}, mapping::block);
    cubes.all().send<&Cube::poke>();
    co_await job.quiescence();
    EXPECT_EQ(alive, 12);
    for (int a = 0; a < 2; ++a) {
      for (int b = 0; b < 3; ++b) EXPECT_EQ((co_await cubes[{a, b, 1}].call<&Cube::pokes>()), 1);
    }
  });
}

class Early : public Chare<Early, Index1> {
 public:
  explicit Early(int count) { array()[(index() + 1) % count].send<&Early::hear>(); }
  void hear() { contribute("heard", 1, reduce::sum); }
};

TEST(Arrays, MayBeSentToByTheConstructorsOfTheirElements) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    job.create_array<Early>(20, mapping::round_robin, 20);
    EXPECT_EQ(co_await job.reduction<int>("heard"), 20);
  });
}

TEST(Arrays, MayBeEmpty) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto none = job.create_array<Line>(Index1{0}, mapping::block);
    none.all().send<&Line::poke>();
    co_await job.quiescence();
    EXPECT_EQ(alive, 0);
  });
}

TEST(Arrays, OfListedIndicesOfAnyType) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const std::vector<Atom> atoms = {{1, 7}, {-2, 0xffffffffffull}, {3, 0}};
    const auto residues = job.create_array_of<Residue>(atoms, mapping::hashed);
    residues[{-2, 0xffffffffffull}].send<&Residue::poke_by>(5);
    co_await job.quiescence();
    EXPECT_EQ(alive, 3);
    EXPECT_EQ((co_await residues[{-2, 0xffffffffffull}].call<&Residue::pokes>()), 5);
  });
}

TEST(Arrays, FollowTheUsersOwnMapping) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto last = [](Index1, const MapContext& context) {
      return PeId(context.pe_count() - 1);
    };
    const auto lines = job.create_array<Line>(Index1{5}, last);
    const auto shifted = job.create_array_of<Line>({-3, 4}, Shifted{5});
    EXPECT_EQ(co_await lines[3].call<&Line::where>(), job.pe_count() - 1);
    EXPECT_EQ(co_await shifted[4].call<&Line::where>(), 9 % job.pe_count());
    EXPECT_EQ(co_await shifted[-3].call<&Line::where>(), 2 % job.pe_count());
  });
}

TEST(Arrays, TakeMessagesBeforeTheirElementsExist) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto lines = job.create_sparse_array<Line>(mapping::hashed);
    for (int i = 0; i < 10; ++i) lines[i].send<&Line::poke>();
    co_await job.quiescence();
    for (int i = 0; i < 10; ++i) lines[i].insert(10);
    for (int i = 0; i < 10; ++i) lines[i].send<&Line::poke>();
    co_await job.quiescence();
    for (int i = 0; i < 10; ++i) EXPECT_EQ(co_await lines[i].call<&Line::pokes>(), 12);
  });
}

TEST(Arrays, GrowFromWithinEntryMethods) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto lines = job.create_sparse_array<Line>(mapping::hashed);
    lines[0].insert();
    lines[0].send<&Line::grow>(30);
    co_await job.quiescence();
    EXPECT_EQ(alive, 31);
    EXPECT_EQ(co_await lines[30].call<&Line::pokes>(), 1000);
  });
}

TEST(Arrays, LoseElementsAndTakeNewOnesInTheirPlace) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto lines = job.create_array<Line>(Index1{6}, mapping::round_robin);
    lines[2].send<&Line::poke>();
    lines[2].destroy();
    co_await job.quiescence();
    EXPECT_EQ(alive, 5);
    lines[2].insert(70);
    co_await job.quiescence();
    EXPECT_EQ(co_await lines[2].call<&Line::pokes>(), 70);
  });
}

TEST(Arrays, LoseElementsInABroadcast) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto lines = job.create_array<Line>(Index1{20}, mapping::round_robin);
    lines.all().send<&Line::destroy_odd>();
    lines.all().send<&Line::poke>();
    co_await job.quiescence();
    EXPECT_EQ(alive, 10);
    for (int i = 0; i < 20; i += 2) EXPECT_EQ(co_await lines[i].call<&Line::pokes>(), 1);
    lines.all().send<&Line::destroy>();
    co_await job.quiescence();
    EXPECT_EQ(alive, 0);
  });
}

TEST(Arrays, KeepAnElementUntilItsCoroutinesHaveEnded) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto lines = job.create_array<Line>(Index1{4}, mapping::round_robin);
    lines[3].send<&Line::destroy_after>(lines[0]);
    co_await job.quiescence();
    EXPECT_EQ(alive, 3);
    EXPECT_EQ(co_await lines[0].call<&Line::pokes>(), 1);
  });
}

TEST(Groups, HaveOneElementOnEachPe) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto crew = job.create_group<Crew>();
    co_await job.quiescence();
    EXPECT_EQ(alive, job.pe_count());
    EXPECT_NE(crew.local(), nullptr);
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      EXPECT_EQ(co_await crew[PeId(pe)].call<&Crew::where>(), pe);
    }
  });
}

TEST(Chares, LiveOnThePeTheyAreMadeOn) {
  expect_clean_runs([](Job& job) -> Task<void> {
    std::vector<ChareProxy<Single>> singles;
    for (int i = 0; i < 6; ++i) {
      singles.push_back(job.create_chare<Single>(PeId(i % job.pe_count()), "single", i));
    }
    for (int i = 0; i < 6; ++i) {
      const auto& single = singles[static_cast<std::size_t>(i)];
      EXPECT_EQ(co_await single.call<&Single::where>(), i % job.pe_count());
      EXPECT_EQ(co_await single.call<&Single::pokes>(), i);
      EXPECT_EQ(co_await single.call<&Single::name>(), "single");
      single.destroy();
    }
    co_await job.quiescence();
    EXPECT_EQ(alive, 0);
  });
}

TEST(Sections, TakeMulticasts) {
  expect_clean_runs([](Job& job) -> Task<void> {
    const auto lines = job.create_array<Line>(Index1{24}, mapping::round_robin);
    co_await job.quiescence();
    const auto some = lines.section({1, 5, 6, 23});
    const auto one = lines.section({12});
    some.send<&Line::poke_by>(2);
    some.send<&Line::poke>();
    one.send<&Line::poke_by>(100);
    co_await job.quiescence();
    for (int i = 0; i < 24; ++i) {
      const bool in_some = i == 1 || i == 5 || i == 6 || i == 23;
      EXPECT_EQ(co_await lines[i].call<&Line::pokes>(), in_some ? 3 : i == 12 ? 100 : 0) << i;
    }
  });
}

struct Settings {
  std::string solver;
  std::vector<double> weights;
};
struct Fine {};

class Reader : public Chare<Reader, PeId> {
 public:
  // Readonly values are there before the objects that are created after them.
  Reader() : solver_(readonly<Settings>().solver) {}
  std::string solver() { return solver_; }
  double weight() { return readonly<Settings>().weights.at(1); }
  int fine() { return readonly<int, Fine>(); }

 private:
  std::string solver_;
};

TEST(Readonly, IsSeenOnAllPes) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    job.set_readonly(Settings{"multigrid", {1, 2.5}});
    job.set_readonly<int, Fine>(7);
    EXPECT_EQ(readonly<Settings>().solver, "multigrid");
    const auto readers = job.create_group<Reader>();
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      EXPECT_EQ(co_await readers[PeId(pe)].call<&Reader::solver>(), "multigrid");
      EXPECT_EQ(co_await readers[PeId(pe)].call<&Reader::weight>(), 2.5);
      EXPECT_EQ(co_await readers[PeId(pe)].call<&Reader::fine>(), 7);
    }
  });
}

}  // namespace
}  // namespace isthmus::engine
