// metacomputer/edge_list.hpp: graphs as lists of edges.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"
#include "metacomputer/matrix.hpp"

namespace metacomputer {

/// A line an edge: `FROM TO WEIGHT`, vertices numbered from 0, in one direction. Lines that begin
/// with # are comments. There are as many vertices as the largest number says, at most size_max.
/// ErrorCode::bad_input with file and line where a word is no such number, or an edge stands twice.
isthmus::Expected<Distances> read_edge_list(const std::string& path);

}  // namespace metacomputer
