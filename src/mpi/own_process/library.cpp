// libisthmus_mpi.so: the runtime of a rank in a process of its own. libmpi_abi.so.1 opens it when
// the program calls MPI, and nobody has loaded the program as an image.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/main_program.hpp"
#include "mpi/main_thread.hpp"
#include "mpi/own_process/own_machine.hpp"
#include "mpi/own_process/two_stacks.hpp"

// Where no link is encrypted, nobody has OpenSSL.
extern "C" __attribute__((weak)) int OPENSSL_init_crypto(std::uint64_t options,
                                                         const void* settings);

namespace isthmus::engine::mpi {
namespace {

constexpr std::uint64_t openssl_no_atexit = 0x80000;  // OPENSSL_INIT_NO_ATEXIT

/// The process's part in its job, from the first call of MPI to MPI_Finalize, or where the program
/// does not call that, to its exit.
struct OwnProcess {
  TwoStacks stacks;
  OwnMachines machines{stacks};
  std::vector<std::string> words;
  int status = 0;       ///< of the runtime, when it has ended
  int exit_status = 0;  ///< of the program
  bool has_begun = false;
  bool has_left = false;  ///< It has finalized, and goes on without the others.
  bool is_fork = false;   ///< the rank is another process, which has forked this one
};

OwnProcess& own_process() {
  static OwnProcess process;
  return process;
}

Task<void> main_program(Job& job) {
  const auto& topology = this_topology();
  if (job.in_virtual_time()) {
    throw BadInput({ErrorCode::bad_input, "not in virtual time", "ranks in processes of their own",
                    "--backend processes, or virtual ranks"});
  }
  if (topology.process_count() != topology.pe_count()) {
    throw BadInput({ErrorCode::bad_input,
                    std::to_string(topology.pe_count()) + " PEs in " +
                        std::to_string(topology.process_count()) + " processes",
                    "ranks in processes of their own", "one PE in each process"});
  }
  Launch launch;
  launch.program = program_invocation_name;
  launch.rank_count = topology.pe_count();
  launch.starts_none =
      "ranks that are processes of their own start no others (expected virtual ranks)";
  co_await run_ranks(job, std::move(launch));
}

/// `options`: as isthmus_mpi_begin has them.
std::vector<std::string> read_words(const char* options, const char* count_of_manager) {
  std::vector<std::string> words{program_invocation_name};
  if (options == nullptr) {
    // Threads of the program would be bound where the runtime binds the one that it works on.
    words.insert(words.end(), {"--quiet", "--tune", "pin=no", "--pes"});
    words.emplace_back(count_of_manager == nullptr ? "1" : count_of_manager);
    return words;
  }
  std::string_view rest = options;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

/// On the runtime's stack.
void run_runtime() {
  OwnProcess& own = own_process();
  std::vector<const char*> arguments;
  for (const std::string& word : own.words) arguments.push_back(word.c_str());
  arguments.push_back(nullptr);
  own.status =
      isthmus::engine::run(static_cast<int>(own.words.size()), arguments.data(), main_program);
}

/// The place of a function in the table, at compile time.
consteval std::uint32_t number_of_function(std::string_view name) {
  for (std::uint32_t number = 0; number < function_names.size(); ++number) {
    if (function_names[number] == name) return number;
  }
  throw "no function of MPI";
}

[[noreturn]] void end_process(int status) {
  std::fflush(nullptr);
  _exit(status);
}

void begin(OwnProcess& own) {
  own.has_begun = true;
  // The job may still be ending when the program's exit handlers have run.
  if (OPENSSL_init_crypto != nullptr) OPENSSL_init_crypto(openssl_no_atexit, nullptr);
  use_machines(own.machines);
  find_main_thread_by([] { return own_process().stacks.is_on_first_thread(); });
  // The status that exit() was given is told to nobody else, and the order does not matter here.
  on_exit([](int status, void*) { own_process().exit_status = status; }, nullptr);
  pthread_atfork(nullptr, nullptr, [] { own_process().is_fork = true; });
  if (!own.stacks.begin(run_runtime)) {
    std::fputs("isthmus: error: no address space left for a stack\n", stderr);
    end_process(1);
  }
}

/// The rank has ended; returns when the job has.
void leave(OwnProcess& own, int status) {
  const std::uint64_t arguments[6] = {static_cast<std::uint64_t>(status)};
  Visit visit{.arguments = arguments, .more_arguments = arguments + 1, .why = image::Stop::ended};
  own.stacks.visit(visit);
  own.has_left = true;
}

/// What a process may still ask that has finalized (MPI 5.0, 11.4.1), but for what begins anew. One
/// that a rank has forked is told the same, so that it may end as its program does.
std::uint64_t answer_alone(std::uint32_t number, const std::uint64_t* arguments) {
  switch (number) {
    case number_of_function("MPI_Initialized"):
    case number_of_function("MPI_Finalized"):
      *std::bit_cast<int*>(arguments[0]) = 1;
      return MPI_SUCCESS;
    case number_of_function("MPI_Wtime"):
      return std::bit_cast<std::uint64_t>(
          static_cast<double>(RankWorld(false, 0, 0, {}).monotonic_ns()) * 1e-9);
    case number_of_function("MPI_Abort"):
      end_process(static_cast<int>(arguments[1]));
    default:
      std::fprintf(
          stderr,
          "isthmus: error: %s behind MPI_Finalize, or in a process that a rank has forked\n",
          std::string(function_names[number]).c_str());
      end_process(1);
  }
}

}  // namespace
}  // namespace isthmus::engine::mpi

#define ISTHMUS_MPI_PUBLIC extern "C" __attribute__((visibility("default")))

namespace mpi = isthmus::engine::mpi;

/// Before all calls: the runtime's options, a line each, or null where nobody has given any, and
/// how many processes a manager has started that is not ours, or null.
ISTHMUS_MPI_PUBLIC void isthmus_mpi_begin(const char* options, const char* count_of_manager) {
  mpi::OwnProcess& own = mpi::own_process();
  if (own.words.empty()) own.words = mpi::read_words(options, count_of_manager);
}

/// A function of the program's calls MPI: its number (functions.hpp), what six registers held, and
/// where on the stack the rest lies, behind the return address. The bits of what it returns.
ISTHMUS_MPI_PUBLIC std::uint64_t isthmus_mpi_call(std::uint32_t number,
                                                  const std::uint64_t* arguments,
                                                  const std::uint64_t* more_arguments) {
  mpi::OwnProcess& own = mpi::own_process();
  if (own.has_left || own.is_fork) return mpi::answer_alone(number, arguments);
  if (!own.has_begun) mpi::begin(own);
  mpi::Visit visit{.number = number, .arguments = arguments, .more_arguments = more_arguments};
  if (!own.stacks.visit(visit)) {
    if (number == mpi::number_of_function("MPI_Finalize") && visit.result == MPI_SUCCESS) {
      mpi::leave(own, 0);
    }
    return visit.result;
  }
  // The job has ended, by another rank's doing or by this one's.
  mpi::end_process(own.status != 0 ? own.status : own.machines.asked_status());
}

/// The program exits: the rank has ended, and the process goes when the job does.
ISTHMUS_MPI_PUBLIC void isthmus_mpi_end() {
  mpi::OwnProcess& own = mpi::own_process();
  if (own.is_fork || !own.has_begun || own.has_left) return;
  mpi::leave(own, own.exit_status);
  if (own.status != 0 && own.exit_status == 0) mpi::end_process(own.status);
}

/// What this library makes stays until the process ends: the program's own ends may come later.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*) {
  return 0;
}
