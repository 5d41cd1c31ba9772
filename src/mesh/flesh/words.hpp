// mesh/flesh/words.hpp: phrases of messages about parameter files and thorns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isthmus::mesh {

/// 'text', in one line and of bearable length.
std::string in_quotes(std::string_view text);

/// The shortest decimal that reads back to the same double.
std::string shortest(double value);

/// "a, b or c", and "; did you mean 'b'?" where one of them is close to `given`.
std::string one_of(const std::vector<std::string>& known, std::string_view given);

/// The one of `known` that `given` was probably meant to be; empty where none is close.
std::string nearest(const std::vector<std::string>& known, std::string_view given);

/// Letters, digits and '_', not a digit first, at most 64: what thorns, functions, parameters and
/// routines are called.
bool is_name(std::string_view text);

/// Such a name, or one of an element of an array, "x[2]", of arrays, too: of parameters.
bool is_element_name(std::string_view text);

/// What a name is without its last index: "x[2]" of "x[2][0]". Empty where there is none.
std::string_view array_of(std::string_view name);

}  // namespace isthmus::mesh
