// mesh/program/steering.hpp: parameters of thorns that the user changes while the job runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/plan.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// `isthmus set JOB wave::speed 2`. For the main program.
class Steering {
 public:
  /// Offers those of active thorns that may be changed.
  Steering(Job& job, const MeshFile& file, const std::deque<Thorn>& thorns, const Plan& plan);

  /// Calls `set(number, value)` for each that is another one than when this was last called.
  void apply(const std::function<void(std::int32_t, const ParameterValue&)>& set);

 private:
  struct Offer {
    std::string name;
    std::int32_t number;
    std::int64_t bits;  // of the value that blocks have
    std::function<ParameterValue()> wanted;
  };
  std::vector<Offer> offers_;
};

}  // namespace isthmus::mesh
