// isthmus/program/options.hpp: what the command line of a program says to the runtime.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/runtime/settings.hpp"
#include "isthmus/sim/cost_record.hpp"
#include "isthmus/sim/costs.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::program {

enum class Backend { threads, processes, sim };

/// What a process does that is told by SIGTERM or SIGUSR1 that it will be ended.
enum class OnWarning {
  end,         ///< As the signal has it.
  leave,       ///< Leaves the job.
  checkpoint,  ///< Has the job take a checkpoint.
};

/// How the processes of a job find each other.
enum class Bootstrap {
  automatic,   ///< Through the manager that started this process, where there is one.
  pmix,        ///< Through it, and no other way.
  rendezvous,  ///< As --rendezvous and --rank say, whoever started this process.
};

/// Whether the speeds of PEs are measured at work before the job (pe_speeds.hpp).
enum class SpeedMeasuring { automatic, always, never };

/// Who says how fast the PEs are.
enum class SpeedSource {
  nobody,  ///< So that all have 1.
  grid,    ///< Its file.
  probe,   ///< With nothing else going on.
  start,   ///< While all PEs worked.
};

/// Where lines for people go.
enum class LogTo { standard_error, system, both };

/// What the command line says of the grid's shape where no grid file does.
struct Shape {
  bool is_from_file = false;  ///< The rest says nothing then.
  int sites = 1;
  std::optional<int> pes = {};        ///< Of each site.
  std::optional<int> processes = {};  ///< Likewise.
};

/// Plain data; `PROGRAM [runtime options] [-- program options]`.
struct Options {
  Backend backend = Backend::threads;
  bool is_backend_given = false;
  topology::Grid grid;  ///< From --grid, or from --sites, --pes, --processes; link options applied.
  Shape shape;
  runtime::Settings settings;  ///< By setting_options.hpp.
  SpeedMeasuring speed_measuring = SpeedMeasuring::automatic;
  SpeedSource speed_source = SpeedSource::nobody;  ///< Once it has been found out.
  std::string report_file;                         ///< Empty: none.
  std::string timeline_file;                       ///< Likewise.
  std::string recorded_costs_file;                 ///< Likewise.
  /// The links of a class get the devices of another one so long after the start.
  struct ChainChangeRequest {
    TimeNs after_ns = 0;
    std::string link_class;
    std::string to;
  };
  std::vector<ChainChangeRequest> chain_changes;
  static constexpr const char* no_directory = "none";
  std::string checkpoint_directory = "checkpoints";  ///< Or no_directory.
  std::string restart_path;                          ///< Empty: the job begins anew.
  bool explain = false;                              ///< Print where the time of the PEs goes.
  bool quiet = false;
  LogTo log_to = LogTo::standard_error;
  std::string program;                            ///< The file name of the program.
  std::string job_name;                           ///< Empty: one is made up.
  std::string alert_command;                      ///< Empty: none.
  std::optional<double> alert_memory_bytes = {};  ///< More, of a process, is an alert.
  std::optional<HostPort> live;                   ///< Where the page is served; nothing: nowhere.
  TimeNs live_every_ns = 500'000'000;             ///< From one event of the page to the next.
  bool describe = false;                          ///< Print the topology as JSON and end.
  TimeNs spin_ns = 24'000;  ///< An idle PE spins so long before it sleeps; about what waking costs.
  bool pin = true;

  // The processes backend.
  HostPort rendezvous;  ///< Empty host: this process is alone.
  OnWarning on_warning = OnWarning::end;
  /// Asked now and then whether this process is to be ended; empty: nothing is asked.
  std::string warning_command = {};
  /// Who breaks ties between two halves; an empty host: the lowest PE.
  HostPort witness = {};
  /// Processes that the job begins with, those of the lowest ranks; 0: all.
  std::uint32_t begin_with = 0;
  /// Likewise, those of the first sites; 0: as begin_with says, which is told when the grid is
  /// known.
  std::uint32_t begin_with_sites = 0;
  std::uint32_t rank = 0;
  bool is_rank_given = false;
  /// The job has begun, or is to begin, without this process.
  bool comes_late = false;
  Bootstrap bootstrap = Bootstrap::automatic;
  /// The grid's site whose first process has rank 0 of --rank, or of the manager; empty: of all.
  std::string site = {};
  TimeNs wait_ns = 30'000'000'000;  ///< For the other processes.
  /// Where this process listens for others, and what it tells them; empty hosts: as the grid says.
  HostPort listen_at = {};
  HostPort advertised = {};

  // The sim backend.
  sim::Costs costs;
  std::string costs_file;                   ///< Empty where costs come from none.
  std::optional<sim::CostRecord> replayed;  ///< Of that file; costs are as if measured.
  TimeNs time_limit_ns = never_ns;          ///< Of virtual time.
  std::vector<std::string> faults;          ///< For sim::read_fault.
  bool verify = false;
  std::string witness_site = {};  ///< Where the witness is; empty: there is none.
  /// As typed, but for what Shape, seed and costs tell, and where output goes: an option each.
  std::vector<std::string> words_of_run;

  std::vector<std::string> arguments;  ///< Behind "--".
};

/// Options, or what the program shall print and end with instead (--help).
struct Parsed {
  Options options;
  std::optional<std::string> help;
};

/// ErrorCode::bad_input in one line for anything that makes no sense. `core_count` is this
/// machine's, for the default of --pes.
Expected<Parsed> parse_options(int argc, const char* const* argv, int core_count);

}  // namespace isthmus::engine::program
