// isthmus/object/message_words.hpp: what `word` of a message says, by the kind of message.
#pragma once

#include <bit>
#include <cstdint>

#include "isthmus/message/message.hpp"

namespace isthmus::engine {

/// In a call (flag_wants_reply): where the answer goes. The inbox belongs to the PE that called.
struct ReplyWord {
  std::uint32_t inbox = 0;
  PeId pe;
};

/// In an entry message that was sent on (`hops` is not 0): who sent it first. A call has a
/// ReplyWord, which says the same.
struct SenderWord {
  std::uint32_t unused = 0;
  PeId first;
};

/// In an element's creation.
struct BirthWord {
  std::uint32_t reduction = 0;  ///< The one that it is born into.
  std::uint32_t epoch = 0;      ///< Its first; 0 before its home has seen to it.
};

template <class Word>
Word word_as(const Message& message) {
  static_assert(sizeof(Word) == sizeof(message.word));
  return std::bit_cast<Word>(message.word);
}

template <class Word>
std::uint64_t word_of(const Word& word) {
  return std::bit_cast<std::uint64_t>(word);
}

/// The PE that first sent an entry message; `source` is the one that sent it last.
inline PeId first_sender_of(const Message& message) {
  return message.hops == 0 ? message.source : word_as<SenderWord>(message).first;
}

}  // namespace isthmus::engine
