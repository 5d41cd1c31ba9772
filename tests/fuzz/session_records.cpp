// The head of what a session's connections carry: session::decode.
#include "fuzz/target.hpp"
#include "isthmus/fabric/session/record.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::session::decode;
using fabric::session::encode;
using fabric::session::Record;
using fabric::session::RecordBytes;
using fabric::session::RecordKind;
using fabric::session::version;

void run(Input input) {
  RecordBytes bytes{};
  std::ranges::copy(input.first(std::min(input.size(), bytes.size())), bytes.begin());
  const Expected<Record> record = decode(bytes);
  if (record) require(encode(*record) == bytes, "a record has one form");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> seeds;
  for (const Record& record :
       {Record{RecordKind::hello, version, 4096, 0, 0}, Record{RecordKind::data, 256, 512, 64, 32},
        Record{RecordKind::acknowledgement, 0, 0, 1000, 2000},
        Record{RecordKind::end, 0, 4711, 0, 1}}) {
    seeds.push_back(Sink().put(encode(record)).take());
  }
  return seeds;
}

}  // namespace

extern const Target session_records;
const Target session_records{"session_records", run, seeds};

}  // namespace isthmus::engine::fuzz
