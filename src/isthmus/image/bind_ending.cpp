// How a rank begins and ends: its exit, what is called then, and what libc does before it aborts.
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "isthmus/image/address.hpp"
#include "isthmus/image/binding.hpp"
#include "isthmus/image/heap.hpp"

namespace isthmus::engine::image {

namespace {

int add(ExitHandler*& list, const ExitHandler& handler, Header* header) {
  auto* own = static_cast<ExitHandler*>(header->heap->allocate(sizeof(ExitHandler)));
  if (own == nullptr) return -1;
  *own = handler;
  own->next = list;
  list = own;
  return 0;
}

int at_exit(void* function, void* argument, void*, Header* header) {
  return add(header->libc.exit_handlers, {nullptr, function, argument, false}, header);
}

int at_exit_plainly(void* function, Header* header) {
  return at_exit(function, nullptr, nullptr, header);
}

int at_exit_with_status(void* function, void* argument, Header* header) {
  return add(header->libc.exit_handlers, {nullptr, function, argument, true}, header);
}

int at_thread_exit(void* function, void* object, void*, Header* header) {
  return add(header->libc.thread_exit_handlers, {nullptr, function, object, false}, header);
}

/// Of quick_exit, which calls nothing here.
int at_quick_exit(void*, void*, Header*) { return 0; }

/// What an object calls when it is unloaded. A rank's objects are not, before its end, and then
/// all handlers have been called.
void finalize(void*, Header*) {}

void fail_assertion(const char* condition, const char* file, unsigned line, const char* function,
                    Header* header) {
  std::fprintf(stderr, "%s%s%s:%u: %s%sAssertion `%s' failed.\n",
               header->libc.short_name == nullptr ? "" : header->libc.short_name,
               header->libc.short_name == nullptr ? "" : ": ", file, line,
               function == nullptr ? "" : function, function == nullptr ? "" : ": ", condition);
  header->abort(0);
}

void fail_stack(Header* header) {
  std::fputs("*** stack smashing detected ***: terminated\n", stderr);
  header->abort(0);
}

void fail_bounds(Header* header) {
  std::fputs("*** buffer overflow detected ***: terminated\n", stderr);
  header->abort(0);
}

/// err(3) and error(3): libc would end the process. The format may be null.
void print_failure(const char* name, const char* format, std::va_list* arguments, int error) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: ", name == nullptr ? "" : name);
  if (format != nullptr) std::vfprintf(stderr, format, *arguments);
  if (error != 0) std::fprintf(stderr, "%s%s", format == nullptr ? "" : ": ", std::strerror(error));
  std::fputc('\n', stderr);
}

int fail_with_errno(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  const int error = errno;
  print_failure(header->libc.short_name, pointer_to<const char>(fixed[1]), others, error);
  header->exit(fixed[0]);
  return 0;
}

int fail_plainly(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  print_failure(header->libc.short_name, pointer_to<const char>(fixed[1]), others, 0);
  header->exit(fixed[0]);
  return 0;
}

int report_error(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  print_failure(header->libc.name, pointer_to<const char>(fixed[2]), others,
                static_cast<int>(fixed[1]));
  if (static_cast<int>(fixed[0]) != 0) header->exit(fixed[0]);
  return 0;
}

void exit_thread(void*, Header* header) { header->exit(0); }

}  // namespace

std::vector<Binding> ending_bindings() {
  return {
      bind_call("__libc_start_main", SystemCall::start_main),
      bind_call("exit", SystemCall::exit, "ends the rank, after what it has left to call then"),
      bind_call("_exit", SystemCall::exit_at_once, "ends the rank"),
      bind_call("_Exit", SystemCall::exit_at_once, "ends the rank"),
      bind_call("quick_exit", SystemCall::exit_at_once, "ends the rank"),
      bind_call("abort", SystemCall::abort, "ends the rank as aborted"),
      bind("__cxa_atexit", &at_exit),
      bind("atexit", &at_exit_plainly),
      bind("on_exit", &at_exit_with_status),
      bind("__cxa_thread_atexit_impl", &at_thread_exit),
      bind("__cxa_at_quick_exit", &at_quick_exit),
      bind("__cxa_finalize", &finalize),
      bind_variadic("err", 2, &fail_with_errno),
      bind_variadic("errx", 2, &fail_plainly),
      bind_variadic("error", 3, &report_error),
      bind("pthread_exit", &exit_thread, "ends the rank, which is one thread"),
      bind("__assert_fail", &fail_assertion),
      bind("__stack_chk_fail", &fail_stack),
      bind("__chk_fail", &fail_bounds),
      bind("__fortify_fail", &fail_bounds),
  };
}

}  // namespace isthmus::engine::image
