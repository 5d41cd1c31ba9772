// What a rank gets from its process and cannot take along to another one: files, sockets, mappings.
// The functions are libc's; here it is noted which rank has what.
#include <dirent.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include "isthmus/image/binding.hpp"
#include "isthmus/image/machine.hpp"

namespace isthmus::image {

namespace {

/// The errno of libc's function stays; 0, 1 and 2 are everybody's.
int note(Header* header, int descriptor, const char* what) {
  const int error = errno;
  if (descriptor > STDERR_FILENO) header->machine->holdings().files[descriptor] = what;
  errno = error;
  return descriptor;
}
int note(Header* header, int descriptor, const std::string& what) {
  return note(header, descriptor, what.c_str());
}
std::FILE* note(Header* header, std::FILE* file, const char* what) {
  if (file != nullptr) note(header, fileno(file), what);
  return file;
}
void forget(Header* header, int descriptor) { header->machine->holdings().files.erase(descriptor); }

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
  return note(header, popen(command, mode), "a pipe");
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
DIR* open_folder(const char* path, Header* header) {
  DIR* const folder = opendir(path);
  if (folder != nullptr) note(header, dirfd(folder), path);
  return folder;
}
int close_folder(DIR* folder, Header* header) {
  if (folder != nullptr) forget(header, dirfd(folder));
  return closedir(folder);
}
int open_shared_memory(const char* name, int flags, mode_t mode, Header* header) {
  return note(header, shm_open(name, flags, mode), name);
}

// --- other descriptors ---

std::string what_of(Header* header, int descriptor) {
  const auto& files = header->machine->holdings().files;
  const auto found = files.find(descriptor);
  return found == files.end() ? "a copy of descriptor " + std::to_string(descriptor)
                              : found->second;
}
int duplicate(int descriptor, Header* header) {
  return note(header, dup(descriptor), what_of(header, descriptor));
}
int duplicate_to(int descriptor, int to, Header* header) {
  return note(header, dup2(descriptor, to), what_of(header, descriptor));
}
int duplicate_with(int descriptor, int to, int flags, Header* header) {
  return note(header, dup3(descriptor, to, flags), what_of(header, descriptor));
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
int make_event(unsigned count, int flags, Header* header) {
  return note(header, eventfd(count, flags), "an event descriptor");
}
int make_timer(int clock, int flags, Header* header) {
  return note(header, timerfd_create(clock, flags), "a timer descriptor");
}
int make_memory_file(const char* name, unsigned flags, Header* header) {
  return note(header, memfd_create(name, flags), name);
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
  for (const Binding& one : {
           bind("fclose", &close_stream),
           bind("popen", &open_pipe, noted),
           bind("pclose", &close_pipe),
           bind("opendir", &open_folder, noted),
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
           bind("epoll_create1", &make_epoll, noted),
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

}  // namespace isthmus::image
