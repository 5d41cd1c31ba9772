// getopt and its relatives, with a state for each rank: libc's own has one for the process, and the
// second rank would find that all options have been read. As getopt(3) says it, GNU's extensions
// included, POSIXLY_CORRECT aside.
#include <getopt.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "isthmus/image/binding.hpp"

namespace isthmus::engine::image {

namespace {

constexpr int no_more = -1;

/// One call of getopt_long. `long_options` may be null.
class OptionReader {
 public:
  OptionReader(int count, char** arguments, const char* letters, const option* long_options,
               int* long_index, bool long_only, Header* header)
      : count_(count),
        arguments_(arguments),
        letters_(letters),
        long_options_(long_options),
        long_index_(long_index),
        long_only_(long_only),
        state_(header->libc.getopt) {}

  int next() {
    read_mode();
    state_.argument = nullptr;
    if (state_.index == 0) {
      state_.index = 1;
      state_.rest = nullptr;
    }
    if (state_.rest == nullptr || *state_.rest == '\0') {
      if (state_.index == 1) state_.others_begin = state_.others_end = 1;
      if (const int ended = find_option(); ended != 0) return ended == 1 ? 1 : no_more;
      const char* text = arguments_[state_.index];
      if (long_options_ != nullptr && (text[1] == '-' || (long_only_ && is_long(text)))) {
        return read_long(text + (text[1] == '-' ? 2 : 1), text[1] == '-' ? "--" : "-");
      }
      state_.rest = text + 1;
    }
    return read_letter();
  }

 private:
  void read_mode() {
    if (*letters_ == '+' || *letters_ == '-') mode_ = *letters_++;
    quiet_ = *letters_ == ':' || state_.reports == 0;
    names_missing_ = *letters_ == ':';
    if (*letters_ == ':') ++letters_;
  }

  bool is_option(int index) const {
    return arguments_[index][0] == '-' && arguments_[index][1] != '\0';
  }

  /// With one letter behind the dash, that one goes first where there is such an option.
  bool is_long(const char* text) const {
    return text[2] != '\0' || std::strchr(letters_, text[1]) == nullptr;
  }

  /// Goes to the next option, past arguments that are none; these go behind all options. 0: there
  /// is one; 1: an argument is given as one; 2: no more.
  int find_option() {
    if (state_.others_end > state_.index) state_.others_end = state_.index;
    if (state_.others_begin > state_.index) state_.others_begin = state_.index;
    if (mode_ == 0) {
      if (state_.others_begin != state_.others_end && state_.others_end != state_.index) {
        put_others_behind();
      } else if (state_.others_end != state_.index) {
        state_.others_begin = state_.index;
      }
      while (state_.index < count_ && !is_option(state_.index)) ++state_.index;
      state_.others_end = state_.index;
    }
    if (state_.index < count_ && std::strcmp(arguments_[state_.index], "--") == 0) {
      ++state_.index;
      if (state_.others_begin != state_.others_end && state_.others_end != state_.index) {
        put_others_behind();
      } else if (state_.others_begin == state_.others_end) {
        state_.others_begin = state_.index;
      }
      state_.others_end = count_;
      state_.index = count_;
    }
    if (state_.index >= count_) {
      if (state_.others_begin != state_.others_end) state_.index = state_.others_begin;
      return 2;
    }
    if (is_option(state_.index)) return 0;
    if (mode_ == '+') return 2;
    state_.argument = arguments_[state_.index++];
    return 1;
  }

  void put_others_behind() {
    std::rotate(arguments_ + state_.others_begin, arguments_ + state_.others_end,
                arguments_ + state_.index);
    state_.others_begin += state_.index - state_.others_end;
    state_.others_end = state_.index;
  }

  int read_letter() {
    const char letter = *state_.rest++;
    const char* known = letter == ':' || letter == ';' ? nullptr : std::strchr(letters_, letter);
    const bool last = *state_.rest == '\0';
    if (last) ++state_.index;
    if (known == nullptr) {
      state_.option = static_cast<unsigned char>(letter);
      complain("invalid option -- '%c'", letter);
      return '?';
    }
    if (known[1] != ':') return static_cast<unsigned char>(letter);
    if (!last) {
      state_.argument = const_cast<char*>(state_.rest);
      ++state_.index;
    } else if (known[2] != ':') {
      if (state_.index >= count_) {
        state_.option = static_cast<unsigned char>(letter);
        state_.rest = nullptr;
        complain("option requires an argument -- '%c'", letter);
        return names_missing_ ? ':' : '?';
      }
      state_.argument = arguments_[state_.index++];
    }
    state_.rest = nullptr;
    return static_cast<unsigned char>(letter);
  }

