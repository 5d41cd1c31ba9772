#include "mesh/flesh/flesh.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "mesh/flesh/test_flesh.hpp"

namespace isthmus::mesh {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Flesh, MakesAPlanOfAThornThatStepsByItself) {
  Flesh flesh;
  declare_leapfrog(flesh);
  const auto plan = flesh.plan(file_with("\"wave\""));
  ASSERT_TRUE(plan) << plan.error().text();
  ASSERT_EQ(plan->fields.size(), 3u);
  EXPECT_EQ(plan->fields[0].name, "wave::phi");
  EXPECT_EQ(plan->fields[2].name, "wave::phi_p_p");
  EXPECT_THAT(plan->first_fields, ElementsAre(0));
  // The first step reads neighbours of what is the level of now before it.
  EXPECT_THAT(operations(plan->initial), ElementsAre("wave::begin", "sync flesh::initial"));
  EXPECT_THAT(plan->initial[1].fields, ElementsAre(0));
  EXPECT_THAT(operations(plan->step),
              ElementsAre("rotate wave::phi", "wave::evolve", "sync wave::evolve"));
  EXPECT_THAT(plan->step[0].fields, ElementsAre(0, 1, 2));
  ASSERT_EQ(plan->step[1].reads.size(), 2u);
  EXPECT_EQ(plan->step[1].reads[0].field, 1);
  EXPECT_EQ(plan->step[1].reads[0].layers, 1);
  EXPECT_THAT(plan->step[1].writes, ElementsAre(0));
}

TEST(Flesh, UnrollsAMethodOfLines) {
  Flesh flesh;
  declare_lines(flesh);
  MeshFile file = file_with("\"wave\"");
  file.time.method = Method::rk3;
  const auto plan = flesh.plan(file);
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_THAT(
      operations(plan->step),
      ElementsAre("wave::derivatives", "lines::substep_1", "wave::mend", "sync lines::substep_1",
                  "wave::derivatives", "lines::substep_2", "wave::mend", "sync lines::substep_2",
                  "wave::derivatives", "lines::substep_3", "wave::mend", "sync lines::substep_3"));
  std::vector<double> times;
  for (const Operation& operation : plan->step) times.push_back(operation.time_offset);
  EXPECT_THAT(times, ElementsAre(0, 0, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 1, 1));
  EXPECT_THAT(plan->step[3].fields, ElementsAre(0, 1));
  // What the step began with is kept beside each evolved function.
  ASSERT_EQ(plan->fields.size(), 6u);
  EXPECT_EQ(plan->fields[4].name, "wave::phi@begin");
  EXPECT_EQ(plan->fields[4].id.function, 4);
  EXPECT_THAT(operations(plan->initial), ElementsAre("wave::begin", "sync flesh::initial"));
}

TEST(Flesh, SynchronizesAsOftenAsIterationsSay) {
  Flesh flesh;
  declare_lines(flesh);
  MeshFile file = file_with("\"wave\"");
  file.time.method = Method::icn;
  file.time.iterations = 8;
  const auto plan = flesh.plan(file);
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(std::ranges::count(plan->step, Operation::Kind::synchronize, &Operation::kind), 9);
}

TEST(Flesh, KeepsTheLevelBeforeOfWhatLinesEvolve) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi", {.time_levels = 2});
  const GridFunctionId dot = thorn.function("dot");
  thorn.evolves(phi, dot);
  thorn.routine(Bin::initial, "begin", nothing).writes({phi});
  thorn.routine(Bin::right_side, "derivatives", nothing).reads(phi, 1).writes({dot});
  const auto plan = flesh.plan(file_with("\"wave\""));
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_EQ(operations(plan->step)[0], "lines::keep_level");
  EXPECT_THAT(plan->step[0].writes, ElementsAre(1));
}

