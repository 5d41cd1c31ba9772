// mpi/own_process/own_machine.hpp: a rank whose program is this process.
#pragma once

#include <memory>

#include "mpi/machine.hpp"
#include "mpi/own_process/two_stacks.hpp"

namespace isthmus::engine::mpi {

/// Gives the process's one PE its one rank, whose program has begun already and stands in a call.
class OwnMachines final : public Machines {
 public:
  /// The stacks live as long as the process.
  explicit OwnMachines(TwoStacks& stacks) : stacks_(stacks) {}

  Expected<std::unique_ptr<Machine>> make(const Launch& launch, int rank,
                                          image::World& world) override;
  Expected<std::unique_ptr<Machine>> make_for(const Launch& launch, int rank, image::World& world,
                                              const Moving& moving) override;
  /// What the process ends with where the job does not say it; 0: nobody has asked for an end.
  int asked_status() const { return asked_status_; }

 private:
  TwoStacks& stacks_;
  int asked_status_ = 0;
};

}  // namespace isthmus::engine::mpi
