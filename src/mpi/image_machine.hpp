// mpi/image_machine.hpp: ranks that are copies of their program, many in a process.
#pragma once

#include <memory>

#include "mpi/machine.hpp"

namespace isthmus::engine::mpi {

/// In the slots of this process, by the program that Process has loaded.
class ImageMachines final : public Machines {
 public:
  Expected<std::unique_ptr<Machine>> make(const Launch& launch, int rank,
                                          image::World& world) override;
  Expected<std::unique_ptr<Machine>> make_for(const Launch& launch, int rank, image::World& world,
                                              const Moving& moving) override;
};

}  // namespace isthmus::engine::mpi