TEST(Flesh, FindsAMissingSynchronization) {
  const auto lines = mistakes_of([](Thorn& thorn, GridFunctionId phi) {
    const GridFunctionId psi = thorn.function("psi");
    thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi});
    thorn.routine(Bin::step, "boost", nothing).reads(psi).writes({phi});
    thorn.routine(Bin::after_step, "smooth", nothing).reads(phi, 1).writes({psi});
  });
  EXPECT_THAT(lines, ElementsAre("wave::smooth reads neighbours of wave::phi, which wave::boost "
                                 "has written and nobody has synchronized since"));
}

TEST(Flesh, FindsWhatIsReadAndNeverWritten) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.routine(Bin::step, "evolve", nothing).reads(phi);
              }),
              ElementsAre("wave::evolve reads wave::phi, which nobody has written"));
}

TEST(Flesh, FindsAStepThatReadsWhatOnlyAnalysisWrites) {
  const auto lines = mistakes_of([](Thorn& thorn, GridFunctionId phi) {
    const GridFunctionId energy = thorn.function("energy");
    thorn.routine(Bin::initial, "begin", nothing).writes({phi});
    thorn.routine(Bin::step, "evolve", nothing).reads(energy).writes({phi});
    thorn.routine(Bin::analysis, "look", nothing).reads(phi).writes({energy});
  });
  EXPECT_THAT(lines, ElementsAre("wave::evolve reads wave::energy, which wave::look alone writes, "
                                 "in the analysis, so the result would depend on how often "
                                 "something is put out"));
}

TEST(Flesh, FindsAnAnalysisThatReadsWhatTheOneBeforeHasLeft) {
  const auto lines = mistakes_of([](Thorn& thorn, GridFunctionId phi) {
    thorn.routine(Bin::analysis, "count", nothing).reads(phi).writes({phi});
  });
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], HasSubstr("wave::count reads wave::phi, which wave::count alone writes"));
}

TEST(Flesh, FindsAnAnalysisThatWritesWhatOthersWrite) {
  for (const Bin bin : {Bin::initial, Bin::step}) {
    const auto lines = mistakes_of([&](Thorn& thorn, GridFunctionId phi) {
      thorn.routine(bin, "other", nothing).writes({phi});
      thorn.routine(Bin::analysis, "look", nothing).writes({phi});
    });
    EXPECT_THAT(lines, ElementsAre("wave::look writes wave::phi in the analysis, and wave::other "
                                   "writes it, too, so the result would depend on how often "
                                   "something is put out"));
  }
}

TEST(Flesh, GhostsThatAnalysisFillsAreNoneOfTheStep) {
  const auto lines = mistakes_of([](Thorn& thorn, GridFunctionId phi) {
    const GridFunctionId psi = thorn.function("psi");
    thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi});
    thorn.routine(Bin::step, "smooth", nothing).reads(psi, 1).writes({phi});
    thorn.routine(Bin::after_step, "copy", nothing).reads(phi).writes({psi});
    thorn.routine(Bin::analysis, "look", nothing).reads(phi).synchronizes({psi});
  });
  EXPECT_THAT(lines, ElementsAre(HasSubstr("wave::smooth reads neighbours of wave::psi, which "
                                           "wave::copy has written and nobody has")));
}

TEST(Flesh, FindsATimeLevelThatTheFirstStepLacks) {
  const auto lines = mistakes_of(
      [](Thorn& thorn, GridFunctionId phi) {
        thorn.routine(Bin::initial, "begin", nothing).writes({phi});
        thorn.routine(Bin::step, "evolve", nothing)
            .reads(phi.previous())
            .reads(phi.previous(2))
            .writes({phi});
      },
      3);
  EXPECT_THAT(lines, ElementsAre("wave::evolve reads wave::phi_p_p, which nobody has written"));
}

TEST(Flesh, FindsARoutineThatReadsNeighboursOfWhatItWrites) {
  EXPECT_THAT(
      mistakes_of([](Thorn& thorn, GridFunctionId phi) {
        thorn.routine(Bin::initial, "begin", nothing).writes({phi}).synchronizes({phi});
        thorn.routine(Bin::step, "smooth", nothing).reads(phi, 1).writes({phi}).synchronizes({phi});
      }),
      ElementsAre(HasSubstr("wave::smooth reads neighbours of wave::phi, which it writes "
                            "itself")));
}

