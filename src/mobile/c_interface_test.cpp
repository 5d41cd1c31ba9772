// What C programs are told of their mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>

#include "mobile/isthmus_mobile.h"

namespace {

using ::testing::HasSubstr;

std::atomic<int> refused = 0;
std::atomic<int> handled = 0;

void take_request(isthmus_self*, int, const std::uint64_t*) { ++handled; }
void take_buffer(isthmus_self*, int, const void*, std::size_t) { ++handled; }
void take_message(isthmus_self*, isthmus_pointer, void*, int, const void*, std::size_t) {
  ++handled;
}

void expect_refused(const isthmus_self* self, int status, const std::string& what) {
  EXPECT_EQ(status, -1) << what;
  EXPECT_THAT(isthmus_error(self), HasSubstr(what));
  ++refused;
}

void mistake(isthmus_self* self) {
  static int data = 0;
  const int other = (isthmus_rank(self) + 1) % isthmus_size(self);
  const std::array<std::uint64_t, 4> arguments = {};
  const isthmus_pointer object = isthmus_make(self, 0, &data);
  const isthmus_pointer nowhere = {7, 12345, 0};
  expect_refused(self, isthmus_rsr(self, other, 1, arguments.data()), "request handler 1 of 1");
  expect_refused(self, isthmus_rsr(self, 99, 0, arguments.data()), "PE 99 of 2");
  expect_refused(self, isthmus_rsr_buffer(self, other, 9, nullptr, 0), "buffer handler 9 of 1");
  expect_refused(self, isthmus_rsr_buffer(self, other, 0, nullptr, 8), "8 bytes at NULL");
  expect_refused(self, isthmus_send(self, object, 5, nullptr, 0), "object handler 5 of 1");
  expect_refused(self, isthmus_send(self, object, 0, nullptr, 3), "3 bytes at NULL");
  expect_refused(self, isthmus_send(self, {0, 0, 0}, 0, nullptr, 0), "names no object");
  expect_refused(self, isthmus_send(self, nowhere, 0, nullptr, 0),
                 "#7 of PE 12345 names no object");
  expect_refused(self, isthmus_work(self, nowhere, 1, 0, nullptr, 0), "names no object");
  expect_refused(self, isthmus_work(self, object, -1, 0, nullptr, 0), "a hint below 0");
  expect_refused(self, isthmus_install(self, nowhere, 0, &data), "names no object");
  EXPECT_EQ(isthmus_rsr(self, other, 0, arguments.data()), 0);
  EXPECT_EQ(isthmus_rsr_buffer(self, other, 0, nullptr, 0), 0);
  EXPECT_EQ(isthmus_send(self, object, 0, nullptr, 0), 0);
  isthmus_quiescence(self);
}

constexpr std::array<isthmus_request_handler, 1> requests = {take_request};
constexpr std::array<isthmus_buffer_handler, 1> buffer_requests = {take_buffer};
constexpr std::array<isthmus_object_handler, 1> object_handlers = {take_message};
constexpr std::array<isthmus_type, 1> types = {{{"number", nullptr, nullptr, nullptr, nullptr}}};

TEST(CInterface, TellsOfMistakesAtTheCallThatMakesThem) {
  std::string program = "c_interface_test";
  std::string option = "--pes";
  std::string count = "2";
  std::array<char*, 4> arguments = {program.data(), option.data(), count.data(), nullptr};
  EXPECT_EQ(isthmus_mobile_run(3, arguments.data()), 0);
  EXPECT_EQ(refused, 2 * 11);
  EXPECT_EQ(handled, 2 * 3);
}

}  // namespace

const isthmus_program isthmus_mobile_program = {
    .main = mistake,
    .requests = requests.data(),
    .request_count = requests.size(),
    .buffer_requests = buffer_requests.data(),
    .buffer_request_count = buffer_requests.size(),
    .object_handlers = object_handlers.data(),
    .object_handler_count = object_handlers.size(),
    .types = types.data(),
    .type_count = types.size(),
};