  /// The option that is called so, or the only one that begins so; null and `ambiguous` where
  /// several do that mean different things.
  const option* find_long(std::string_view name, bool& ambiguous) const {
    const option* found = nullptr;
    for (const option* one = long_options_; one->name != nullptr; ++one) {
      const std::string_view text(one->name);
      if (!text.starts_with(name)) continue;
      if (text.size() == name.size()) {
        ambiguous = false;
        return one;
      }
      if (found == nullptr) {
        found = one;
      } else if (found->has_arg != one->has_arg || found->flag != one->flag ||
                 found->val != one->val) {
        ambiguous = true;
      }
    }
    return ambiguous ? nullptr : found;
  }

  int read_long(const char* text, const char* dashes) {
    const std::string_view name(text, std::strcspn(text, "="));
    bool ambiguous = false;
    const option* found = find_long(name, ambiguous);
    if (found == nullptr) {
      if (long_only_ && !ambiguous && dashes[1] == '\0' &&
          std::strchr(letters_, *text) != nullptr) {
        state_.rest = text;
        return read_letter();
      }
      ++state_.index;
      state_.option = 0;
      complain(ambiguous ? "option '%s%s' is ambiguous" : "unrecognized option '%s%s'", dashes,
               text);
      return '?';
    }
    ++state_.index;
    if (text[name.size()] == '=') {
      if (found->has_arg == no_argument) {
        state_.option = found->val;
        complain("option '%s%s' doesn't allow an argument", dashes, found->name);
        return '?';
      }
      state_.argument = const_cast<char*>(text + name.size() + 1);
    } else if (found->has_arg == required_argument) {
      if (state_.index >= count_) {
        state_.option = found->val;
        complain("option '%s%s' requires an argument", dashes, found->name);
        return names_missing_ ? ':' : '?';
      }
      state_.argument = arguments_[state_.index++];
    }
    if (long_index_ != nullptr) *long_index_ = static_cast<int>(found - long_options_);
    if (found->flag == nullptr) return found->val;
    *found->flag = found->val;
    return 0;
  }

  template <class... Values>
  void complain(const char* format, Values... values) const {
    if (quiet_) return;
    std::fprintf(stderr, "%s: ", arguments_[0]);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
    std::fprintf(stderr, format, values...);
#pragma GCC diagnostic pop
    std::fputc('\n', stderr);
  }

  const int count_;
  char** const arguments_;
  const char* letters_;
  const option* const long_options_;
  int* const long_index_;
  const bool long_only_;
  decltype(LibcState::getopt)& state_;
  char mode_ = 0;
  bool quiet_ = false;
  bool names_missing_ = false;
};

int read_options(int count, char** arguments, const char* letters, Header* header) {
  return OptionReader(count, arguments, letters, nullptr, nullptr, false, header).next();
}

int read_long_options(int count, char** arguments, const char* letters, const option* long_options,
                      int* long_index, Header* header) {
  return OptionReader(count, arguments, letters, long_options, long_index, false, header).next();
}

int read_long_options_only(int count, char** arguments, const char* letters,
                           const option* long_options, int* long_index, Header* header) {
  return OptionReader(count, arguments, letters, long_options, long_index, true, header).next();
}

}  // namespace

std::vector<Binding> option_bindings() {
  return {
      bind("getopt", &read_options),
      bind("__posix_getopt", &read_options),
      bind("getopt_long", &read_long_options),
      bind("getopt_long_only", &read_long_options_only),
      bind_data("optind", offsetof(Header, libc.getopt.index)),
      bind_data("opterr", offsetof(Header, libc.getopt.reports)),
      bind_data("optopt", offsetof(Header, libc.getopt.option)),
      bind_data("optarg", offsetof(Header, libc.getopt.argument)),
  };
}

}  // namespace isthmus::engine::image
