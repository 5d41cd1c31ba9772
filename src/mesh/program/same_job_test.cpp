#include "mesh/program/same_job.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace isthmus::mesh {
namespace {

using ::testing::HasSubstr;

/// A job, as its parameter file and its thorns make it.
struct Wanted {
  Plan plan;
  Frame frame{{.whole = {{0, 0, 0}, {8, 6, 4}}}, 100, 0.25};
  bool holds_fields = true;
};

Wanted wave() {
  Wanted job;
  job.plan.fields = {{.name = "wave::phi", .id = {0, 0}}, {.name = "wave::phi_p", .id = {0, 1}}};
  job.plan.first_fields = {0};
  job.plan.boundaries.resize(2);
  job.plan.parameters.resize(2);
  job.plan.parameters[0].real = 0.5;
  job.plan.parameters[1].integer = 3;
  job.plan.reductions = {{.name = "wave::energy", .field = 0}};
  Operation& evolve = job.plan.step.emplace_back();
  evolve.name = "wave::evolve";
  evolve.reads = {{1, 2}};
  evolve.writes = {0};
  Operation& energy = job.plan.analysis.emplace_back();
  energy.kind = Operation::Kind::reduce;
  energy.reductions = {0};
  return job;
}

std::deque<Thorn> thorns() {
  std::deque<Thorn> all;
  all.emplace_back("wave", "", 0, 0);
  all.back().parameter({"speed", RealParameter{0.5, {0, 1}}, ""});
  all.emplace_back("ghost", "", 1, 1);
  all.back().parameter({"order", RealParameter{3, {0, 9}}, ""});
  return all;
}

constexpr std::int64_t steps_done = 60;

/// What is said where the job goes on from a checkpoint of `wave()`; empty where it does.
std::string refusal_of(const Wanted& job) {
  const Wanted kept = wave();
  MeshSetup setup;
  setup.geometry = kept.frame.geometry;
  setup.step_size = kept.frame.step_size;
  MeshFile file;
  file.file_name = "wave.toml";
  const auto done = goes_on({kept.plan, setup, steps_done}, file, thorns(), job.plan, job.frame,
                            job.holds_fields);
  if (done) return {};
  EXPECT_EQ(done.error().code, ErrorCode::bad_input);
  return done.error().text();
}

TEST(SameJob, GoesOnWithWhatItHadAndMoreSteps) {
  Wanted job = wave();
  EXPECT_EQ(refusal_of(job), "");
  job.frame.steps = steps_done;
  EXPECT_EQ(refusal_of(job), "");
  job.frame.steps = steps_done - 1;
  EXPECT_THAT(refusal_of(job), HasSubstr("of step 60, and the job ends at step 59"));
}

TEST(SameJob, NamesWhatTheCheckpointHasAnotherOf) {
  const std::pair<std::function<void(Wanted&)>, const char*> cases[] = {
      {[](Wanted& job) { job.plan.fields[1].name = "wave::psi"; }, "other functions"},
      {[](Wanted& job) { job.plan.fields[1].id.level = 2; }, "other functions"},
      {[](Wanted& job) { job.plan.fields[0].parity[2] = -1; }, "other functions"},
      {[](Wanted& job) { job.plan.fields[0].is_staggered = true; }, "other functions"},
      {[](Wanted& job) { job.plan.fields[0].admitted_error = 1e-9; }, "other functions"},
      {[](Wanted& job) { job.plan.fields.pop_back(); }, "other functions"},
      {[](Wanted& job) { job.plan.first_fields = {1}; }, "other functions"},
      {[](Wanted& job) { job.plan.reductions[0].name = "wave::mass"; }, "other reductions"},
      {[](Wanted& job) { job.plan.reductions[0].field = 1; }, "other reductions"},
      {[](Wanted& job) { job.plan.reductions[0].imaginary = 1; }, "other reductions"},
      {[](Wanted& job) { job.plan.reductions[0].is_interpolation = true; }, "other reductions"},
      {[](Wanted& job) { job.plan.reductions[0].probes = {{}}; }, "other reductions"},
      {[](Wanted& job) { job.plan.step[0].name = "wave::other"; }, "other routines"},
      {[](Wanted& job) { job.plan.step[0].kind = Operation::Kind::rotate; }, "other routines"},
      {[](Wanted& job) { job.plan.step[0].reads[0].layers = 1; }, "other routines"},
      {[](Wanted& job) { job.plan.step[0].reads[0].field = 0; }, "other routines"},
      {[](Wanted& job) { job.plan.step[0].writes = {1}; }, "other routines"},
      {[](Wanted& job) { job.plan.step[0].fields = {1}; }, "other routines"},
      {[](Wanted& job) { job.plan.step[0].reductions = {0}; }, "other routines"},
      {[](Wanted& job) { job.plan.step[0].time_offset = 0.5; }, "other routines"},
      {[](Wanted& job) { job.plan.analysis.clear(); }, "other routines"},
      {[](Wanted& job) { job.frame.geometry.whole.high[1] = 5; },
       "has 8 x 6 x 4 points, not 8 x 5 x 4 points"},
      {[](Wanted& job) { job.frame.geometry.origin[0] = 1; }, "points at other places"},
      {[](Wanted& job) { job.frame.geometry.spacing[2] = 2; }, "points at other places"},
      {[](Wanted& job) { job.frame.step_size = 0.125; }, "steps of 0.25, not 0.125"},
      {[](Wanted& job) { job.plan.parameters.pop_back(); }, "other parameters"},
      {[](Wanted& job) { job.plan.parameters[0].real = 0.75; }, "another wave::speed"},
      {[](Wanted& job) { job.plan.parameters[1].integer = 4; }, "another ghost::order"}};
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    Wanted job = wave();
    cases[i].first(job);
    const std::string refusal = refusal_of(job);
    EXPECT_THAT(refusal, HasSubstr("the checkpoint is of a job that has ")) << "case " << i;
    EXPECT_THAT(refusal, HasSubstr(cases[i].second)) << "case " << i;
    EXPECT_THAT(refusal, HasSubstr("wave.toml")) << "case " << i;
  }
}

