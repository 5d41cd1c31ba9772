// isthmus/testing/parts.hpp: stand-ins for what the world hands to a process.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::testing {

/// Keeps every line. Any thread.
class MemoryLog final : public Log {
 public:
  void write(LogLevel, std::string_view line) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
  }
  std::vector<std::string> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  /// All lines, each ended by a newline.
  std::string text() const {
    std::string text;
    for (const std::string& line : lines()) text += line + "\n";
    return text;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// The memberships of a job whose processes all live here, joined by connected pairs of local
/// stream sockets, which deliver at once and in order. By rank.
std::vector<bootstrap::Membership> memberships_here(int process_count);

}  // namespace isthmus::testing
