// mpi/types/datatype_archive.hpp: a datatype as bytes, for ranks that go to another process.
#pragma once

#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/datatype/type_codec.hpp"

namespace isthmus::engine::mpi {

/// By the calls that made it. A type that several hold is there several times afterwards, which no
/// program can tell.
void serialize(auto& archive, DatatypePtr& type) {
  StoredTypes stored{{type}};
  archive(stored);
  type = stored.types.empty() ? nullptr : std::move(stored.types.front());
}

}  // namespace isthmus::engine::mpi