TEST(SameJob, HasItsBoundariesAtEachFace) {
  const std::function<void(Boundary&)> changes[] = {
      [](Boundary& boundary) { boundary.kind = BoundaryKind::fixed; },
      [](Boundary& boundary) { boundary.value = 1; },
      [](Boundary& boundary) { boundary.speed = 2; },
      [](Boundary& boundary) { boundary.falloff = 2; },
      [](Boundary& boundary) { boundary.is_half_beyond = true; }};
  for (std::size_t face = 0; face < 2 * dimension_count; ++face) {
    for (std::size_t i = 0; i < std::size(changes); ++i) {
      Wanted job = wave();
      changes[i](job.plan.boundaries[1][face / 2][face % 2]);
      EXPECT_THAT(refusal_of(job), HasSubstr("other boundaries of wave::phi_p"))
          << "face " << face << ", case " << i;
    }
  }
  // Nobody asks whose boundary a field has that has its own.
  Wanted job = wave();
  job.plan.boundaries[0][0][0].of = {5, 0};
  EXPECT_EQ(refusal_of(job), "");
}

TEST(SameJob, TakesParametersForTheSameWhoseBitsAre) {
  Wanted job = wave();
  job.plan.parameters[1].real = std::numeric_limits<double>::denorm_min() * 3;
  EXPECT_EQ(refusal_of(job), "") << "the number 3, whatever it means";
  job.plan.parameters[0].real = 0.5 + std::numeric_limits<double>::epsilon();
  EXPECT_THAT(refusal_of(job), HasSubstr("another wave::speed"));
}

TEST(SameJob, HoldsFieldsWhereItDid) {
  Wanted job = wave();
  job.holds_fields = false;
  EXPECT_THAT(refusal_of(job), HasSubstr("is of a job that holds fields"));
}

}  // namespace
}  // namespace isthmus::mesh
