#include "isthmus/door/job_entry.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace isthmus::engine::door {

namespace {

constexpr std::size_t name_bytes_max = 64;
constexpr std::size_t program_bytes_max = 40;
/// Others that clean, or that make up a name, at the same moment.
constexpr int tries_max = 16;

bool is_name_byte(char byte) {
  const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  return is_letter || (byte >= '0' && byte <= '9') || byte == '.' || byte == '_' || byte == '-';
}

/// Such as jacobi2d-3f2a. Of processes with one id, in different namespaces, each try another.
std::string made_up_name(std::string program, int attempt) {
  std::replace_if(
      program.begin(), program.end(), [](char byte) { return !is_name_byte(byte); }, '-');
  program.resize(std::min(program.size(), program_bytes_max));
  const bool begins_well = is_job_name(program);
  char number[16];
  std::snprintf(number, sizeof(number), "-%04x",
                static_cast<unsigned>(getpid()) + (static_cast<unsigned>(attempt) << 24));
  return (begins_well ? program : "job" + program) + number;
}

std::string file_name(const std::string& job_name) { return job_name + ".json"; }

/// Whether the file of that name is still the one that is open.
bool is_in_place(const JobsDirectory& directory, const std::string& name, const Socket& file) {
  struct stat open_one{};
  struct stat named_one{};
  return fstat(file.descriptor(), &open_one) == 0 &&
         fstatat(directory.descriptor(), name.c_str(), &named_one, AT_SYMLINK_NOFOLLOW) == 0 &&
         open_one.st_ino == named_one.st_ino && open_one.st_dev == named_one.st_dev;
}

/// Whether the process that left this entry is gone, and the entry with it now.
bool remove_stale(const JobsDirectory& directory, const std::string& job_name) {
  const std::string name = file_name(job_name);
  const Socket file(
      openat(directory.descriptor(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file) return errno == ENOENT;
  if (flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) return false;
  // Else somebody was quicker, and the name may be another job's by now.
  if (!is_in_place(directory, name, file)) return true;
  unlinkat(directory.descriptor(), (job_name + ".sock").c_str(), 0);
  unlinkat(directory.descriptor(), name.c_str(), 0);
  return true;
}

Expected<void> write_all(const Socket& file, const std::string& text, const std::string& path) {
  const ssize_t written = write(file.descriptor(), text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size())) return {};
  return fail(ErrorCode::io, with_errno("cannot write", written < 0 ? errno : ENOSPC), path);
}

std::int64_t written_s(const Socket& file) {
  struct stat status{};
  fstat(file.descriptor(), &status);
  return static_cast<std::int64_t>(status.st_mtim.tv_sec);
}

std::string text_of(const JobFacts& facts, const JobsDirectory& directory, std::int64_t began_s) {
  const nlohmann::ordered_json json = {
      {"version", 1},
      {"name", facts.name},
      {"program", facts.program},
      {"pid", getpid()},
      {"began", began_s},
      {"processes", facts.process_count},
      {"pes", facts.pe_count},
      {"door", directory.path() + "/" + facts.name + ".sock"},
      {"rendezvous", facts.rendezvous},
      {"free", facts.free_ranks},
      {"free_pes", facts.free_pes},
      {"page", facts.page},
  };
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

bool is_job_name(const std::string& name) {
  const bool begins_with_letter =
      !name.empty() && is_name_byte(name[0]) &&
      (name[0] >= 'A' && name[0] != '_');  // digits, '.' and '-' come before letters
  return begins_with_letter && name.size() <= name_bytes_max &&
         std::ranges::all_of(name, is_name_byte);
}

Expected<JobEntry> JobEntry::claim(const JobsDirectory& directory, JobFacts facts) {
  const bool is_given = !facts.name.empty();
  // Locked before it has its name, so that nobody takes it for one that was left behind.
  const std::string draft = "." + std::to_string(getpid()) + ".draft";
  unlinkat(directory.descriptor(), draft.c_str(), 0);
  const std::string path = directory.path() + "/" + draft;
  Socket file(openat(directory.descriptor(), draft.c_str(),
                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return fail(ErrorCode::io, with_errno("cannot note a running job", errno), path);
  struct Draft {
    const JobsDirectory& directory;
    const std::string& name;
    ~Draft() { unlinkat(directory.descriptor(), name.c_str(), 0); }
  } const draft_end{directory, draft};
  if (flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::io, with_errno("cannot lock", errno), path);
  }
  for (int attempt = 0; attempt < tries_max; ++attempt) {
    if (!is_given) facts.name = made_up_name(facts.program, attempt);
    if (ftruncate(file.descriptor(), 0) != 0 || lseek(file.descriptor(), 0, SEEK_SET) != 0) {
      return fail(ErrorCode::io, with_errno("cannot write", errno), path);
    }
    const std::int64_t began_s = written_s(file);
    if (auto written = write_all(file, text_of(facts, directory, began_s), path); !written) {
      return forward_error(written);
    }
    if (linkat(directory.descriptor(), draft.c_str(), directory.descriptor(),
               file_name(facts.name).c_str(), 0) == 0) {
      // A door that a job of that name has left behind.
      unlinkat(directory.descriptor(), (facts.name + ".sock").c_str(), 0);
      return JobEntry(directory, std::move(facts), std::move(file), began_s);
    }
    if (errno != EEXIST) {
      return fail(ErrorCode::io, with_errno("cannot note a running job", errno), path);
    }
    if (!remove_stale(directory, facts.name) && is_given) break;
  }
  return fail(ErrorCode::bad_input, "a job of the name '" + facts.name + "' runs already", {},
              "another name");
}

/// In one piece, over what is there, so that nobody reads half of it: spaces at the end mean
/// nothing.
Expected<void> JobEntry::set_free(std::vector<std::uint32_t> ranks, std::vector<int> pes) {
  facts_.free_ranks = std::move(ranks);
  facts_.free_pes = std::move(pes);
  std::string text = text_of(facts_, *directory_, began_s_);
  struct stat status{};
  fstat(file_.descriptor(), &status);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (text.size() < size) text.append(size - text.size(), ' ');
  const ssize_t written = pwrite(file_.descriptor(), text.data(), text.size(), 0);
  if (written == static_cast<ssize_t>(text.size())) return {};
  return fail(ErrorCode::io, with_errno("cannot note which places are free", errno));
}

JobEntry::~JobEntry() {
  if (!file_) return;
  unlinkat(directory_->descriptor(), socket_name().c_str(), 0);
  unlinkat(directory_->descriptor(), file_name(facts_.name).c_str(), 0);
}

}  // namespace isthmus::engine::door
