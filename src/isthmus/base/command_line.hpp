// isthmus/base/command_line.hpp: a command line read by CLI11, and what is wrong with it in one
// line. For who declares options; link CLI11 for that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"

namespace CLI {
class App;
}

namespace isthmus::engine {

/// Has `app` read `words`, into what its options were declared with. Returns the help text where
/// they ask for that; else none. ErrorCode::bad_input for what makes no sense: of a value it says
/// what was expected, of a word that is no option it says `known`.
Expected<std::optional<std::string>> read_command_line(
    CLI::App& app, const std::vector<std::string>& words,
    const std::string& known = "one that --help lists");

/// The words of main(), the program's name left out.
std::vector<std::string> words_of(int argc, const char* const* argv);

}  // namespace isthmus::engine

namespace isthmus {

using engine::read_command_line;
using engine::words_of;

}  // namespace isthmus
