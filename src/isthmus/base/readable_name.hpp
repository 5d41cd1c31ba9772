// isthmus/base/readable_name.hpp: names of types and functions as people know them.
#pragma once

#include <string>
#include <string_view>

namespace isthmus::engine {

/// The text with names in it (type_name.hpp) as a user would write them: without a word for
/// namespaces that have none. Two such names may be the same, so it is for people alone.
std::string readable_name(std::string_view text);

/// "Block::halo" of "Block::halo(int,Side)".
std::string without_parameters(const std::string& name);

}  // namespace isthmus::engine
