// Programs that the compilers of this folder make, run as ranks by a host that knows no MPI: it
// writes down what they call and answers as it is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/image/address.hpp"
#include "isthmus/image/host_for_tests.hpp"
#include "isthmus/image/machine.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/abi/mpi.h"

namespace isthmus::engine::mpi {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using Arguments = std::array<std::uint64_t, 6>;

std::string text_at(std::uint64_t address) { return image::pointer_to<const char>(address); }
std::string number(std::uint64_t value) { return std::to_string(static_cast<int>(value)); }

/// One rank, and an answer to each function that it may call.
class AskedHost {
 public:
  AskedHost()
      : slots_(image::Slots::reserve({.bytes = std::uint64_t{512} << 20, .count = 1}).value()) {
    answers_ = {
        {"MPI_Init", [](const Arguments&) { return ""; }},
        {"MPI_Finalize", [](const Arguments&) { return ""; }},
        {"MPI_Abort", [](const Arguments& given) { return number(given[1]); }},
        {"MPI_Comm_rank",
         [](const Arguments& given) { return *image::pointer_to<int>(given[1]) = 3, ""; }},
        {"MPI_Comm_size",
         [](const Arguments& given) { return *image::pointer_to<int>(given[1]) = 4, ""; }},
        {"MPI_Bcast", call_of_bcast},
        {"MPI_Bcast_c", call_of_bcast},
        {"MPI_Recv",
         [](const Arguments& given) { return number(given[3]) + " " + number(given[4]); }},
        {"MPI_Allreduce",
         [](const Arguments& given) { return given[0] == 1 ? "in place" : "not in place"; }},
        {"MPI_Info_set",
         [](const Arguments& given) { return text_at(given[1]) + "=" + text_at(given[2]); }},
        {"MPI_Cart_create",
         [](const Arguments& given) {
           const int* periods = image::pointer_to<int>(given[3]);
           return number(static_cast<std::uint64_t>(periods[0])) +
                  number(static_cast<std::uint64_t>(periods[1])) + number(given[4]);
         }},
        {"MPI_Op_create", [this](const Arguments& given) { return op_ = given[0], ""; }},
        {"MPI_Waitany", wait_any},
        {"MPI_Waitsome", wait_some},
        {"MPI_Comm_get_name", get_name},
        {"MPI_Info_get", info_get},
        {"MPI_Type_create_struct", create_struct},
        {"MPI_Request_fromint", [this](const Arguments& given) { return result_ = given[0], ""; }},
        {"MPI_Comm_toint", [this](const Arguments& given) { return result_ = given[0], ""; }},
        {"MPI_Alloc_mem",
         [](const Arguments& given) {
           return *image::pointer_to<std::uint64_t>(given[2]) = 0x5000, "";
         }},
    };
  }

  /// Runs the program to its end.
  void run(const std::string& name) {
    image::HostSymbols symbols{.functions = {}, .stands_for = {"libmpi_abi.so.1"}};
    for (std::uint32_t i = 0; i < function_names.size(); ++i) {
      symbols.functions.push_back({std::string(function_names[i]), i});
      symbols.functions.push_back({"P" + std::string(function_names[i]), i});
    }
    auto stubs = image::Stubs::make(symbols).value();
    auto program = image::Program::load(ISTHMUS_MPI_PROGRAMS "/" + name,
                                        std::make_shared<image::Libraries>(), stubs);
    ASSERT_TRUE(program) << program.error().text();
    machine_ =
        image::Machine::make(*program, slots_[0], world_, {.arguments = {name}, .environment = {}})
            .value();
    while (!machine_->has_ended()) {
      switch (machine_->run()) {
        case image::Stop::trapped:
          serve(machine_->trap());
          break;
        case image::Stop::returned:
          machine_->answer(MPI_SUCCESS);
          break;
        default:
          break;
      }
    }
    EXPECT_EQ(machine_->ending().status, 0);
    EXPECT_THAT(calls, Contains("MPI_Finalize "));
  }

  std::vector<std::string> calls;

 private:
  using Answer = std::function<std::string(const Arguments&)>;

  void serve(const image::Trap& trap) {
    const std::string name(function_names.at(trap.number));
    if (name == "MPI_Reduce_local") {  // the program's own operator, on its own stack
      length_ = static_cast<int>(trap.arguments[2]);
      datatype_ = trap.arguments[3];
      calls.push_back(name);
      machine_->call(
          op_, {trap.arguments[0], trap.arguments[1], reinterpret_cast<std::uint64_t>(&length_),
                reinterpret_cast<std::uint64_t>(&datatype_)});
      return;
    }
    const auto answer = answers_.find(name);
    if (answer == answers_.end()) {
      ADD_FAILURE() << name << " was called";
      calls.push_back(name);
      machine_->answer(MPI_ERR_OTHER);
      return;
    }
    result_ = MPI_SUCCESS;
    calls.push_back(name + " " + answer->second(trap.arguments));
    machine_->answer(result_);
  }

