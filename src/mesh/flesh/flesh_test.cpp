#include "mesh/flesh/flesh.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace isthmus::mesh {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

void nothing(const Patch&) {}

MeshFile file_with(const std::string& thorns, const std::string& more = "") {
  const auto read = read_mesh_file("thorns = [" + thorns +
                                       "]\n[grid]\npoints = 8\nspacing = 1\n"
                                       "[time]\nsteps = 1\nstep = 1\n" +
                                       more,
                                   "a.toml");
  EXPECT_TRUE(read);
  EXPECT_THAT(read->mistakes, IsEmpty());
  return *read;
}

std::vector<std::string> lines_of(const std::vector<Error>& errors) {
  std::vector<std::string> lines;
  for (const Error& error : errors) {
    lines.push_back(error.text());
    EXPECT_EQ(lines.back().find('\n'), std::string::npos);
    EXPECT_EQ(exit_status(error.code), 2);
  }
  return lines;
}

/// What is wrong with one thorn "wave" that has one function "phi" of so many levels.
std::vector<std::string> mistakes_of(const std::function<void(Thorn&, GridFunctionId)>& declare,
                                     std::int32_t levels = 1, const std::string& more = "") {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  declare(thorn, thorn.function("phi", {.time_levels = levels}));
  return lines_of(flesh.mistakes(file_with("\"wave\"", more)));
}

std::vector<std::string> operations(const std::vector<Operation>& list) {
  std::vector<std::string> names;
  for (const Operation& operation : list) {
    const bool is_sync = operation.kind == Operation::Kind::synchronize;
    const bool is_rotation = operation.kind == Operation::Kind::rotate;
    const bool is_reduction = operation.kind == Operation::Kind::reduce;
    names.push_back((is_sync        ? "sync "
                     : is_rotation  ? "rotate "
                     : is_reduction ? "reduce "
                                    : "") +
                    operation.name);
  }
  return names;
}

/// Two time levels, a step that reads neighbours of the one before.
void declare_leapfrog(Flesh& flesh) {
  Thorn& thorn = flesh.declare("wave", "a wave");
  const GridFunctionId phi = thorn.function("phi", {.time_levels = 3});
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, phi.previous()});
  thorn.routine(Bin::step, "evolve", nothing)
      .reads(phi.previous(), 1)
      .reads(phi.previous(2))
      .writes({phi})
      .synchronizes({phi});
}

void declare_lines(Flesh& flesh) {
  Thorn& thorn = flesh.declare("wave", "a wave");
  const GridFunctionId phi = thorn.function("phi");
  const GridFunctionId pi = thorn.function("pi");
  const GridFunctionId phi_dot = thorn.function("phi_dot");
  const GridFunctionId pi_dot = thorn.function("pi_dot");
  thorn.evolves(phi, phi_dot);
  thorn.evolves(pi, pi_dot);
  thorn.routine(Bin::initial, "begin", nothing).writes({phi, pi});
  thorn.routine(Bin::right_side, "derivatives", nothing)
      .reads(phi, 1)
      .reads(pi)
      .writes({phi_dot, pi_dot});
  thorn.routine(Bin::after_substep, "mend", nothing).reads(phi).writes({phi});
}

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

TEST(Flesh, OrdersRoutinesByWhatTheyReadAndWriteAndBySayingSo) {
  Flesh flesh;
  Thorn& later = flesh.declare("later");
  const GridFunctionId energy = later.function("energy");
  Thorn& early = flesh.declare("early");
  const GridFunctionId phi = early.function("phi");
  early.routine(Bin::initial, "first", nothing).writes({phi});
  early.routine(Bin::analysis, "last", nothing).reads(phi).after("later::energy");
  early.routine(Bin::initial, "very_first", nothing).before("first");
  // A thorn may be declared before the one whose functions it reads.
  Thorn& third = flesh.declare("third");
  third.routine(Bin::initial, "reader", nothing).reads(energy);
  third.routine(Bin::initial, "writer", nothing).reads(phi).writes({energy});
  third.routine(Bin::analysis, "unrelated", nothing).before("absent::routine");
  const auto plan = flesh.plan(file_with("\"early\", \"later\", \"third\""));
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"early\", \"later\", \"third\""))),
              ElementsAre(HasSubstr("early::last is after 'later::energy', and there is no such "
                                    "routine")));
  EXPECT_FALSE(plan);
}

