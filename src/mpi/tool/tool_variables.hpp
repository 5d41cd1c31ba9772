// mpi/tool/tool_variables.hpp: what tools may ask of a rank, by names.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mpi/abi/mpi.h"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

/// What has been decided for the job before it began. All are unsigned numbers of 64 bits.
struct ControlVariable {
  std::string_view name;
  std::string_view description;
  std::uint64_t (*value)(Rank&);
};
/// What happens to the rank. Likewise.
struct PerformanceVariable {
  std::string_view name;
  std::string_view description;
  int variable_class;  ///< MPI_T_PVAR_CLASS_*
  std::uint64_t (*value)(Rank&);

  bool is_counter() const { return variable_class == MPI_T_PVAR_CLASS_COUNTER; }
};
struct ToolCategory {
  std::string_view name;
  std::string_view description;
  int first_control, control_count;
  int first_performance, performance_count;
};

std::span<const ControlVariable> control_variables();
std::span<const PerformanceVariable> performance_variables();
std::span<const ToolCategory> tool_categories();

/// Copies a text as tools want it (MPI 5.0, 15.3.3): `length` says how much room there is, and gets
/// how long the text is with its terminating zero. Either may be null.
void put_tool_text(char* to, int* length, std::string_view text);
template <class T>
void put_if(T* to, T value) {
  if (to != nullptr) *to = value;
}

}  // namespace isthmus::engine::mpi
