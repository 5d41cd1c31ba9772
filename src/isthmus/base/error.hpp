// isthmus/base/error.hpp: what the world does wrong, as a value.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace isthmus::engine {

/// Why something failed, in classes that a caller may act upon.
enum class ErrorCode {
  bad_input,    ///< An option, file or value from the user is wrong; exit status 2.
  io,           ///< The operating system refused: a file, a full disk.
  unreachable,  ///< A peer cannot be reached, or went away.
  refused,      ///< A peer answered and said no: wrong key, wrong version, wrong program.
  malformed,    ///< Bytes from a file or a wire do not decode.
  program,      ///< The user's program failed: an exception in an entry method, an unknown object.
  stalled,      ///< The job can make no more progress.
};

/// The exit status of a program that such an error ends: 2 for bad input, else 1.
constexpr int exit_status(ErrorCode code) { return code == ErrorCode::bad_input ? 2 : 1; }

/// One failure in one line: what was wrong, where (file:line, host, PE), what was expected.
/// `where` and `expected_what` may be empty.
struct Error {
  ErrorCode code = ErrorCode::io;
  std::string what;
  std::string where = {};
  std::string expected_what = {};

  /// "where: what (expected ...)".
  std::string text() const;
};

template <class T>
using Expected = std::expected<T, Error>;

/// Shorthand for a failed Expected: `return fail(ErrorCode::io, "cannot open", path);`
inline std::unexpected<Error> fail(ErrorCode code, std::string what, std::string where = {},
                                   std::string expected_what = {}) {
  return std::unexpected(Error{code, std::move(what), std::move(where), std::move(expected_what)});
}

/// An Expected's error, handed on from a function that returns another Expected.
template <class T>
std::unexpected<Error> forward_error(Expected<T>& failed) {
  return std::unexpected(std::move(failed.error()));
}

/// "what: No such file or directory (errno 2)".
std::string with_errno(std::string what, int error_number);

}  // namespace isthmus::engine

namespace isthmus {

using engine::Error;
using engine::ErrorCode;
using engine::exit_status;
using engine::Expected;
using engine::fail;
using engine::forward_error;
using engine::with_errno;

}  // namespace isthmus
