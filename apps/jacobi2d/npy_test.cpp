#include "jacobi2d/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace jacobi2d {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Npy : public testing::Test {
 protected:
  Npy() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Npy() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name = "field.npy") const { return folder_ + "/" + name; }

  void put(const std::string& bytes) const {
    std::ofstream(path(), std::ios::binary).write(bytes.data(), std::ssize(bytes));
  }
  std::string get(const std::string& file) const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  int files_in_folder() const {
    const std::filesystem::directory_iterator files(folder_);
    return static_cast<int>(std::distance(begin(files), end(files)));
  }

  /// What reading these bytes complains about; the line always begins with the path.
  std::string complaint(const std::string& bytes) const {
    put(bytes);
    const auto field = read_npy(path());
    if (field) return "no complaint";
    EXPECT_EQ(field.error().code, isthmus::ErrorCode::bad_input);
    const std::string text = field.error().text();
    EXPECT_THAT(text, StartsWith(path() + ": "));
    EXPECT_EQ(text.find('\n'), std::string::npos);
    return text;
  }

  const std::string folder_ = testing::TempDir() + "jacobi2d_npy_test_" +
                              testing::UnitTest::GetInstance()->current_test_info()->name();
};

std::string version_1(const std::string& header, const std::string& data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + data;
}

std::string version_2(const std::string& header, const std::string& data) {
  std::string bytes("\x93NUMPY\x02\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += std::string(2, '\0');
  return bytes + header + data;
}

std::string header_with(const std::string& type, const std::string& order,
                        const std::string& shape) {
  return "{'descr': " + type + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

std::string good_header() { return header_with("'<f8'", "False", "(2, 3)"); }

std::string doubles(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    const double value = i + 0.5;
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

const Field two_by_three{2, 3, {0.5, 1.5, 2.5, 3.5, 4.5, 5.5}};

TEST_F(Npy, ReadsBackWhatItWroteForManyShapes) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {3, 4}, {1, 1000}, {1000, 1}, {123, 77}}) {
    Field field{rows, columns, {}};
    for (int i = 0; i < rows * columns; ++i) field.cells.push_back(1.0 / (i + 1));
    ASSERT_TRUE(write_npy(path(), field));
    const auto read = read_npy(path());
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, field);
  }
}

TEST_F(Npy, WritesTheBytesThatTheFormatAsksFor) {
  ASSERT_TRUE(write_npy(path(), two_by_three));
  const std::string bytes = get(path());
  ASSERT_EQ(bytes.size(), 128u + 48u);
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_THAT(bytes.substr(10),
              StartsWith("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }  "));
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_EQ(bytes.substr(128), doubles(6));
}

TEST_F(Npy, ReadsBothVersionsAndKeysInAnyOrder) {
  for (const std::string& bytes :
       {version_1(good_header(), doubles(6)), version_2(good_header(), doubles(6)),
        version_1("{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f8\"}", doubles(6))}) {
    put(bytes);
    const auto read = read_npy(path());
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, two_by_three);
  }
}

TEST_F(Npy, RefusesWhatIsNoNpyFile) {
  EXPECT_THAT(complaint(""), HasSubstr("not a .npy file"));
  EXPECT_THAT(complaint("\x93NUM"), HasSubstr("not a .npy file"));
  EXPECT_THAT(complaint("rows,columns\n1,2\n"), HasSubstr("not a .npy file"));
  std::string third = version_1(good_header(), doubles(6));
  third[6] = 3;
  EXPECT_THAT(complaint(third), HasSubstr("version 3 (expected version 1 or 2)"));
}

