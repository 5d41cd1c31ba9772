// What a rank gets from its process and cannot take along to another one: files, sockets, mappings.
// The functions are libc's; here it is noted which rank has what, and what is to be closed when it
// ends.
#include <dirent.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include "isthmus/image/binding.hpp"
#include "isthmus/image/descriptors.hpp"
#include "isthmus/image/machine.hpp"

namespace isthmus::engine::image {

namespace {

using Form = Descriptors::Form;

/// The errno of libc's function stays; 0, 1 and 2 are everybody's.
int note(Header* header, int descriptor, const char* what, Form form = Form::plain,
         void* libc = nullptr) {
  const int error = errno;
  if (descriptor > STDERR_FILENO) {
    header->machine->holdings().files[descriptor] = what;
    descriptors().take(descriptor, header, form, libc);
  }
  errno = error;
  return descriptor;
}
int note(Header* header, int descriptor, const std::string& what) {
  return note(header, descriptor, what.c_str());
}
std::FILE* note(Header* header, std::FILE* file, const char* what, Form form = Form::stream) {
  if (file != nullptr) note(header, fileno(file), what, form, file);
  return file;
}
DIR* note(Header* header, DIR* folder, const char* what) {
  if (folder != nullptr) note(header, dirfd(folder), what, Form::folder, folder);
  return folder;
}
/// Before libc closes it: then the number may be somebody else's.
void forget(Header* header, int descriptor) {
  header->machine->holdings().files.erase(descriptor);
  descriptors().forget(descriptor);
}
std::string what_of(Header* header, int descriptor) {
  const auto& files = header->machine->holdings().files;
  const auto found = files.find(descriptor);
  return found == files.end() ? "a copy of descriptor " + std::to_string(descriptor)
                              : found->second;
}

// --- files ---

bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

int open_path(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  const auto* const path = std::bit_cast<const char*>(fixed[0]);
  const int flags = static_cast<int>(fixed[1]);
  const mode_t mode = has_mode(flags) ? va_arg(*others, mode_t) : 0;
  return note(header, open(path, flags, mode), path);
}
int open_path_in(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  const auto* const path = std::bit_cast<const char*>(fixed[1]);
  const int flags = static_cast<int>(fixed[2]);
  const mode_t mode = has_mode(flags) ? va_arg(*others, mode_t) : 0;
  return note(header, openat(static_cast<int>(fixed[0]), path, flags, mode), path);
}
// As the compiler calls it with _FORTIFY_SOURCE, where there is no mode.
int open_checked(const char* path, int flags, Header* header) {
  return note(header, open(path, flags, 0), path);
}
int open_checked_in(int folder, const char* path, int flags, Header* header) {
  return note(header, openat(folder, path, flags, 0), path);
}
int create(const char* path, mode_t mode, Header* header) {
  return note(header, creat(path, mode), path);
}
int close_descriptor(int descriptor, Header* header) {
  forget(header, descriptor);
  return close(descriptor);
}

std::FILE* open_stream(const char* path, const char* mode, Header* header) {
  return note(header, std::fopen(path, mode), path);
}
std::FILE* reopen_stream(const char* path, const char* mode, std::FILE* file, Header* header) {
  const int before = fileno(file);
  forget(header, before);
  return note(header, std::freopen(path, mode, file), path == nullptr ? "a stream" : path);
}
std::FILE* temporary_stream(Header* header) {
  return note(header, std::tmpfile(), "a temporary file");
}
int close_stream(std::FILE* file, Header* header) {
  forget(header, fileno(file));
  return std::fclose(file);
}
std::FILE* open_pipe(const char* command, const char* mode, Header* header) {
  return note(header, popen(command, mode), "a pipe", Form::pipe);
}
int close_pipe(std::FILE* file, Header* header) {
  forget(header, fileno(file));
  return pclose(file);
}
int make_temporary(char* pattern, Header* header) {
  const int descriptor = mkstemp(pattern);
  return note(header, descriptor, pattern);
}
int make_temporary_with(char* pattern, int flags, Header* header) {
  const int descriptor = mkostemp(pattern, flags);
  return note(header, descriptor, pattern);
}
int make_temporary_named(char* pattern, int behind, Header* header) {
  const int descriptor = mkstemps(pattern, behind);
  return note(header, descriptor, pattern);
}
int make_temporary_named_with(char* pattern, int behind, int flags, Header* header) {
  const int descriptor = mkostemps(pattern, behind, flags);
  return note(header, descriptor, pattern);
}
std::FILE* make_stream(int descriptor, const char* mode, Header* header) {
  return note(header, fdopen(descriptor, mode), what_of(header, descriptor).c_str());
}
DIR* open_folder(const char* path, Header* header) { return note(header, opendir(path), path); }
DIR* make_folder(int descriptor, Header* header) {
  return note(header, fdopendir(descriptor), what_of(header, descriptor).c_str());
}
int close_folder(DIR* folder, Header* header) {
  if (folder != nullptr) forget(header, dirfd(folder));
  return closedir(folder);
}
int open_shared_memory(const char* name, int flags, mode_t mode, Header* header) {
  return note(header, shm_open(name, flags, mode), name);
}

// --- other descriptors ---

int duplicate(int descriptor, Header* header) {
  return note(header, dup(descriptor), what_of(header, descriptor));
}
int duplicate_to(int descriptor, int to, Header* header) {
  // Nothing happens then, and it may be a stream's.
  if (descriptor == to) return dup2(descriptor, to);
  return note(header, dup2(descriptor, to), what_of(header, descriptor));
}
int duplicate_with(int descriptor, int to, int flags, Header* header) {
  return note(header, dup3(descriptor, to, flags), what_of(header, descriptor));
}
/// F_DUPFD and its like make a descriptor.
int control(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  const int descriptor = static_cast<int>(fixed[0]);
  const int command = static_cast<int>(fixed[1]);
  const long argument = va_arg(*others, long);
  if (command != F_DUPFD && command != F_DUPFD_CLOEXEC) {
    return fcntl(descriptor, command, argument);
  }
  return note(header, fcntl(descriptor, command, argument), what_of(header, descriptor));
}
int note_pair(Header* header, int error, const int* both, const char* what) {
  if (error != 0) return error;
  note(header, both[0], what);
  note(header, both[1], what);
  return error;
}
int make_pipe(int* both, Header* header) { return note_pair(header, pipe(both), both, "a pipe"); }
int make_pipe_with(int* both, int flags, Header* header) {
  return note_pair(header, pipe2(both, flags), both, "a pipe");
}
int make_socket(int domain, int type, int protocol, Header* header) {
  return note(header, socket(domain, type, protocol), "a socket");
}
int make_sockets(int domain, int type, int protocol, int* both, Header* header) {
  return note_pair(header, socketpair(domain, type, protocol, both), both, "a socket");
}
int accept_one(int descriptor, sockaddr* peer, socklen_t* bytes, Header* header) {
  return note(header, accept(descriptor, peer, bytes), "a socket");
}
int accept_one_with(int descriptor, sockaddr* peer, socklen_t* bytes, int flags, Header* header) {
  return note(header, accept4(descriptor, peer, bytes, flags), "a socket");
}
int make_epoll(int flags, Header* header) {
  return note(header, epoll_create1(flags), "an epoll descriptor");
}
int make_epoll_of(int size, Header* header) {
  return note(header, epoll_create(size), "an epoll descriptor");
}
int watch_files(Header* header) { return note(header, inotify_init(), "a watch of files"); }
int watch_files_with(int flags, Header* header) {
  return note(header, inotify_init1(flags), "a watch of files");
}
int make_signal(int descriptor, const sigset_t* signals, int flags, Header* header) {
  const int made = signalfd(descriptor, signals, flags);
  return descriptor == -1 ? note(header, made, "a signal descriptor") : made;
}
int make_event(unsigned count, int flags, Header* header) {
  return note(header, eventfd(count, flags), "an event descriptor");
}
int make_timer(int clock, int flags, Header* header) {
  return note(header, timerfd_create(clock, flags), "a timer descriptor");
}
int make_memory_file(const char* name, unsigned flags, Header* header) {
  return note(header, memfd_create(name, flags), name);
}

// Of the process they would close what is the runtime's and other ranks', too.

int close_range_of_own(unsigned first, unsigned last, int flags, Header* header) {
  // The flags are for processes that are begun later, and for threads.
  if (flags != 0 || first > last) return close_range(first, last, flags);
  const int from = std::max(static_cast<int>(std::min<unsigned>(first, INT_MAX)), 3);
  const int to = static_cast<int>(std::min<unsigned>(last, INT_MAX));
  if (from > to) return 0;
  auto& files = header->machine->holdings().files;
  for (const int closed : descriptors().close_range(header, from, to)) files.erase(closed);
  return 0;
}
void close_from(int first, Header* header) {
  close_range_of_own(static_cast<unsigned>(std::max(first, 0)), ~0U, 0, header);
}
int close_streams(Header* header) {
  std::fflush(stdout);
  descriptors().close_streams(header);
  return 0;
}

// --- memory that is not in the slot ---

/// mmap has more arguments than an entry hands over in registers.
void* map_memory(const std::uint64_t* given, std::va_list*, Header* header) {
  const std::uint64_t bytes = given[1];
  void* const mapped =
      mmap(std::bit_cast<void*>(given[0]), bytes, static_cast<int>(given[2]),
           static_cast<int>(given[3]), static_cast<int>(given[4]), static_cast<off_t>(given[5]));
  const auto address = reinterpret_cast<std::uint64_t>(mapped);
  const Slot& slot = header->machine->slot();
  const bool is_inside = address >= slot.begin && address < slot.begin + slot.bytes;
  if (mapped != MAP_FAILED && !is_inside) header->machine->holdings().mappings[address] = bytes;
  return mapped;
}
/// Of a piece in the middle the account is not kept: the rest counts until it is unmapped.
int unmap_memory(void* at, std::size_t bytes, Header* header) {
  const int error = munmap(at, bytes);
  if (error == 0) header->machine->holdings().mappings.erase(reinterpret_cast<std::uint64_t>(at));
  return error;
}
void* attach_memory(int id, const void* at, int flags, Header* header) {
  void* const mapped = shmat(id, at, flags);
  const auto address = reinterpret_cast<std::uint64_t>(mapped);
  if (mapped != reinterpret_cast<void*>(-1)) header->machine->holdings().mappings[address] = 1;
  return mapped;
}
int detach_memory(const void* at, Header* header) {
  header->machine->holdings().mappings.erase(reinterpret_cast<std::uint64_t>(at));
  return shmdt(at);
}

}  // namespace

std::vector<Binding> holding_bindings() {
  constexpr std::string_view noted = "is noted: it does not go to another process";
  std::vector<Binding> all;
  const auto add = [&](const Binding& binding, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      all.push_back(binding);
      all.back().name = name;
    }
  };
  add(bind_variadic("open", 2, &open_path, noted), {"open", "open64", "__open", "__open64"});
  add(bind_variadic("openat", 3, &open_path_in, noted), {"openat", "openat64"});
  add(bind("__open_2", &open_checked), {"__open_2", "__open64_2"});
  add(bind("__openat_2", &open_checked_in), {"__openat_2", "__openat64_2"});
  add(bind("creat", &create, noted), {"creat", "creat64"});
  add(bind("close", &close_descriptor), {"close", "__close"});
  add(bind("fopen", &open_stream, noted), {"fopen", "fopen64"});
  add(bind("freopen", &reopen_stream, noted), {"freopen", "freopen64"});
  add(bind("tmpfile", &temporary_stream, noted), {"tmpfile", "tmpfile64"});
  add(bind("mkstemp", &make_temporary, noted), {"mkstemp", "mkstemp64"});
  add(bind("mkostemp", &make_temporary_with, noted), {"mkostemp", "mkostemp64"});
  add({.name = {},
       .form = Binding::Form::variadic,
       .arguments = 6,
       .target = reinterpret_cast<std::uintptr_t>(&map_memory),
       .what = noted},
      {"mmap", "mmap64"});
  add(bind("dup2", &duplicate_to, noted), {"dup2", "__dup2"});
  add(bind("fdopen", &make_stream, noted), {"fdopen", "_IO_fdopen"});
  add(bind_variadic("fcntl", 2, &control), {"fcntl", "fcntl64", "__fcntl"});
  for (const Binding& one : {
           bind("fclose", &close_stream),
           bind("popen", &open_pipe, noted),
           bind("pclose", &close_pipe),
           bind("mkstemps", &make_temporary_named, noted),
           bind("mkostemps", &make_temporary_named_with, noted),
           bind("opendir", &open_folder, noted),
           bind("fdopendir", &make_folder, noted),
           bind("close_range", &close_range_of_own, "the rank's"),
           bind("closefrom", &close_from, "the rank's"),
           bind("fcloseall", &close_streams, "the rank's"),
           bind("closedir", &close_folder),
           bind("shm_open", &open_shared_memory, noted),
           bind("dup", &duplicate, noted),
           bind("dup3", &duplicate_with, noted),
           bind("pipe", &make_pipe, noted),
           bind("pipe2", &make_pipe_with, noted),
           bind("socket", &make_socket, noted),
           bind("socketpair", &make_sockets, noted),
           bind("accept", &accept_one, noted),
           bind("accept4", &accept_one_with, noted),
           bind("epoll_create", &make_epoll_of, noted),
           bind("epoll_create1", &make_epoll, noted),
           bind("inotify_init", &watch_files, noted),
           bind("inotify_init1", &watch_files_with, noted),
           bind("signalfd", &make_signal, noted),
           bind("eventfd", &make_event, noted),
           bind("timerfd_create", &make_timer, noted),
           bind("memfd_create", &make_memory_file, noted),
           bind("munmap", &unmap_memory),
           bind("shmat", &attach_memory, noted),
           bind("shmdt", &detach_memory),
       }) {
    all.push_back(one);
  }
  return all;
}

}  // namespace isthmus::engine::image