TEST(Flesh, FindsWhatIsOfAnInactiveThorn) {
  Flesh flesh;
  const GridFunctionId mask = flesh.declare("grid").function("mask");
  flesh.declare("wave").routine(Bin::initial, "begin", nothing).writes({mask});
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\""))),
              ElementsAre("a.toml:1: wave::begin writes grid::mask, and thorn 'grid' is not active "
                          "(expected it in 'thorns')"));
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\", \"grid\""))), IsEmpty());
}

TEST(Flesh, FindsAFinalTimeThatIsTooFarAway) {
  Flesh flesh;
  declare_leapfrog(flesh);
  MeshFile file = file_with("\"wave\"");
  file.time.steps.reset();
  file.time.until_line = 5;
  file.time.until = 1e9;
  EXPECT_THAT(lines_of(flesh.mistakes(file)), IsEmpty());
  file.time.until = 1e9 + 2;
  EXPECT_THAT(lines_of(flesh.mistakes(file)),
              ElementsAre("a.toml:5: the time 1000000002 is 1000000002 steps away, each of 1 "
                          "(expected at most 1000000000)"));
  file.time.until = 1e99;
  EXPECT_FALSE(flesh.plan(file));
}

TEST(Flesh, GivesParametersTheirValues) {
  Flesh flesh;
  flesh.declare("other").parameter({"x", RealParameter{0.25, {}}, ""});
  Thorn& thorn = flesh.declare("wave");
  const ParameterId speed = thorn.parameter({"speed", RealParameter{1, {0, 5}}, ""});
  const ParameterId law = thorn.parameter({"law", KeywordParameter{"a", {"a", "b"}}, ""});
  const ParameterId loud = thorn.parameter({"loud", BooleanParameter{true}, ""});
  const auto plan =
      flesh.plan(file_with("\"wave\"", "[parameters.wave]\nspeed = 2\nlaw = \"b\"\nloud = false"));
  ASSERT_TRUE(plan) << plan.error().text();
  ASSERT_EQ(plan->parameters.size(), 4u);
  EXPECT_EQ(plan->parameters[0].real, 0.25);
  EXPECT_EQ(plan->parameters[static_cast<std::size_t>(speed.number)].real, 2.0);
  EXPECT_EQ(plan->parameters[static_cast<std::size_t>(law.number)].integer, 1);
  EXPECT_EQ(plan->parameters[static_cast<std::size_t>(loud.number)].integer, 0);
}

TEST(Flesh, ThePlanNamesTheFirstMistakeAndCountsTheOthers) {
  Flesh flesh;
  flesh.declare("wave").parameter({"speed", RealParameter{1, {0, 5}}, ""});
  const auto plan = flesh.plan(
      file_with("\"wave\"", "[parameters.wave]\nspeed = 7\nsped = 1\n[parameters.wove]\na = 1"));
  ASSERT_FALSE(plan);
  EXPECT_THAT(plan.error().text(), HasSubstr("'speed' of thorn 'wave' is 7; and 2 more mistakes"));
  EXPECT_EQ(exit_status(plan.error().code), 2);
}

TEST(Flesh, ALibraryThatIsNoneIsAMistakeWithItsLine) {
  Flesh flesh;
  flesh.declare("wave");
  const MeshFile file = file_with("\"wave\"]\nlibrary = [\"libnowhere.so\"");
  flesh.open(file);
  EXPECT_THAT(lines_of(flesh.mistakes(file)),
              ElementsAre(HasSubstr("a.toml:2: cannot open a library of thorns: ")));
}

/// A step that goes by how large the function was, and says so anew.
void declare_limited(Thorn& thorn, bool begins) {
  const GridFunctionId phi = thorn.function("phi");
  const ReductionId size = thorn.reduction("size", phi);
  auto begin = thorn.routine(Bin::initial, "begin", nothing).writes({phi});
  if (begins) begin.reduces({size});
  thorn.routine(Bin::step, "evolve", nothing)
      .reads(phi)
      .writes({phi})
      .uses({size})
      .before("measure");
  thorn.routine(Bin::step, "measure", nothing).reduces({size});
}

