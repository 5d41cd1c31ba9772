// tests/system/programs/mpi/random_messages.hpp: random messages of a communicator.
// Every way to send and to receive, in any order, with types, sizes and wildcards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "random_draws.hpp"

class RandomMessages {
 public:
  RandomMessages(MPI_Comm all, int salt) : members_(all), salt_(salt) {
    // So that no receive of one round takes what the next one has sent already.
    const int first_tag = salt % 1000 * tags;
    same_tags_ = shared.one_in(2);
    for (int i = 1 + shared.below(most); i > 0; --i) {
      messages_.push_back(drawn(first_tag + static_cast<int>(messages_.size())));
      Message& last = messages_.back();
      // Then their order tells them apart.
      if (same_tags_ && last.receiving == Receiving::begun) last.tag = first_tag + tags - 1;
    }
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spread_);
    MPI_Type_commit(&spread_);
  }
  ~RandomMessages() { MPI_Type_free(&spread_); }
  RandomMessages(const RandomMessages&) = delete;
  RandomMessages& operator=(const RandomMessages&) = delete;

  void exchange() {
    for (Message& message : messages_) {
      if (message.to == members_.rank) begin_receive(message);
    }
    dawdle();
    std::vector<Message*> order;
    for (Message& message : messages_) {
      if (message.from == members_.rank) order.push_back(&message);
    }
    if (!same_tags_) {
      for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[static_cast<std::size_t>(own.below(static_cast<int>(i)))]);
      }
    }
    std::vector<char> buffer(buffer_bytes);
    MPI_Buffer_attach(buffer.data(), static_cast<int>(buffer.size()));
    for (Message* const message : order) send(*message);
    for (Message& message : messages_) {
      if (message.to == members_.rank) take(message);
    }
    finish(requests_);
    for (MPI_Request& request : persistent_) {
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      MPI_Request_free(&request);
    }
    void* gone = nullptr;
    int bytes = 0;
    MPI_Buffer_detach(&gone, &bytes);
    for (const Message& message : messages_) {
      if (message.to == members_.rank) check(message);
    }
  }

 private:
  static constexpr int most = 20;
  static constexpr int tags = 64;
  static constexpr std::size_t buffer_bytes = std::size_t{4} << 20;
  static constexpr int untouched = -7;

  enum class Sending {
    begun,
    synchronous,
    blocking,
    waiting,
    buffered,
    persistent,
    in_parts,
    kinds
  };
  enum class Receiving { begun, persistent, matched, probed, in_parts, kinds = in_parts };
  struct Message {
    int number = 0, from = 0, to = 0, tag = 0, count = 0;
    bool is_spread = false;
    Sending sending = Sending::begun;
    Receiving receiving = Receiving::begun;
    std::vector<int> sent = {}, received = {};

    std::size_t stride() const { return is_spread ? 2 : 1; }
    std::size_t words() const { return static_cast<std::size_t>(count) * stride() + 1; }
  };

  Message drawn(int tag) {
    Message message;
    message.number = static_cast<int>(messages_.size());
    message.from = shared.below(members_.count);
    message.to = shared.below(members_.count);
    message.tag = tag;
    const int size = shared.below(10);
    message.count = shared.below(size < 5 ? 30 : size < 9 ? 4000 : 40000);
    message.is_spread = shared.one_in(4);
    message.sending = static_cast<Sending>(shared.below(static_cast<int>(Sending::kinds)));
    message.receiving = static_cast<Receiving>(shared.below(static_cast<int>(Receiving::kinds)));
    const bool is_probed =
        message.receiving == Receiving::matched || message.receiving == Receiving::probed;
    if (message.sending == Sending::in_parts) {
      message.receiving = Receiving::in_parts;
      message.is_spread = false;
      message.count -= message.count % 4;
    } else if (is_probed) {
      // Nobody waits for a receive that begins when all has been sent.
      message.sending = shared.one_in(2) ? Sending::begun : Sending::buffered;
    }
    return message;
  }

  MPI_Datatype type_of(const Message& message) const {
    return message.is_spread ? spread_ : MPI_INT;
  }
  bool is_told_apart(const Message& message) const { return message.tag % tags != tags - 1; }

  void begin_receive(Message& message) {
    message.received.assign(message.words(), untouched);
    int* const bytes = message.received.data();
    const int from =
        is_told_apart(message) && own.one_in(3) ? static_cast<int>(MPI_ANY_SOURCE) : message.from;
    if (message.receiving == Receiving::in_parts) {
      MPI_Precv_init(bytes, 4, message.count / 4, MPI_INT, message.from, message.tag, members_.all,
                     MPI_INFO_NULL, &persistent_.emplace_back());
      MPI_Start(&persistent_.back());
    } else if (message.receiving == Receiving::persistent) {
      MPI_Recv_init(bytes, message.count, type_of(message), from, message.tag, members_.all,
                    &persistent_.emplace_back());
      MPI_Start(&persistent_.back());
    } else if (message.receiving == Receiving::begun) {
      MPI_Irecv(bytes, message.count, type_of(message), from, message.tag, members_.all,
                &requests_.emplace_back());
    }
  }

  void send(Message& message) {
    message.sent.assign(message.words(), 0);
    for (int i = 0; i < message.count; ++i) {
      message.sent[static_cast<std::size_t>(i) * message.stride()] =
          value(salt_, message.number, i);
    }
    const int* const bytes = message.sent.data();
    const MPI_Datatype type = type_of(message);
    const auto begins = [&](auto function) {
      function(bytes, message.count, type, message.to, message.tag, members_.all,
               &requests_.emplace_back());
    };
    switch (message.sending) {
      case Sending::begun:
        return begins(MPI_Isend);
      case Sending::synchronous:
        return begins(MPI_Issend);
      case Sending::blocking:
        MPI_Send(bytes, message.count, type, message.to, message.tag, members_.all);
        return;
      case Sending::waiting:
        MPI_Ssend(bytes, message.count, type, message.to, message.tag, members_.all);
        return;
      case Sending::buffered:
        if (own.one_in(2)) return begins(MPI_Ibsend);
        MPI_Bsend(bytes, message.count, type, message.to, message.tag, members_.all);
        return;
      case Sending::persistent:
        MPI_Send_init(bytes, message.count, type, message.to, message.tag, members_.all,
                      &persistent_.emplace_back());
        MPI_Start(&persistent_.back());
        return;
      case Sending::in_parts:
        MPI_Psend_init(bytes, 2, message.count / 2, MPI_INT, message.to, message.tag, members_.all,
                       MPI_INFO_NULL, &persistent_.emplace_back());
        MPI_Start(&persistent_.back());
        MPI_Pready(1, persistent_.back());
        dawdle();
        MPI_Pready(0, persistent_.back());
        return;
      case Sending::kinds:
        break;
    }
    CHECK(false);
  }

  void take(Message& message) {
    const int from = own.one_in(2) ? static_cast<int>(MPI_ANY_SOURCE) : message.from;
    int found = 0, count = 0;
    MPI_Status status;
    if (message.receiving == Receiving::matched) {
      MPI_Message taken;
      if (own.one_in(2)) {
        MPI_Mprobe(from, message.tag, members_.all, &taken, &status);
      } else {
        while (!found) MPI_Improbe(from, message.tag, members_.all, &found, &taken, &status);
      }
      MPI_Get_count(&status, type_of(message), &count);
      CHECK(count == message.count && status.MPI_SOURCE == message.from);
      MPI_Imrecv(message.received.data(), count, type_of(message), &taken,
                 &requests_.emplace_back());
    } else if (message.receiving == Receiving::probed) {
      if (own.one_in(2)) {
        MPI_Probe(from, message.tag, members_.all, &status);
      } else {
        while (!found) MPI_Iprobe(from, message.tag, members_.all, &found, &status);
      }
      MPI_Get_count(&status, type_of(message), &count);
      CHECK(count == message.count && status.MPI_SOURCE == message.from);
      MPI_Recv(message.received.data(), count, type_of(message), message.from, message.tag,
               members_.all, MPI_STATUS_IGNORE);
    }
  }

  void check(const Message& message) {
    for (std::size_t i = 0; i < message.words(); ++i) {
      const auto place = static_cast<int>(i / message.stride());
      const bool is_sent = place < message.count && i % message.stride() == 0;
      CHECK(message.received[i] == (is_sent ? value(salt_, message.number, place) : untouched));
    }
  }

  Members members_;
  int salt_;
  bool same_tags_ = false;
  MPI_Datatype spread_ = MPI_DATATYPE_NULL;  // integers, each behind a gap
  std::vector<Message> messages_;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Request> persistent_;
};

inline void exchange_messages(MPI_Comm all, int salt) { RandomMessages(all, salt).exchange(); }
