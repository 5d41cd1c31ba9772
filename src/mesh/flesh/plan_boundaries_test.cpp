// What is done at the faces of the grid, by whom it is said and in which order.
#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "mesh/flesh/flesh.hpp"
#include "mesh/flesh/test_flesh.hpp"

namespace isthmus::mesh {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Boundaries, ThatAThornCannotHaveAreFound) {
  constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const auto with = [](const Boundary& boundary) {
    return mistakes_of([&](Thorn& thorn, GridFunctionId phi) {
      thorn.declared_function(phi)->options.boundary = boundary;
    });
  };
  EXPECT_THAT(with({BoundaryKind::radiative, no_number, 0}),
              ElementsAre("grid function 'wave::phi' has a boundary whose value is nan (expected a "
                          "number)",
                          "grid function 'wave::phi' has a radiative boundary whose speed is 0 "
                          "(expected a number greater than 0)"));
  EXPECT_THAT(with({BoundaryKind::radiative, 0, -1}), ElementsAre(HasSubstr("whose speed is -1")));
  EXPECT_THAT(with({BoundaryKind::radiative, 0, infinite}), ElementsAre(HasSubstr("is inf")));
  EXPECT_THAT(with({BoundaryKind::value, no_number, 1}), ElementsAre(HasSubstr("value is nan")));
  // In C all three are always said.
  EXPECT_THAT(with({BoundaryKind::copied, no_number, 0}), IsEmpty());
  EXPECT_THAT(with({BoundaryKind::value, 1, 0}), IsEmpty());
}

TEST(Boundaries, GoFromTheGeneralToTheParticular) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const Boundary radiative{BoundaryKind::radiative, 0, 2};
  const GridFunctionId phi = thorn.function("phi", {.boundary = radiative});
  const GridFunctionId psi = thorn.function("psi", {.boundary = radiative});
  thorn.function("scratch");
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi}).synchronizes({phi, psi});
  const auto plan = flesh.plan(file_with("\"wave\"",
                                         "[boundaries]\nx = \"periodic\"\ny_lower = \"copied\"\n"
                                         "[boundaries.\"wave::psi\"]\ny = \"fixed\"\n"));
  ASSERT_TRUE(plan) << plan.error().text();
  const auto kind = [&](std::size_t field, std::size_t d, std::size_t side) {
    return plan->boundaries[field][d][side].kind;
  };
  EXPECT_EQ(kind(0, 0, 0), BoundaryKind::periodic);
  EXPECT_EQ(kind(0, 1, 0), BoundaryKind::copied);
  EXPECT_EQ(kind(0, 1, 1), BoundaryKind::radiative);
  EXPECT_EQ(plan->boundaries[0][1][1].speed, 2);
  EXPECT_EQ(kind(1, 1, 0), BoundaryKind::fixed);
  // What nobody synchronizes has no say in what is periodic.
  EXPECT_EQ(kind(2, 0, 0), BoundaryKind::periodic);
  EXPECT_EQ(kind(2, 2, 0), BoundaryKind::copied);
}

TEST(Boundaries, MayBeThoseOfAnotherFunctionWhichAreMadeBefore) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId psi = thorn.function("psi", {.boundary = {BoundaryKind::copied}});
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi});
  thorn.routine(Bin::step, "evolve", nothing)
      .reads(phi)
      .reads(psi)
      .writes({phi, psi})
      .synchronizes({phi, psi});
  const auto in_file = [&](const std::string& more) {
    return file_with("\"wave\"", "[boundaries]\nall = \"copied\"\n" + more);
  };
  const auto plan = flesh.plan(
      in_file("[boundaries.wave]\nx_lower = { kind = \"another\", function = \"wave::psi\" }"));
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(boundary_source(*plan, 0, 0, 0), 1);
  EXPECT_EQ(boundary_source(*plan, 0, 0, 1), -1);
  EXPECT_EQ(boundary_source(*plan, 1, 0, 0), -1);
  EXPECT_THAT(plan->step.back().fields, ElementsAre(1, 0));
  const auto wrong = [&](const std::string& more) {
    return lines_of(flesh.mistakes(in_file(more)));
  };
  EXPECT_THAT(wrong("[boundaries.wave]\nx = { kind = \"another\", function = \"wave::pssi\" }"),
              ElementsAre(HasSubstr("a.toml:11: a boundary is that of 'wave::pssi', which is no "
                                    "function of an active thorn (expected wave::phi or "
                                    "wave::psi; did you mean 'wave::psi'?)")));
  EXPECT_THAT(
      wrong("[boundaries.\"wave::phi\"]\nx = { kind = \"another\", function = \"wave::psi\" }\n"
            "[boundaries.\"wave::psi\"]\nx = { kind = \"another\", function = \"wave::phi\" }"),
      Contains(HasSubstr("wave::phi has its own boundary, by way of those of others (expected a "
                         "function that has none of another)")));
}

TEST(Boundaries, OfWhatNobodyHasWrittenAreAMistake) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId rate = thorn.function("rate", {.boundary = {BoundaryKind::copied}});
  thorn.declared_function(phi)->options.boundary = {.kind = BoundaryKind::another, .of = rate};
  thorn.routine(Bin::initial, "begin", nothing).writes({phi});
  thorn.routine(Bin::step, "evolve", nothing).reads(phi).writes({phi}).synchronizes({phi});
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\""))),
              ElementsAre(HasSubstr("wave::phi has the boundary of wave::rate, which nobody has "
                                    "written")));
}