TEST(Reductions, AreMadeBehindTheirRoutineAndBeforeGhostsAreFilled) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId phi = thorn.function("phi");
  const ReductionId size = thorn.reduction("size", phi);
  thorn.routine(Bin::initial, "begin", nothing).writes({phi});
  // Declared in the wrong order, for the arrows to mend.
  thorn.routine(Bin::step, "settle", nothing).reads(phi).writes({phi}).uses({size}).after("grow");
  thorn.routine(Bin::step, "grow", nothing)
      .reads(phi, 0)
      .writes({phi})
      .synchronizes({phi})
      .reduces({size});
  const auto plan = flesh.plan(file_with("\"wave\""));
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_THAT(operations(plan->step),
              ElementsAre("wave::grow", "reduce wave::grow", "sync wave::grow", "wave::settle"));
  ASSERT_EQ(plan->reductions.size(), 1u);
  EXPECT_EQ(plan->reductions[0].name, "wave::size");
  EXPECT_THAT(plan->step[1].reductions, ElementsAre(0));
  EXPECT_THAT(plan->step[3].reductions, ElementsAre(0));
}

TEST(Reductions, HaveToBeMadeBeforeTheyAreUsed) {
  for (const bool begins : {true, false}) {
    Flesh flesh;
    declare_limited(flesh.declare("wave"), begins);
    const auto lines = lines_of(flesh.mistakes(file_with("\"wave\"")));
    if (begins) {
      EXPECT_THAT(lines, IsEmpty());
    } else {
      EXPECT_THAT(lines, ElementsAre("wave::evolve uses wave::size before wave::measure has "
                                     "reduced it"));
    }
  }
}

TEST(Reductions, OfAnAnalysisAreNoneOfTheSteps) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                const ReductionId size = thorn.reduction("size", phi);
                thorn.routine(Bin::initial, "begin", nothing).writes({phi});
                thorn.routine(Bin::step, "evolve", nothing).reads(phi).writes({phi}).uses({size});
                thorn.routine(Bin::analysis, "measure", nothing).reduces({size});
              }),
              ElementsAre("wave::evolve uses wave::size, which wave::measure alone reduces, in the "
                          "analysis, so the result would depend on how often something is put "
                          "out"));
}

TEST(Reductions, AreRefusedWhereTheyCannotBe) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.reduction("phi", phi);
                thorn.reduction("other", GridFunctionId{7, 0});
                thorn.routine(Bin::step, "evolve", nothing).uses({ReductionId{5}}).reduces({{-1}});
              }),
              ElementsAre(HasSubstr("reduction 'wave::phi' has the name of a grid function"),
                          HasSubstr("reduction 'wave::other' is of a grid function that is not "
                                    "declared"),
                          "wave::evolve reduces to what is not declared",
                          "wave::evolve uses a reduction that is not declared"));
  Flesh flesh;
  declare_limited(flesh.declare("wave"), true);
  EXPECT_THAT(
      lines_of(flesh.mistakes(file_with("\"wave\"",
                                        "[refinement]\n[[refinement.box]]\nlower = [1, 1, 1]\n"
                                        "upper = [5, 5, 5]\n"))),
      testing::AllOf(Contains(HasSubstr("where levels are at different times, and the file has")),
                     testing::Not(Contains(HasSubstr("wave::begin")))));
}

TEST(Reductions, OfOneNameAreMadeInAnOrder) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                const ReductionId size = thorn.reduction("size", phi);
                thorn.routine(Bin::initial, "begin", nothing).writes({phi});
                thorn.routine(Bin::step, "one", nothing).reduces({size});
                thorn.routine(Bin::step, "other", nothing).reduces({size});
              }),
              ElementsAre(HasSubstr("wave::one and wave::other both reduce wave::size in step")));
}

}  // namespace
}  // namespace isthmus::mesh