TEST(Flesh, PutsReadersBehindWriters) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId a = thorn.function("a");
  const GridFunctionId b = thorn.function("b");
  const GridFunctionId c = thorn.function("c");
  thorn.routine(Bin::initial, "third", nothing).reads(b).writes({c});
  thorn.routine(Bin::initial, "second", nothing).reads(a).writes({b});
  thorn.routine(Bin::initial, "adds", nothing).reads(a).writes({a}).before("second");
  thorn.routine(Bin::initial, "first", nothing).writes({a});
  const auto plan = flesh.plan(file_with("\"wave\""));
  ASSERT_TRUE(plan) << plan.error().text();
  EXPECT_THAT(operations(plan->initial),
              ElementsAre("wave::first", "wave::adds", "wave::second", "wave::third"));
}

TEST(Flesh, NamesACircle) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId) {
                thorn.routine(Bin::initial, "a", nothing).before("b");
                thorn.routine(Bin::initial, "b", nothing).before("c");
                thorn.routine(Bin::initial, "c", nothing).before("a");
                thorn.routine(Bin::initial, "d", nothing).before("a");
              }),
              ElementsAre(HasSubstr("a circle in initial: wave::a before wave::b before wave::c "
                                    "before wave::a")));
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                const GridFunctionId psi = thorn.function("psi");
                thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi});
                thorn.routine(Bin::step, "one", nothing).reads(phi).writes({psi});
                thorn.routine(Bin::step, "two", nothing).reads(psi).writes({phi});
              }),
              ElementsAre(HasSubstr("a circle in step: wave::one before wave::two before "
                                    "wave::one")));
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

TEST(Flesh, FindsAWrongOrder) {
  const auto lines = mistakes_of(
      [](Thorn& thorn, GridFunctionId phi) {
        thorn.routine(Bin::initial, "begin", nothing).writes({phi});
        thorn.routine(Bin::step, "look", nothing).reads(phi).before("evolve");
        thorn.routine(Bin::step, "evolve", nothing).reads(phi.previous()).writes({phi});
      },
      2);
  EXPECT_THAT(lines,
              ElementsAre("wave::look reads wave::phi before wave::evolve has written it in this "
                          "step"));
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

TEST(Flesh, FindsTwoWhoWriteTheSameInNoOrder) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.routine(Bin::initial, "one", nothing).writes({phi});
                thorn.routine(Bin::initial, "two", nothing).writes({phi});
              }),
              ElementsAre("wave::one and wave::two both write wave::phi in initial (expected one "
                          "to be before or after the other)"));
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

TEST(Flesh, FindsWhatAMethodOfLinesLacks) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.evolves(phi, thorn.function("dot"));
                thorn.routine(Bin::initial, "begin", nothing).writes({phi});
              }),
              ElementsAre("wave::phi is evolved, and no routine of right_side writes wave::dot "
                          "(expected one that does)"));
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.routine(Bin::right_side, "derivatives", nothing).writes({phi});
              }),
              ElementsAre(HasSubstr("no function is evolved by one")));
}

TEST(Flesh, TellsTimeLevelsOfComplexFunctionsFromOthers) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId re = thorn.function("re", {.time_levels = 2});
  const GridFunctionId im = thorn.function("im", {.time_levels = 3});
  thorn.function("psi_p");
  thorn.function("chi_p_p");
  thorn.join_complex("psi", re, im);
  thorn.join_complex("chi", re, im);
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\""))),
              ElementsAre("complex function 'wave::psi_p' has the name of another function"));
}

TEST(Flesh, FindsWrongDeclarations) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("2wave");
  thorn.function("phi", {.time_levels = 0});
  const GridFunctionId phi = thorn.function("phi", {.parity = {1, 2, 1}});
  thorn.parameter({"speed", RealParameter{2, {0, 1}}, ""});
  thorn.parameter({"law", KeywordParameter{"cubic", {"linear", "square"}}, ""});
  thorn.routine(Bin::step, "evolve", nullptr)
      .reads(phi.previous())
      .reads(phi, -1)
      .writes({{77, 0}});
  const auto lines = lines_of(flesh.mistakes(file_with("\"2wave\"")));
  EXPECT_THAT(lines,
              ElementsAre("thorn '2wave' has a name that is none (expected letters, digits and "
                          "'_', not a digit first)",
                          "grid function '2wave::phi' is declared twice",
                          HasSubstr("has 0 time levels (expected 1 to 16)"),
                          HasSubstr("has a sign that is 2 (expected 1 or -1)"),
                          "parameter '2wave::speed' is usually 2 (expected a number from 0 to 1)",
                          HasSubstr("'2wave::law' is usually cubic (expected linear or square)"),
                          "2wave::evolve has no function to call",
                          "2wave::evolve reads time level 1 of 2wave::phi, which has 1",
                          HasSubstr("reads -1 layers of neighbours"),
                          "2wave::evolve writes a grid function that is not declared"));
}

