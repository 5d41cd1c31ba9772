// isthmus/relay/test_votes.hpp: a file of votes, and who asks for them; for the room's own tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "isthmus/relay/vote_book.hpp"

namespace isthmus::engine::relay {

using WitnessKind = bootstrap::AgreementMessage::Kind;

class VotesTest : public ::testing::Test {
 protected:
  VotesTest() { std::filesystem::remove(path_); }
  ~VotesTest() override { std::filesystem::remove(path_); }

  VoteBook book() { return VoteBook::open(path_).value(); }
  std::string refusal() {
    const auto opened = VoteBook::open(path_);
    return opened ? "well" : opened.error().text();
  }
  std::string contents() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& contents) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << contents;
  }
  /// What it answers to a process that proposes itself, and so many in all.
  static WitnessKind answer(VoteBook& book, WitnessKind kind, std::uint32_t from,
                            std::uint32_t round, std::uint8_t job = 1, std::uint32_t members = 1) {
    bootstrap::AgreementMessage asked{ProcessId(from), bootstrap::witness_id, 4, kind};
    asked.ballot = {0, round, ProcessId(from)};
    for (std::uint32_t i = 0; i < members; ++i) asked.list.push_back({ProcessId(from + i), "17"});
    bootstrap::RelayName name{};
    name[0] = static_cast<std::byte>(job);
    return book.answer(name, asked).value().value().kind;
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("isthmus-votes-" + std::to_string(getpid())))
          .string();
};

}  // namespace isthmus::engine::relay
