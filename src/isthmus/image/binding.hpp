// isthmus/image/binding.hpp: what a rank gets where its program asks for a function of libc.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "isthmus/image/header.hpp"

namespace isthmus::engine::image {

/// What becomes of a name of libc.
enum class Treatment {
  own,      ///< each rank has its own, as a process of its own had
  world,    ///< the host says: time, random bytes, process id
  refused,  ///< concerns the process that ranks share: fails as the function's page says
};

/// Calls that the host serves on its own stack, since they park the rank, end it or run its code.
/// Their numbers are far from those of the host's symbols.
enum class SystemCall : std::uint32_t {
  returned = 0x4000'0000,  ///< the function that the header named has returned; stub_code.cpp
  start_main,
  exit,
  exit_at_once,
  abort,
  end_by_signal,  ///< `Header::abort`, no name of libc
  sleep,
  usleep,
  nanosleep,
  clock_nanosleep,
  yield,
  open_library,
};

/// One name. The functions run on the rank's stack, in its thread, and are given what the program
/// gave and then the header: so they are the rank's whoever calls them. None of them waits, calls
/// back into the program where the function of libc does not, or throws.
struct Binding {
  enum class Form { direct, variadic, trap, data, one_thread };

  std::string_view name;
  Form form = Form::direct;
  int arguments = 0;          ///< direct: how many; variadic: how many fixed ones
  std::uintptr_t target = 0;  ///< a function; a SystemCall; data: an offset in the header;
                              ///< one_thread: a number in region_functions
  Treatment treatment = Treatment::own;
  std::string_view what = {};  ///< for the table of bindings
};

template <class Result, class... Arguments>
constexpr int binding_arity(Result (*)(Arguments...)) {
  return static_cast<int>(sizeof...(Arguments)) - 1;
}

/// A function whose last parameter is the header.
template <class Function>
Binding bind(std::string_view name, Function* function, std::string_view what = {},
             Treatment treatment = Treatment::own) {
  return {.name = name,
          .form = Binding::Form::direct,
          .arguments = binding_arity(function),
          .target = reinterpret_cast<std::uintptr_t>(function),
          .treatment = treatment,
          .what = what};
}

/// A function of `fixed` arguments and more.
using VariadicFunction = int (*)(const std::uint64_t* fixed, std::va_list* others, Header* header);
Binding bind_variadic(std::string_view name, int fixed, VariadicFunction function,
                      std::string_view what = {});
Binding bind_call(std::string_view name, SystemCall call, std::string_view what = {});
Binding bind_data(std::string_view name, std::size_t header_offset, std::string_view what = {});

/// Each family in a file of its own, bind_FAMILY.cpp.
std::vector<Binding> memory_bindings();
std::vector<Binding> stream_bindings();
std::vector<Binding> text_bindings();
std::vector<Binding> environment_bindings();
std::vector<Binding> ending_bindings();
std::vector<Binding> world_bindings();
std::vector<Binding> number_bindings();
std::vector<Binding> option_bindings();
std::vector<Binding> key_bindings();
std::vector<Binding> library_bindings();
std::vector<Binding> process_bindings();
std::vector<Binding> holding_bindings();
std::vector<Binding> openmp_bindings();
/// All of them, each name once.
std::vector<Binding> all_bindings();

/// What of libc is the rank's own, what the host says, what is refused: a line a name, sorted
/// by treatment. For people.
std::string binding_table();

}  // namespace isthmus::engine::image
