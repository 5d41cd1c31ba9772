// Parts of C++'s standard library that lean on libc, libgcc or the unwinder.
#include <unistd.h>

#include <any>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <locale>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/image/programs/host.h"

namespace {

int compare(const void* a, const void* b) {
  host_pause();  // with a frame of libc on the stack
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
int refuse_to_compare(const void*, const void*) { throw 5; }

bool sorts() {
  int values[] = {5, 3, 9, 1};
  std::qsort(values, 4, sizeof(int), compare);
  if (values[0] != 1 || values[3] != 9) return false;
  try {
    std::qsort(values, 4, sizeof(int), refuse_to_compare);
  } catch (int thrown) {
    return thrown == 5;
  }
  return false;
}

bool matches() {
  const std::regex pattern("([a-z]+)-([0-9]+)");
  std::smatch found;
  const std::string text = "abc-123";
  return std::regex_match(text, found, pattern) && found[2] == "123";
}

bool writes_files() {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("isthmus_image_" + std::to_string(getpid()) + "_" + std::to_string(host_rank()));
  std::ofstream(path) << "hello\n" << 3.25;
  host_pause();
  std::string word;
  double value = 0;
  std::ifstream(path) >> word >> value;
  return word == "hello" && value == 3.25 && std::filesystem::remove(path);
}

bool throws_what_it_should() {
  int caught = 0;
  try {
    static_cast<void>(std::locale("xx_YY"));
  } catch (const std::runtime_error&) {
    ++caught;
  }
  try {
    static_cast<void>(std::any_cast<int>(std::any(std::string("text"))));
  } catch (const std::bad_any_cast&) {
    ++caught;
  }
  try {
    volatile std::size_t many = std::size_t{1} << 50;
    char* volatile block = new char[many];
    delete[] block;
  } catch (const std::bad_alloc&) {
    ++caught;
  }
  std::exception_ptr kept;
  try {
    throw std::runtime_error("kept");
  } catch (...) {
    kept = std::current_exception();
  }
  host_pause();
  try {
    std::rethrow_exception(kept);
  } catch (const std::runtime_error& error) {
    caught += std::strcmp(error.what(), "kept") == 0 ? 1 : 0;
  }
  return caught == 4;
}

bool asks_a_shell() {
  std::FILE* pipe = popen("echo from a shell", "r");
  char line[100];
  const bool read = std::fgets(line, sizeof(line), pipe) != nullptr;
  return pclose(pipe) == 0 && read && std::strcmp(line, "from a shell\n") == 0;
}

int descend(int depth) {
  char room[2000];
  std::memset(room, depth & 0x7f, sizeof(room));
  return depth == 0 ? 0 : descend(depth - 1) + room[7] - (depth & 0x7f);
}

}  // namespace

int main() {
  if (!sorts()) return 1;
  if (!matches()) return 2;
  if (!writes_files()) return 3;
  if (!throws_what_it_should()) return 4;
  if (!asks_a_shell()) return 5;
  if (descend(3000) != 0) return 6;
  if (std::async(std::launch::deferred, [] { return 7; }).get() != 7) return 7;
  std::stringstream text;
  text << std::hex << 255 << ' ' << std::fixed << 1.5;
  return text.str() == "ff 1.500000" ? 0 : 8;
}
