// Mobile objects: data that moves from PE to PE while everybody sends to it by one pointer.

#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/mobile.hpp"

using isthmus::mobile::Pointer;
using isthmus::mobile::Rank;

struct Diary {
  std::vector<int> places;
  int entries = 0;
};

void write_entry(Rank& self, Diary& diary) {
  ++diary.entries;
  diary.places.push_back(self.rank());
  self.move(self.current(), (self.rank() + 1) % self.size()).value();
}

void take_count(Rank& self, int entries) { self.state<int>() = entries; }
void tell_count(Rank& self, Diary& diary, int to) { self.rsr<take_count>(to, diary.entries); }

void take_pointer(Rank& self, const Pointer& diary) { self.state<Pointer>() = diary; }

int main(int argc, char** argv) {
  return isthmus::mobile::run(argc, argv, [](Rank& self) {
    Pointer diary;
    self.set_state(&diary);
    if (self.rank() == 0) {
      const Pointer made = self.make<Diary>();
      for (int to = 0; to < self.size(); ++to) self.rsr<take_pointer>(to, made);
    }
    self.poll_until([&] { return bool(diary); });
    for (int i = 0; i < 10; ++i) self.send<write_entry>(diary);
    self.quiescence();

    int entries = 0;
    self.set_state(&entries);
    if (self.rank() == 0) {
      self.send<tell_count>(diary, 0);
      self.poll_until([&] { return entries > 0; });
      std::printf("%d entries from each of %d PEs\n", entries / self.size(), self.size());
    }
    self.barrier();
  });
}
