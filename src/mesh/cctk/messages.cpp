// What routines tell.

#include <cstdarg>
#include <cstdio>
#include <string>

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {
namespace {

std::string formatted(const char* format, std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string text(length < 0 ? 0 : static_cast<std::size_t>(length), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

/// In one line: what is told may be of several.
std::string in_one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

bool is_told() { return current_call != nullptr && current_call->tells; }

void inform(const char* thorn, const std::string& message) {
  if (is_told()) std::fprintf(stdout, "INFO (%s): %s\n", thorn, message.c_str());
}

[[noreturn]] void fail_at(int line, const char* file, const char* thorn, std::string message) {
  fail_call(std::string(thorn) + ": " + in_one_line(std::move(message)) + " (" + file + ":" +
            std::to_string(line) + ")");
}

void warn(int level, int line, const char* file, const char* thorn, std::string message) {
  if (level <= CCTK_WARN_ABORT) fail_at(line, file, thorn, std::move(message));
  if (level > CCTK_WARN_ALERT || !is_told()) return;
  std::fprintf(stderr, "WARNING (%s): %s (%s:%d)\n", thorn, in_one_line(message).c_str(), file,
               line);
}

void warn_of_parameters(const char* thorn, std::string message) {
  const std::string text = std::string(thorn) + ": " + in_one_line(std::move(message));
  if (recording == nullptr) fail_call(text);
  isthmus_mesh_refuse(recording->settled, text.c_str());
}

}  // namespace

#define ISTHMUS_FORMATTED(text, last)            \
  std::va_list arguments;                        \
  va_start(arguments, last);                     \
  std::string text = formatted(last, arguments); \
  va_end(arguments)

extern "C" {

int CCTK_Info(const char* thorn, const char* message) {
  inform(thorn, message);
  return 0;
}
int CCTK_VInfo(const char* thorn, const char* format, ...) {
  ISTHMUS_FORMATTED(text, format);
  inform(thorn, text);
  return 0;
}
int CCTK_Warn(int level, int line, const char* file, const char* thorn, const char* message) {
  warn(level, line, file, thorn, message);
  return 0;
}
int CCTK_VWarn(int level, int line, const char* file, const char* thorn, const char* format, ...) {
  ISTHMUS_FORMATTED(text, format);
  warn(level, line, file, thorn, std::move(text));
  return 0;
}
void CCTK_Error(int line, const char* file, const char* thorn, const char* message) {
  fail_at(line, file, thorn, message);
}
void CCTK_VError(int line, const char* file, const char* thorn, const char* format, ...) {
  ISTHMUS_FORMATTED(text, format);
  fail_at(line, file, thorn, std::move(text));
}
int CCTK_ParamWarn(const char* thorn, const char* message) {
  warn_of_parameters(thorn, message);
  return 0;
}
int CCTK_VParamWarn(const char* thorn, const char* format, ...) {
  ISTHMUS_FORMATTED(text, format);
  warn_of_parameters(thorn, std::move(text));
  return 0;
}
int CCTK_RegisterBanner(const char*) { return 0; }

int Util_snprintf(char* text, size_t size, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return length;
}

}  // extern "C"

}  // namespace isthmus::cctk