TEST_F(Npy, RefusesOtherTypesOrdersAndShapes) {
  const auto header_complaint = [&](const char* type, const char* order, const char* shape) {
    return complaint(version_1(header_with(type, order, shape), doubles(6)));
  };
  EXPECT_THAT(header_complaint("'<f4'", "False", "(2, 3)"), HasSubstr("dtype is '<f4'"));
  EXPECT_THAT(header_complaint("'>f8'", "False", "(2, 3)"), HasSubstr("dtype is '>f8'"));
  EXPECT_THAT(header_complaint("[('x', '<f8')]", "False", "(2, 3)"), HasSubstr("dtype is [("));
  EXPECT_THAT(header_complaint("'<f8'", "True", "(2, 3)"), HasSubstr("expected False"));
  for (const char* shape : {"(6,)", "()", "(1, 2, 3)", "(2, x)", "(-2, 3)", "6", "(2 3)",
                            "(99999999999999999999, 1)", "(4294967296, 4294967296)"}) {
    EXPECT_THAT(header_complaint("'<f8'", "False", shape), HasSubstr("shape is")) << shape;
  }
}

TEST_F(Npy, RefusesSizesThatTheFileDoesNotHoldBeforeTakingMemory) {
  const std::string huge = header_with("'<f8'", "False", "(2147483647, 2147483647)");
  EXPECT_THAT(complaint(version_1(huge, doubles(6))), HasSubstr("holds 48 bytes"));
  EXPECT_THAT(complaint(version_1(good_header(), doubles(5))), HasSubstr("holds 40 bytes"));
  EXPECT_THAT(complaint(version_1(good_header(), doubles(7))), HasSubstr("holds 56 bytes"));
  EXPECT_THAT(complaint(version_1(good_header(), doubles(6) + "x")), HasSubstr("holds 49 bytes"));
}

TEST_F(Npy, RefusesABrokenHeader) {
  EXPECT_THAT(complaint(version_1("{'descr': '<f8'}", doubles(6))), HasSubstr("header lacks"));
  EXPECT_THAT(complaint(version_1("{'descr': '<f8', 'shape': (2, 3", "")),
              HasSubstr("header lacks"));
  EXPECT_THAT(complaint(version_1("", doubles(6))), HasSubstr("header lacks"));
  std::string long_header = version_2(good_header(), doubles(6));
  long_header[11] = '\x7f';
  EXPECT_THAT(complaint(long_header), HasSubstr("header is said to have"));
}

TEST_F(Npy, ComplainsAboutEveryTruncation) {
  for (const std::string& whole :
       {version_1(good_header(), doubles(6)), version_2(good_header(), doubles(6))}) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_NE(complaint(whole.substr(0, size)), "no complaint") << size;
    }
  }
}

TEST_F(Npy, NamesAPathThatCannotBeRead) {
  EXPECT_THAT(read_npy(path("absent.npy")).error().text(), HasSubstr("absent.npy: cannot open"));
  EXPECT_THAT(read_npy(folder_).error().text(), HasSubstr("not a regular file"));
}

TEST_F(Npy, NamesAPathThatCannotBeWritten) {
  const auto written = write_npy(path("absent/field.npy"), two_by_three);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, isthmus::ErrorCode::io);
  EXPECT_THAT(written.error().text(), StartsWith(path("absent/field.npy") + ": cannot write: "));

  const auto full = write_npy("/dev/full", two_by_three);
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().text(), "/dev/full: cannot write: No space left on device");
}

TEST_F(Npy, LeavesTheOldFileAndNoOtherWhenTheDiskIsFull) {
  ASSERT_TRUE(write_npy(path(), two_by_three));
  // A limit on the size of files stands for the full disk: the write stops in the middle.
  rlimit old_limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  auto* const old_action = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit low_limit{4096, old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &low_limit), 0);
  const auto written = write_npy(path(), Field{100, 100, std::vector<double>(10000)});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  std::signal(SIGXFSZ, old_action);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().text(), StartsWith(path() + ": cannot write: "));
  EXPECT_EQ(files_in_folder(), 1);
  const auto old = read_npy(path());
  ASSERT_TRUE(old);
  EXPECT_EQ(*old, two_by_three);
}

}  // namespace
}  // namespace jacobi2d