  static std::string call_of_bcast(const Arguments& given) {
    return (given[0] == 0 ? "bottom " : "") + number(given[1]);
  }

  static std::string wait_any(const Arguments& given) {
    auto* requests = image::pointer_to<MPI_Request>(given[1]);
    EXPECT_EQ(requests[1], reinterpret_cast<MPI_Request>(0x2000));
    requests[1] = MPI_REQUEST_NULL;
    *image::pointer_to<int>(given[2]) = 1;
    image::pointer_to<MPI_Status>(given[3])->MPI_SOURCE = 7;
    image::pointer_to<MPI_Status>(given[3])->MPI_TAG = 8;
    return "";
  }

  static std::string wait_some(const Arguments& given) {
    auto* requests = image::pointer_to<std::uint64_t>(given[1]);
    *image::pointer_to<int>(given[2]) = 2;
    image::pointer_to<int>(given[3])[0] = 0;
    image::pointer_to<int>(given[3])[1] = 2;
    return number(requests[0]) + (given[4] == 0 ? " no statuses" : " statuses");
  }

  static std::string get_name(const Arguments& given) {
    std::strcpy(image::pointer_to<char>(given[1]), "the world");
    *image::pointer_to<int>(given[2]) = 9;
    return "";
  }

  static std::string info_get(const Arguments& given) {
    std::strcpy(image::pointer_to<char>(given[3]), "some value");
    *image::pointer_to<int>(given[4]) = 1;
    return text_at(given[1]) + " " + number(given[2]);
  }

  static std::string create_struct(const Arguments& given) {
    const auto* types = image::pointer_to<MPI_Datatype>(given[3]);
    EXPECT_EQ(types[0], MPI_INTEGER);
    EXPECT_EQ(types[1], MPI_DOUBLE_PRECISION);
    *image::pointer_to<std::uint64_t>(given[4]) = 4096;
    return number(given[0]);
  }

  image::StillWorld world_;
  image::Slots slots_;
  std::map<std::string, Answer> answers_;
  std::unique_ptr<image::Machine> machine_;
  std::uint64_t result_ = 0;
  std::uint64_t op_ = 0;
  int length_ = 0;
  std::uint64_t datatype_ = 0;
};

TEST(MpiPrograms, ACallTrapsWithTheNumberOfItsName) {
  AskedHost host;
  host.run("calls");
  EXPECT_THAT(host.calls,
              ElementsAre("MPI_Init ", "MPI_Comm_rank ", "MPI_Comm_size ", "MPI_Request_fromint ",
                          "MPI_Waitany ", "MPI_Comm_toint ", "MPI_Finalize "));
}

#ifdef ISTHMUS_MPI_FORTRAN
TEST(MpiPrograms, FortranOfFixedFormCallsTheFunctionsOfC) {
  AskedHost host;
  host.run("fixed");
  EXPECT_THAT(host.calls,
              ElementsAre("MPI_Init ", "MPI_Comm_rank ", "MPI_Bcast 2", "MPI_Bcast 2",
                          "MPI_Bcast bottom 1", "MPI_Waitany ", "MPI_Waitsome 8192 no statuses",
                          "MPI_Comm_get_name ", "MPI_Finalize "));
}

TEST(MpiPrograms, TheModuleMpiHandsOperatorsStringsAndArraysOver) {
  AskedHost host;
  host.run("module");
  EXPECT_THAT(
      host.calls,
      ElementsAre("MPI_Init ", "MPI_Allreduce in place", "MPI_Op_create ", "MPI_Reduce_local",
                  "MPI_Info_set a key=a value", "MPI_Info_get key 12", "MPI_Type_create_struct 2",
                  "MPI_Cart_create 101", "MPI_Alloc_mem ", "MPI_Alloc_mem ", "MPI_Finalize "));
}

TEST(MpiPrograms, TheModuleMpiF08HasTypesAndLargeCounts) {
  AskedHost host;
  host.run("f08");
  EXPECT_THAT(host.calls,
              ElementsAre("MPI_Init ", "MPI_Comm_rank ", "MPI_Bcast_c 4", "MPI_Waitany ",
                          "MPI_Info_get key 12", "MPI_Recv -1 -2", "MPI_Finalize "));
}
#endif

}  // namespace
}  // namespace isthmus::engine::mpi
