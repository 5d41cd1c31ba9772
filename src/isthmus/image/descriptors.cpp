#include "isthmus/image/descriptors.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>

namespace isthmus::engine::image {

namespace {

/// Where nobody reads what is written, that is no signal to this thread.
void flush_silently(std::FILE* stream) {
  sigset_t broken;
  sigset_t before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  errno = 0;
  std::fflush(stream);
  constexpr timespec at_once{};
  if (errno == EPIPE) sigtimedwait(&broken, nullptr, &at_once);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

bool Descriptors::identify(int descriptor, Entry& entry) {
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) return false;
  entry.device = facts.st_dev;
  entry.file = facts.st_ino;
  return true;
}

void Descriptors::take(int descriptor, const Header* owner, Form form, void* libc) {
  Entry entry{.owner = owner, .form = form, .libc = libc};
  if (!identify(descriptor, entry)) return;
  const std::lock_guard held(lock_);
  entries_[descriptor] = entry;
}

void Descriptors::forget(int descriptor) {
  const std::lock_guard held(lock_);
  entries_.erase(descriptor);
}

template <class IsWanted>
std::vector<std::pair<int, Descriptors::Entry>> Descriptors::taken_out(const Header* owner,
                                                                       IsWanted is_wanted) {
  std::vector<std::pair<int, Entry>> all;
  const std::lock_guard held(lock_);
  std::erase_if(entries_, [&](const auto& each) {
    const bool goes = each.second.owner == owner && is_wanted(each.first, each.second);
    if (goes) all.emplace_back(each);
    return goes;
  });
  return all;
}

void Descriptors::close_all(const Header* owner, bool flushes) {
  const auto all = taken_out(owner, [](int, const Entry&) { return true; });
  for (const auto& [descriptor, entry] : all) close(descriptor, entry, flushes);
}

std::vector<int> Descriptors::close_range(const Header* owner, int first, int last) {
  const auto all = taken_out(owner, [&](int descriptor, const Entry& entry) {
    const bool is_plain = entry.form == Form::plain || entry.form == Form::stream;
    return descriptor >= first && descriptor <= last && is_plain;
  });
  std::vector<int> closed;
  for (const auto& [descriptor, entry] : all) {
    shut(descriptor, entry);
    closed.push_back(descriptor);
  }
  return closed;
}

void Descriptors::close_streams(const Header* owner) {
  const auto all =
      taken_out(owner, [](int, const Entry& entry) { return entry.form == Form::stream; });
  for (const auto& [descriptor, entry] : all) shut(descriptor, entry);
}

bool Descriptors::is_still(int descriptor, const Entry& entry) {
  Entry present;
  return identify(descriptor, present) && present.device == entry.device &&
         present.file == entry.file;
}

void Descriptors::close(int descriptor, const Entry& entry, bool flushes) {
  // Somebody has closed it in a way that nobody saw, and the number is another file's by now.
  if (!is_still(descriptor, entry)) return;
  auto* const stream = static_cast<std::FILE*>(entry.libc);
  switch (entry.form) {
    case Form::plain:
      ::close(descriptor);
      break;
    case Form::stream:
      if (!flushes) __fpurge(stream);
      std::fclose(stream);
      break;
    case Form::pipe:
      // The FILE stays, with nothing in it: who reads it may be slow, or gone.
      if (flushes && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0) flush_silently(stream);
      __fpurge(stream);
      ::close(descriptor);
      break;
    case Form::folder:
      closedir(static_cast<DIR*>(entry.libc));
      break;
  }
}

void Descriptors::shut(int descriptor, const Entry& entry) {
  if (!is_still(descriptor, entry)) return;
  auto* const stream = static_cast<std::FILE*>(entry.libc);
  if (entry.form == Form::stream) {
    flush_silently(stream);
    // When the program closes it, the number may be somebody else's.
    stream->_fileno = -1;
  }
  ::close(descriptor);
}

Descriptors& descriptors() {
  // Ranks may end as late as the process does.
  static auto* const all = new Descriptors;
  return *all;
}

}  // namespace isthmus::engine::image
