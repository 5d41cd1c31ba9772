// mpi/types/held_type.hpp: a datatype as one rank's program knows it, by one handle.
#pragma once

#include <string>

#include "mpi/communicators/attributes.hpp"
#include "mpi/types/datatype_archive.hpp"

namespace isthmus::engine::mpi {

/// Handles may share the datatype; what is here is the handle's own.
struct HeldType {
  DatatypePtr type = {};
  bool is_committed = false;
  bool is_permanent = false;  ///< of MPI_Type_create_f90_*: the same for the same arguments
  std::string name = {};
  Attributes attributes = {};

  void serialize(auto& archive) { archive(type, is_committed, is_permanent, name, attributes); }
};

/// What a program has given to a datatype of the standard.
struct TypeNotes {
  bool is_named = false;
  std::string name = {};
  Attributes attributes = {};

  void serialize(auto& archive) { archive(is_named, name, attributes); }
};

}  // namespace isthmus::engine::mpi
