// Mobile objects: data that moves from PE to PE while everybody sends to it by one pointer.

#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/mobile.hpp"

using isthmus::mobile::Node;
using isthmus::mobile::Pointer;

struct Diary {
  std::vector<int> places;
  int entries = 0;
};

void write_entry(Node& node, Diary& diary) {
  ++diary.entries;
  diary.places.push_back(node.rank());
  node.move(node.current(), (node.rank() + 1) % node.size()).value();
}

void take_count(Node& node, int entries) { node.state<int>() = entries; }
void tell_count(Node& node, Diary& diary, int to) { node.rsr<take_count>(to, diary.entries); }

void take_pointer(Node& node, const Pointer& diary) { node.state<Pointer>() = diary; }

int main(int argc, char** argv) {
  return isthmus::mobile::run(argc, argv, [](Node& node) {
    Pointer diary;
    node.set_state(&diary);
    if (node.rank() == 0) {
      const Pointer made = node.make<Diary>();
      for (int to = 0; to < node.size(); ++to) node.rsr<take_pointer>(to, made);
    }
    node.poll_until([&] { return bool(diary); });
    for (int i = 0; i < 10; ++i) node.send<write_entry>(diary);
    node.quiescence();

    int entries = 0;
    node.set_state(&entries);
    if (node.rank() == 0) {
      node.send<tell_count>(diary, 0);
      node.poll_until([&] { return entries > 0; });
      std::printf("%d entries from each of %d PEs\n", entries / node.size(), node.size());
    }
    node.barrier();
  });
}
