#include "isthmus/topology/machine.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace isthmus::engine::topology {
namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST(Machine, ReadsWhatTheKernelWrites) {
  const std::filesystem::path root = testing::TempDir() + "isthmus_machine_read";
  const std::filesystem::path caches = root / "sys/devices/system/cpu/cpu0/cache";
  write_file(root / "proc/meminfo", "MemTotal:        2048 kB\nMemFree: 1 kB\n");
  write_file(root / "proc/cpuinfo", "processor\t: 0\nmodel name\t: Abacus 9\n");
  write_file(caches / "index0/level", "2\n");
  write_file(caches / "index0/type", "Instruction\n");
  write_file(caches / "index0/size", "64K\n");
  write_file(caches / "index1/level", "2\n");
  write_file(caches / "index1/type", "Unified\n");
  write_file(caches / "index1/size", "512K\n");
  write_file(caches / "index2/level", "3\n");
  write_file(caches / "index2/type", "Unified\n");
  write_file(caches / "index2/size", "32M\n");
  const Machine machine = this_machine(root.string());
  EXPECT_EQ(machine.memory_bytes, 2 << 20);
  EXPECT_EQ(machine.cpu_name, "Abacus 9");
  EXPECT_EQ(machine.l2_bytes, 512 << 10);
  EXPECT_EQ(machine.l3_bytes, 32 << 20);
  std::filesystem::remove_all(root);
}

TEST(Machine, LeavesOutWhatItCannotRead) {
  const std::filesystem::path root = testing::TempDir() + "isthmus_machine_odd";
  write_file(root / "proc/meminfo", "MemTotal: many\n");
  write_file(root / "proc/cpuinfo", "model name\n");
  const Machine machine = this_machine(root.string());
  EXPECT_EQ(machine.memory_bytes, 0);
  EXPECT_EQ(machine.cpu_name, "");
  EXPECT_EQ(machine.l2_bytes, 0);
  EXPECT_GE(machine.core_count, 1);
  std::filesystem::remove_all(root);
}

TEST(Machine, KnowsThisOne) {
  const Machine machine = this_machine();
  EXPECT_GE(machine.core_count, 1);
  EXPECT_GT(machine.memory_bytes, 1 << 20);
}

}  // namespace
}  // namespace isthmus::engine::topology