/// Thorn "wave", whose phi has the boundary of rate, which `step` says how to carry on.
std::vector<std::string> mistakes_of_source(
    const FunctionOptions& options, bool derives,
    const std::function<void(Thorn&, GridFunctionId phi, GridFunctionId rate)>& step) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId rate = thorn.function("rate", options);
  thorn.declared_function(phi)->options.boundary = {.kind = BoundaryKind::another, .of = rate};
  const GridFunctionId seed = thorn.function("seed", {.boundary = {BoundaryKind::copied}});
  thorn.routine(Bin::initial, "sow", nothing).writes({seed}).synchronizes({seed});
  thorn.routine(Bin::initial, "derive", nothing).reads(seed, derives ? 1 : 0).writes({rate});
  thorn.routine(Bin::initial, "begin", nothing).reads(rate).writes({phi}).synchronizes({phi});
  step(thorn, phi, rate);
  return lines_of(flesh.mistakes(file_with("\"wave\"")));
}

TEST(Boundaries, OfWhatNobodySynchronizesAreAMistake) {
  const FunctionOptions copied{.boundary = {BoundaryKind::copied}};
  const auto evolve = [](bool synchronizes) {
    return [=](Thorn& thorn, GridFunctionId phi, GridFunctionId rate) {
      auto routine = thorn.routine(Bin::step, "evolve", nothing);
      routine.reads(phi).reads(rate).writes({phi, rate}).synchronizes({phi});
      if (synchronizes) routine.synchronizes({rate});
    };
  };
  const auto stay = [](Thorn& thorn, GridFunctionId phi, GridFunctionId) {
    thorn.routine(Bin::step, "stay", nothing).reads(phi).writes({phi}).synchronizes({phi});
  };
  const std::string line = "wave::phi has the boundary of wave::rate, which wave::";
  EXPECT_THAT(mistakes_of_source(copied, false, evolve(false)),
              ElementsAre(line + "evolve has written and nobody has synchronized since"));
  EXPECT_THAT(mistakes_of_source(copied, false, evolve(true)), IsEmpty());
  // What began beyond the faces, too, is there as long as nobody writes it again,
  EXPECT_THAT(mistakes_of_source(copied, false, stay), IsEmpty());
  // which initial data that are made of neighbours do not.
  EXPECT_THAT(mistakes_of_source(copied, true, stay),
              ElementsAre(line + "derive has written and nobody has synchronized since"));
  // What stays as it began does so without being synchronized, unless its memory goes on.
  FunctionOptions fixed{.boundary = {BoundaryKind::fixed}};
  EXPECT_THAT(mistakes_of_source(fixed, false, evolve(false)), IsEmpty());
  fixed.time_levels = 2;
  const auto evolve_levels = [](Thorn& thorn, GridFunctionId phi, GridFunctionId rate) {
    thorn.routine(Bin::step, "evolve", nothing)
        .reads(phi)
        .reads(rate.previous())
        .writes({phi, rate})
        .synchronizes({phi});
  };
  EXPECT_THAT(mistakes_of_source(fixed, false, evolve_levels),
              ElementsAre(line + "evolve has written and nobody has synchronized since"));
}

TEST(Boundaries, ThatTheFileReplacesAreNoneOfWhatAMethodOfLinesKeeps) {
  Flesh flesh;
  Thorn& other = flesh.declare("other");
  const GridFunctionId far = other.function("far");
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId dot = thorn.function("dot");
  thorn.declared_function(phi)->options.boundary = {.kind = BoundaryKind::another, .of = far};
  thorn.evolves(phi, dot);
  thorn.routine(Bin::initial, "begin", nothing).writes({phi});
  thorn.routine(Bin::right_side, "derive", nothing).reads(phi, 1).writes({dot});
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\""))),
              Contains(HasSubstr("wave::phi has the boundary of other::far, whose thorn is not "
                                 "active")));
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\"", "[boundaries]\nall = \"copied\""))),
              IsEmpty());
}

TEST(Boundaries, ArePeriodicInADimensionForAllOrForNone) {
  const auto declare = [](Thorn& thorn, GridFunctionId phi) {
    const GridFunctionId psi = thorn.function("psi");
    thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi}).synchronizes({phi, psi});
  };
  EXPECT_THAT(mistakes_of(declare, 1, "[boundaries.\"wave::phi\"]\nx = \"copied\""),
              ElementsAre(HasSubstr("x is periodic for wave::psi and not for wave::phi")));
  EXPECT_THAT(mistakes_of(declare, 1, "[boundaries]\ny_upper = \"copied\""),
              ElementsAre(HasSubstr("wave::phi is periodic at one end of y alone")));
}

TEST(Boundaries, AreNoMirrorsBetweenPointsOfLevels) {
  const std::string half = "[boundaries]\nall = { kind = \"reflected\", half_beyond = true }\n";
  const std::string levels =
      "[refinement]\norder = 3\n[[refinement.box]]\nlower = [2, 2, 2]\nupper = [5, 5, 5]\n";
  const auto mistakes = [](const std::string& more) {
    return mistakes_of(
        [](Thorn& thorn, GridFunctionId phi) {
          thorn.routine(Bin::initial, "begin", nothing).writes({phi}).synchronizes({phi});
        },
        1, more);
  };
  EXPECT_THAT(mistakes(half), IsEmpty());
  EXPECT_THAT(mistakes(half + levels), Contains(HasSubstr("a mirror has 'half_beyond'")));
}

}  // namespace
}  // namespace isthmus::mesh
