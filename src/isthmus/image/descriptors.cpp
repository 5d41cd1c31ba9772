#include "isthmus/image/descriptors.hpp"

#include <dirent.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

namespace isthmus::image {

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

void Descriptors::close_all(const Header* owner, bool flushes, int first, int last) {
  std::vector<std::pair<int, Entry>> all;
  {
    const std::lock_guard held(lock_);
    for (auto each = entries_.lower_bound(first); each != entries_.end() && each->first <= last;) {
      const bool is_own = each->second.owner == owner;
      if (is_own) all.emplace_back(*each);
      each = is_own ? entries_.erase(each) : std::next(each);
    }
  }
  for (const auto& [descriptor, entry] : all) close(descriptor, entry, flushes);
}

void Descriptors::close_streams(const Header* owner) {
  std::vector<std::pair<int, Entry>> all;
  {
    const std::lock_guard held(lock_);
    for (const auto& [descriptor, entry] : entries_) {
      if (entry.owner == owner && entry.form == Form::stream) all.emplace_back(descriptor, entry);
    }
    for (const auto& [descriptor, entry] : all) entries_.erase(descriptor);
  }
  for (const auto& [descriptor, entry] : all) close(descriptor, entry, true);
}

void Descriptors::close(int descriptor, const Entry& entry, bool flushes) {
  // Somebody has closed it in a way that nobody saw, and the number is another file's by now.
  Entry present;
  if (!identify(descriptor, present) || present.device != entry.device ||
      present.file != entry.file) {
    return;
  }
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
      // The FILE stays, with nothing in it.
      if (flushes) std::fflush(stream);
      __fpurge(stream);
      ::close(descriptor);
      break;
    case Form::folder:
      closedir(static_cast<DIR*>(entry.libc));
      break;
  }
}

Descriptors& descriptors() {
  // Ranks may end as late as the process does.
  static auto* const all = new Descriptors;
  return *all;
}

}  // namespace isthmus::image
