#include "isthmus/image/elf_file.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::image {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class ElfFileTest : public ::testing::Test {
 protected:
  ElfFileTest()
      : program_(std::string(ISTHMUS_IMAGE_PROGRAMS) + "/globals"),
        copy_(::testing::TempDir() + "elf_" + std::to_string(getpid())) {}
  ~ElfFileTest() override { fs::remove(copy_); }

  Expected<ElfFile> read(const std::string& bytes) const {
    // Another file each time: the last one may still be mapped.
    fs::remove(copy_);
    std::ofstream(copy_, std::ios::binary | std::ios::trunc) << bytes;
    return ElfFile::read(copy_);
  }
  /// The line of one that is refused.
  std::string refusal(const std::string& bytes) const {
    const auto file = read(bytes);
    if (file) return "read";
    EXPECT_EQ(file.error().code, ErrorCode::bad_input);
    EXPECT_THAT(file.error().text(), StartsWith(copy_ + ": "));
    EXPECT_EQ(file.error().text().find('\n'), std::string::npos);
    return file.error().text();
  }
  template <class Change>
  std::string with_header(const Change& change) const {
    std::string bytes = contents_of(program_);
    Elf64_Ehdr header;
    std::memcpy(&header, bytes.data(), sizeof(header));
    change(header);
    std::memcpy(bytes.data(), &header, sizeof(header));
    return bytes;
  }

  std::string program_;
  std::string copy_;
};

TEST_F(ElfFileTest, SaysWhatAProgramHasAndNeeds) {
  const auto file = ElfFile::read(program_);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(file->name, "globals");
  EXPECT_TRUE(file->runs_alone);
  EXPECT_FALSE(file->is_program);
  EXPECT_THAT(file->needed, ElementsAre("libhost.so", "libc.so.6"));
  EXPECT_THAT(file->run_paths, ElementsAre(ISTHMUS_IMAGE_PROGRAMS));
  const auto has = [&](std::string_view name, bool defined) {
    return std::ranges::any_of(file->symbols, [&](const Symbol& symbol) {
      return symbol.name == name && symbol.defined == defined;
    });
  };
  EXPECT_TRUE(has("initialized", true));
  EXPECT_TRUE(has("host_pause", false));
  EXPECT_GT(file->init_functions.count, 0U);
  EXPECT_GT(file->unwind_table, 0U);
  EXPECT_FALSE(file->thread_local_data);
}

TEST_F(ElfFileTest, KnowsVersionsOfSymbols) {
  const auto file = ElfFile::read(program_);
  ASSERT_TRUE(file);
  const auto main = std::ranges::find(file->symbols, "__libc_start_main", &Symbol::name);
  ASSERT_NE(main, file->symbols.end());
  EXPECT_EQ(main->version, "GLIBC_2.34");
}

TEST_F(ElfFileTest, IsRefusedWithTheFixWhereItIsOfAnotherKind) {
  EXPECT_THAT(refusal(""), HasSubstr("no ELF file"));
  EXPECT_THAT(refusal("#!/bin/sh\n"), HasSubstr("no ELF file"));
  EXPECT_THAT(refusal(with_header([](Elf64_Ehdr& header) { header.e_machine = EM_PPC64; })),
              HasSubstr("built for another processor (ELF machine 21)"));
  EXPECT_THAT(refusal(with_header([](Elf64_Ehdr& header) { header.e_type = ET_EXEC; })),
              HasSubstr("compile with -fPIC and link with -shared, not -static or -no-pie"));
  EXPECT_THAT(refusal(with_header([](Elf64_Ehdr& header) { header.e_type = ET_REL; })),
              HasSubstr("neither a program nor a shared object"));
  EXPECT_THAT(refusal(with_header([](Elf64_Ehdr& header) { header.e_phnum = 60000; })),
              HasSubstr("its program headers lie outside the file"));
  EXPECT_THAT(refusal(with_header([](Elf64_Ehdr& header) { header.e_entry = 1 << 30; })),
              HasSubstr("a function that it begins or ends with"));
}

TEST_F(ElfFileTest, IsRefusedWhereItCannotBeOpened) {
  EXPECT_THAT(ElfFile::read("/nowhere/program").error().text(),
              HasSubstr("/nowhere/program: cannot open: No such file"));
  EXPECT_THAT(ElfFile::read("/tmp").error().text(),
              AnyOf(HasSubstr("no regular file"), HasSubstr("cannot open")));
}

TEST_F(ElfFileTest, IsRefusedInOneLineWhereverItIsCutShort) {
  const std::string bytes = contents_of(program_);
  // What lies behind the last segment, such as names of sections, is not read.
  std::uint64_t end = 0;
  const auto whole = ElfFile::read(program_);
  ASSERT_TRUE(whole);
  for (const Segment& segment : whole->segments) {
    end = std::max(end, segment.file_offset + segment.file_bytes);
  }
  for (std::uint64_t length = 1; length < end; length += 13) {
    EXPECT_NE(refusal(bytes.substr(0, length)), "read") << length << " bytes";
  }
}

TEST_F(ElfFileTest, NeverLeadsOutsideItselfWhateverItsBytesSay) {
  const std::string bytes = contents_of(program_);
  Random random(20261126);
  int refused = 0;
  for (int turn = 0; turn < 3000; ++turn) {
    std::string damaged = bytes;
    for (std::uint64_t i = 0; i <= random.below(4); ++i) {
      // Most of what is read lies at the begin: headers, symbols, relocations; the rest is the
      // dynamic section.
      const std::uint64_t place =
          random.below(2) == 0 ? random.below(0x700) : random.below(damaged.size());
      damaged[place] = static_cast<char>(random.next());
    }
    const auto file = read(damaged);
    if (!file) {
      ++refused;
      continue;
    }
    for (const Segment& segment : file->segments) {
      ASSERT_LE(segment.file_offset + segment.file_bytes, damaged.size());
    }
    for (const Relocation& relocation : file->relocations) {
      ASSERT_LT(relocation.where, file->memory_bytes);
      ASSERT_TRUE(relocation.symbol == 0 || relocation.symbol < file->symbols.size());
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace isthmus::engine::image
