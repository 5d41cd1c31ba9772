// isthmus/door/request.hpp: what is asked at the door of a running job, and what is answered;
// docs/formats/job-door.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/door/job_entry.hpp"

namespace isthmus::engine::door {

/// Of the line, without its end.
inline constexpr std::size_t request_bytes_max = std::size_t{64} * 1024;

/// Plain data.
struct Request {
  enum class Kind { list, set, stop, end, leave, place, status, waits };
  Kind kind = Kind::list;
  std::string name = {};  ///< Of the verb to set; of processes to leave: how they are named.
  /// Likewise: the process, node or site; of a place: empty for any; the process that is to end.
  std::string value = {};
};

/// ErrorCode::malformed for what is no request.
Expected<Request> read_request(std::string_view line);

// Answers: one line each, with its end.
std::string answer_list(const JobFacts& facts, std::span<const Verb> verbs);
/// Of a verb that has been set.
std::string answer_set(const Verb& verb);
/// Which process is to come.
std::string answer_place(std::uint32_t rank);
/// `status` is a JSON object, on one line, to which the verbs are added where there are any.
std::string answer_status(const JobFacts& facts, std::string status, std::span<const Verb> verbs);
/// What was asked for has been done, or will be at once.
std::string answer_done();
std::string answer_error(const Error& error);

}  // namespace isthmus::engine::door
