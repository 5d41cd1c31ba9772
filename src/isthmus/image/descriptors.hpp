// isthmus/image/descriptors.hpp: which rank has which descriptor of the process.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace isthmus::engine::image {

struct Header;

/// Descriptors that ranks have got from the process, so that a rank which ends gives back what a
/// process of its own would, and nobody else's. The kernel's numbers are used again, and what one
/// rank opens another one may close; so there is one table for all, and an entry holds only for the
/// very file that it was made of. Any thread.
class Descriptors {
 public:
  /// What of libc's stands around it, and has to be closed with it.
  enum class Form : std::uint8_t {
    plain,
    stream,  ///< `libc` is a FILE*
    pipe,    ///< a FILE* of popen, whose fclose waits for a process
    folder,  ///< a DIR*
  };

  /// It is that rank's from now on, whoever had the number before.
  void take(int descriptor, const Header* owner, Form form = Form::plain, void* libc = nullptr);
  /// Before it is closed; nothing where it is nobody's.
  void forget(int descriptor);
  /// Closes all that the rank has, which ends. `flushes`: what lies in buffers of its streams is
  /// written, as exit does and _exit does not. Never waits for a process.
  void close_all(const Header* owner, bool flushes);
  /// Closes what the rank has from number `first` to `last`, while it goes on: what libc has around
  /// them stays, for the program may close that, too; folders and pipes stay open until it does.
  /// Which those were.
  std::vector<int> close_range(const Header* owner, int first, int last);
  /// Likewise its streams alone, and writes what lies in their buffers.
  void close_streams(const Header* owner);

 private:
  struct Entry {
    const Header* owner = nullptr;
    Form form = Form::plain;
    void* libc = nullptr;
    std::uint64_t device = 0, file = 0;  ///< which one it is, as fstat tells
  };
  static bool identify(int descriptor, Entry& entry);
  /// Those of the rank of which `is_wanted` says so, which are no entries any more.
  template <class IsWanted>
  std::vector<std::pair<int, Entry>> taken_out(const Header* owner, IsWanted is_wanted);
  static bool is_still(int descriptor, const Entry& entry);
  static void close(int descriptor, const Entry& entry, bool flushes);
  static void shut(int descriptor, const Entry& entry);

  std::mutex lock_;
  std::map<int, Entry> entries_;
};

/// Those of this process.
Descriptors& descriptors();

}  // namespace isthmus::engine::image