TEST(Flesh, FindsBoundariesThatAThornCannotHave) {
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

TEST(Flesh, FindsAThornThatGoesOnWhenTheNextHasBegun) {
  Flesh flesh;
  Thorn& one = flesh.declare("one");
  Thorn& two = flesh.declare("two");
  two.function("b");
  one.function("a");
  EXPECT_THAT(
      lines_of(flesh.mistakes(file_with("\"one\", \"two\""))),
      ElementsAre(HasSubstr("thorn 'one' declares functions, parameters or reductions behind thorn "
                            "'two'")));
}

TEST(Flesh, TellsTheNearestThornParameterAndWord) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  thorn.parameter({"speed", RealParameter{1, {0, 5}}, ""});
  thorn.parameter({"count", IntegerParameter{1, {.least = 1}}, ""});
  thorn.parameter({"is_loud", BooleanParameter{}, ""});
  thorn.parameter({"law", KeywordParameter{"cubic", {"cubic", "linear"}}, ""});
  flesh.declare("gauss");
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wvae\""))),
              ElementsAre("a.toml:1: there is no thorn 'wvae' (expected wave or gauss; did you "
                          "mean 'wave'?)"));
  const auto with = [&](const std::string& line) {
    return lines_of(flesh.mistakes(file_with("\"wave\"", "[parameters.wave]\n" + line)));
  };
  EXPECT_THAT(with("sped = 1"),
              ElementsAre("a.toml:9: thorn 'wave' has no parameter 'sped' (expected speed, count, "
                          "is_loud or law; did you mean 'speed'?)"));
  EXPECT_THAT(with("speed = 7"),
              ElementsAre("a.toml:9: 'speed' of thorn 'wave' is 7 (expected a number from 0 to "
                          "5)"));
  EXPECT_THAT(with("speed = inf"), ElementsAre(HasSubstr("is inf (expected a number from 0")));
  EXPECT_THAT(with("count = 0"), ElementsAre(HasSubstr("(expected an integer of at least 1)")));
  EXPECT_THAT(with("count = 1.5"), ElementsAre(HasSubstr("is 1.5 (expected an integer of")));
  EXPECT_THAT(with("is_loud = 1"), ElementsAre(HasSubstr("is 1 (expected true or false)")));
  EXPECT_THAT(with("law = \"linaer\""),
              ElementsAre(HasSubstr("is 'linaer' (expected cubic or linear; did you mean "
                                    "'linear'?)")));
  const auto other = [&](const std::string& more) {
    return lines_of(flesh.mistakes(file_with("\"wave\"", more)));
  };
  EXPECT_THAT(other("[parameters.gauss]\nwidth = 1"),
              ElementsAre(HasSubstr("thorn 'gauss', which is not active")));
  EXPECT_THAT(other("[parameters.guass]\nwidth = 1"), ElementsAre(HasSubstr("mean 'gauss'?")));
  EXPECT_THAT(other("[output]\nevery = 1\nfunctions = [\"wave::phi\"]"),
              ElementsAre(HasSubstr("a.toml:10: output of 'wave::phi', which is no function")));
  EXPECT_THAT(other("[compression.errors]\n\"wave::phi\" = 1e-6"),
              ElementsAre(HasSubstr("a.toml:9: an error of 'wave::phi', which is no function")));
  EXPECT_THAT(other("[boundaries.wav]\nx = \"fixed\""),
              ElementsAre(HasSubstr("boundaries of 'wav', which is no active thorn or function "
                                    "(expected wave")));
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

TEST(Flesh, GivesBoundariesFromTheGeneralToTheParticular) {
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

TEST(Flesh, ADimensionIsPeriodicForAllOrForNone) {
  const auto declare = [](Thorn& thorn, GridFunctionId phi) {
    const GridFunctionId psi = thorn.function("psi");
    thorn.routine(Bin::initial, "begin", nothing).writes({phi, psi}).synchronizes({phi, psi});
  };
  EXPECT_THAT(mistakes_of(declare, 1, "[boundaries.\"wave::phi\"]\nx = \"copied\""),
              ElementsAre(HasSubstr("x is periodic for wave::psi and not for wave::phi")));
  EXPECT_THAT(mistakes_of(declare, 1, "[boundaries]\ny_upper = \"copied\""),
              ElementsAre(HasSubstr("wave::phi is periodic at one end of y alone")));
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

TEST(Flesh, FindsFunctionsOfOtherThornsByName) {
  Flesh flesh;
  const GridFunctionId phi = flesh.declare("wave").function("phi");
  EXPECT_EQ(flesh.find_function("wave::phi"), phi);
  EXPECT_EQ(flesh.find_function("wave::ph").function, -1);
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\""))),
              ElementsAre("there is no grid function 'wave::ph' (expected wave::phi)"));
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
