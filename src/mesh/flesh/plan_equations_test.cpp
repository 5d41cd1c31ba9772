// Equations that hold on the initial data.
#include <gmock/gmock.h>

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
using testing::Not;

TEST(Equations, AreSolvedBehindTheirRoutineUntilTheirReductionSaysSo) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("star");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId rho = thorn.function("rho");
  const ReductionId gravity =
      thorn.equation("gravity", {.function = phi, .source = rho, .sweeps = 20});
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, rho}).solves({gravity});
  thorn.routine(Bin::initial, "tell", nothing).uses({gravity}).reads(phi);
  const Plan plan = flesh.plan(file_with("\"star\"")).value();
  std::vector<std::string> names = operations(plan.initial);
  ASSERT_EQ(names.size(), 2 + 1 + 8 * 4 + 4 + 1U);
  EXPECT_EQ(names[0], "star::begin");
  EXPECT_EQ(names[1], "star::gravity: begin");
  EXPECT_EQ(names[2], "sync star::gravity");
  EXPECT_EQ(names[3], "star::gravity: even");
  EXPECT_EQ(names.back(), "star::tell");
  const Operation& repeat = plan.initial[names.size() - 3];
  EXPECT_EQ(repeat.kind, Operation::Kind::repeat);
  EXPECT_EQ(repeat.loop.number, plan.initial[2].loop.number);
  EXPECT_EQ(repeat.loop.most, 3);
  EXPECT_EQ(plan.fields[static_cast<std::size_t>(plan.reductions[0].field)].name,
            "star::phi@left_side");
}

TEST(Equations, AreRefusedWhereTheyCannotBe) {
  const auto mistakes = [](Bin bin, const Equation& wrong, const std::string& more = "") {
    return mistakes_of(
        [&](Thorn& thorn, GridFunctionId phi) {
          Equation equation = wrong;
          equation.function = phi;
          const ReductionId id = thorn.equation("rest", equation);
          thorn.routine(Bin::initial, "begin", nothing).writes({phi});
          thorn.routine(bin, "solve", nothing).reads(phi).solves({id});
        },
        1, more);
  };
  EXPECT_THAT(mistakes(Bin::initial, {}), IsEmpty());
  EXPECT_THAT(mistakes(Bin::analysis, {}),
              ElementsAre(HasSubstr("solves an equation (expected routines of the bin 'initial'")));
  EXPECT_THAT(mistakes(Bin::initial, {.tolerance = 0}),
              ElementsAre(HasSubstr("equation 'wave::rest' has a tolerance of 0")));
  EXPECT_THAT(mistakes(Bin::initial, {.relaxation = 2}),
              ElementsAre(HasSubstr("has a relaxation of 2")));
  EXPECT_THAT(mistakes(Bin::initial, {.source = {7, 0}}), ElementsAre(HasSubstr("is of")));
  EXPECT_THAT(mistakes(Bin::initial, {.norm = static_cast<Reduced>(6)}),
              ElementsAre(HasSubstr("has a norm that there is not")));
  const Boundary robin{.kind = BoundaryKind::robin, .falloff = 10};
  EXPECT_THAT(mistakes(Bin::initial, {.beyond = robin}),
              ElementsAre(HasSubstr("falls off as power 10")));
  const Boundary another{.kind = BoundaryKind::another, .of = {0, 0}};
  EXPECT_THAT(mistakes(Bin::initial, {.beyond = another}),
              ElementsAre(HasSubstr("beyond the faces the boundary of another function")));
  const std::string levels =
      "[refinement]\norder = 3\n[[refinement.box]]\nlower = [2, 2, 2]\nupper = [5, 5, 5]\n";
  EXPECT_THAT(mistakes(Bin::initial, {.solver = EquationSolver::conjugate_gradients}, levels),
              Contains(HasSubstr("by conjugate gradients, and the file has [refinement]")));
  EXPECT_THAT(mistakes(Bin::initial, {}, levels),
              Not(Contains(HasSubstr("and the file has [refinement]"))));
}

TEST(Equations, OfWhatIsOddAtAMirrorAreNotSolvedByConjugateGradients) {
  const auto mistakes = [](EquationSolver solver, const std::string& boundary) {
    Flesh flesh;
    Thorn& thorn = flesh.declare("wave");
    const GridFunctionId phi = thorn.function("phi", {.parity = {1, -1, 1}});
    const ReductionId id = thorn.equation("rest", {.function = phi, .solver = solver});
    thorn.routine(Bin::initial, "begin", nothing).writes({phi}).solves({id});
    return lines_of(
        flesh.mistakes(file_with("\"wave\"", "[boundaries]\nall = \"fixed\"\n" + boundary + "\n")));
  };
  constexpr auto gradients = EquationSolver::conjugate_gradients;
  constexpr auto relaxation = EquationSolver::relaxation;
  const std::string half = "{ kind = \"reflected\", half_beyond = true }";
  EXPECT_THAT(mistakes(gradients, "y_upper = \"reflected\""),
              ElementsAre("wave::rest is solved by conjugate gradients, and wave::phi is odd where "
                          "the upper end of y is a mirror (expected relaxation, or a mirror that "
                          "has 'half_beyond')"));
  EXPECT_THAT(mistakes(gradients, "x = \"reflected\""), IsEmpty());
  EXPECT_THAT(mistakes(gradients, "y_upper = " + half), IsEmpty());
  EXPECT_THAT(mistakes(relaxation, "y_upper = \"reflected\""), IsEmpty());
}

/// phi itself is synchronized by nobody.
TEST(Equations, HaveTheBoundariesThatTheFileGivesTheirFunction) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  const ReductionId id = thorn.equation("rest", {.function = phi});
  thorn.routine(Bin::initial, "begin", nothing).writes({phi}).solves({id});
  const auto plan = flesh.plan(file_with("\"wave\"", "[boundaries]\nall = \"fixed\""));
  ASSERT_TRUE(plan) << plan.error().text();
  for (std::size_t field = 0; field < plan->fields.size(); ++field) {
    EXPECT_EQ(plan->boundaries[field][0][0].kind, BoundaryKind::fixed) << plan->fields[field].name;
  }
}

}  // namespace
}  // namespace isthmus::mesh
