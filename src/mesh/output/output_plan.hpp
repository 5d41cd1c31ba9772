// mesh/output/output_plan.hpp: what a job puts out, and at which steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/field_figures.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/output/books.hpp"
#include "mesh/output/csv_table.hpp"
#include "mesh/output/scribe.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

constexpr const char* norms_name = "norms.csv";

/// Things are put out at steps that are multiples of their `every`, 0 included. Plain data; can be
/// sent.
struct OutputPlan {
  OutputSetup setup;
  std::int64_t every = 0;               ///< of whole fields; 0: never
  std::vector<std::int32_t> fields;     ///< by OutputSetup::fields: number in the plan of the job
  std::vector<std::int32_t> imaginary;  ///< likewise of imaginary parts; -1 of a real field
  std::vector<std::int32_t> slices;     ///< by OutputSetup::slices: likewise
  std::vector<std::int64_t> slice_every;
  std::int64_t norms_every = 0;
  /// One whose norms are put out: a field, or a reduction as a step has made it.
  struct Told {
    std::int32_t field = -1;
    std::int32_t reduction = -1;
    std::int32_t imaginary = -1;  ///< of complex numbers, which have norms alone

    void add_to(std::vector<double>& line, const std::vector<double>& values) const;
  };
  std::vector<Told> norms;
  std::vector<std::string> norm_names;

  /// For a job that goes on from a step, or begins where it is 0: what there is of later ones will
  /// be removed. Returns the step where all of it is there already, which is not put out again; -1
  /// otherwise.
  std::int64_t keep_up_to(std::int64_t last_step);

  /// What blocks hand over at that moment.
  OutputOrder order_at(const Moment& moment) const;
  bool has_norms_at(std::int64_t step) const;
  bool is_due(std::int64_t step) const;
  /// How many steps from one that is done to the next at which something is due; at most `limit`.
  std::int64_t steps_to_next(std::int64_t step, std::int64_t limit) const;
  bool is_empty() const { return setup.fields.empty() && setup.slices.empty() && norms.empty(); }

  /// The table of norms; each field and reduction has its ReducedValues there.
  CsvTable norm_table() const;
};

/// As the file says. ErrorCode::bad_input names its line.
Expected<OutputPlan> output_plan_of(const MeshFile& file, const Plan& plan,
                                    const Geometry& geometry);

}  // namespace isthmus::mesh
