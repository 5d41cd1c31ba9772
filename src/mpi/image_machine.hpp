// mpi/image_machine.hpp: ranks that are copies of their program, many in a process.
#pragma once

#include <memory>

#include "mpi/machine.hpp"

namespace isthmus::engine::mpi {

/// In the slots of this process, by the program that Process has loaded.
class ImageMachines final : public Machines {
 public:
  /// Where they are `among_others`, ranks of a process hand things to each other.
  explicit ImageMachines(bool among_others) : among_others_(among_others) {}

  Expected<std::unique_ptr<Machine>> make(const Launch& launch, int rank,
                                          image::World& world) override;
  Expected<std::unique_ptr<Machine>> make_for(const Launch& launch, int rank, image::World& world,
                                              const Moving& moving) override;

 private:
  bool among_others_;
};

}  // namespace isthmus::engine::mpi
