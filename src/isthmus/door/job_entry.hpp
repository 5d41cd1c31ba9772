// isthmus/door/job_entry.hpp: a running job as it is noted on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/door/jobs_directory.hpp"

namespace isthmus::engine::door {

/// What others may know of a job. Plain data.
struct JobFacts {
  std::string name;     ///< Unique among the running jobs of the directory.
  std::string program;  ///< Its file name.
  int process_count = 1;
  int pe_count = 1;
  /// Where further processes may come; empty where none can.
  std::string rendezvous = {};
  std::vector<std::uint32_t> free_ranks = {};  ///< Which ones: those that nobody has.
  std::vector<int> free_pes = {};              ///< How many PEs each of these would have.
  std::string page = {};  ///< Address of the live page, with its token; empty: there is none.
};

/// Whether a job can be called so: a letter, then letters, digits, '.', '_' and '-', 64 in all. No
/// such name is a number, which would be a process's.
bool is_job_name(const std::string& name);
inline constexpr const char* job_name_rule =
    "a letter, then letters, digits, '.', '_' or '-', 64 in all at most";

/// The file NAME.json, locked as long as this process lives: who can lock it knows that the process
/// is gone, and may remove it. Ends with this. The directory outlives it.
class JobEntry {
 public:
  /// ErrorCode::bad_input where a job of that name runs. An empty name: one is made of the
  /// program's and this process's id.
  static Expected<JobEntry> claim(const JobsDirectory& directory, JobFacts facts);
  JobEntry(JobEntry&&) = default;
  JobEntry& operator=(JobEntry&&) = delete;
  ~JobEntry();

  const JobsDirectory& directory() const { return *directory_; }
  const JobFacts& facts() const { return facts_; }
  /// Other places are free by now. ErrorCode::io.
  Expected<void> set_free(std::vector<std::uint32_t> ranks, std::vector<int> pes);
  /// Of the door, in the directory.
  std::string socket_name() const { return facts_.name + ".sock"; }

 private:
  JobEntry(const JobsDirectory& directory, JobFacts facts, Socket file, std::int64_t began_s)
      : directory_(&directory),
        facts_(std::move(facts)),
        file_(std::move(file)),
        began_s_(began_s) {}

  const JobsDirectory* directory_;
  JobFacts facts_;
  Socket file_;           // no socket, but a descriptor that is owned as one; holds the lock
  std::int64_t began_s_;  // of the Unix epoch
};

}  // namespace isthmus::engine::door
