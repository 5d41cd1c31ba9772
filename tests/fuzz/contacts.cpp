// What processes of one manager hand on: decode_contact, decode_introduction.
#include "fuzz/target.hpp"
#include "isthmus/bootstrap/join/contact.hpp"
#include "isthmus/bootstrap/join/introduction.hpp"

namespace isthmus::engine::fuzz {

namespace {

using bootstrap::by_nearness;
using bootstrap::Contact;
using bootstrap::decode_contact;
using bootstrap::decode_introduction;
using bootstrap::encode;
using bootstrap::Introduction;

/// The first byte chooses which.
void run(Input input) {
  Source source(input);
  const bool is_contact = (source.take<std::uint8_t>() & 1) == 0;
  const Input bytes = source.rest();
  if (is_contact) {
    const auto contact = decode_contact(bytes);
    if (!contact) return;
    const auto again = decode_contact(encode(*contact));
    require(again && again->addresses == contact->addresses && again->job_key == contact->job_key,
            "a contact comes back");
    by_nearness(contact->addresses, {{"10.0.0.1", 1}, {"::1", 2}});
  } else if (const auto read = decode_introduction(bytes)) {
    const auto again = decode_introduction(encode(*read));
    require(again && *again == *read, "an introduction comes back");
  }
}

std::vector<Bytes> seeds() {
  const Contact contact{{{"10.0.0.7", 41000}, {"fd00::7", 41000}}, "key", "no descriptors"};
  const Introduction introduction{"node7", {0, 1, 5}, 17, true};
  return {Sink().put(std::uint8_t{0}).put_bytes(encode(contact)).take(),
          Sink().put(std::uint8_t{1}).put_bytes(encode(introduction)).take()};
}

}  // namespace

extern const Target contacts;
const Target contacts{"contacts", run, seeds};

}  // namespace isthmus::engine::fuzz
