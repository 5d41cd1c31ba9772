// What the filters of a chain cost a frame, and how fast `crypt` is beside the cipher alone.

#include <malloc.h>
#include <openssl/evp.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/filter/checksum.hpp"
#include "isthmus/fabric/filter/compress.hpp"
#include "isthmus/fabric/filter/crypt.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/filter/profile.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "sink.hpp"

namespace {

using isthmus::PeId;
using isthmus::ProcessId;
using isthmus::engine::MessagePtr;
using isthmus::engine::PayloadForm;
using isthmus::engine::Pool;
using isthmus::engine::fabric::ChecksumFilter;
using isthmus::engine::fabric::CompressFilter;
using isthmus::engine::fabric::CompressOptions;
using isthmus::engine::fabric::CompressParts;
using isthmus::engine::fabric::CryptFilter;
using isthmus::engine::fabric::DelayFilter;
using isthmus::engine::fabric::DelayOptions;
using isthmus::engine::fabric::Device;
using isthmus::engine::fabric::Frame;
using isthmus::engine::fabric::LocalCarrier;
using isthmus::engine::fabric::MemoryEnd;
using isthmus::engine::fabric::ProfileFilter;
using isthmus::engine::fabric::Rewriting;
using isthmus::engine::fabric::SendStatus;
using isthmus::engine::fabric::SitePair;
using isthmus::engine::fabric::TlsCipher;
using isthmus::engine::fabric::WireLimits;
using DevicePtr = std::unique_ptr<Device>;

constexpr int repeats_max = 9;
constexpr int small_frames = 20'000;                        // a piece
constexpr int window = 8;                                   // frames on their way
constexpr std::size_t sealed_bytes = std::size_t{8} << 20;  // a piece
constexpr std::size_t cipher_block_bytes = 16 << 10;
constexpr ProcessId self{0};
constexpr WireLimits limits = {std::uint32_t{1} << 30, 64, 64};

MessagePtr message_of(Pool& pool, std::size_t payload_bytes) {
  MessagePtr message = pool.acquire(payload_bytes);
  message->form = PayloadForm::bytes;
  message->source = message->destination = PeId(0);
  return message;
}

SitePair pair_of(const isthmus::engine::Message&) {
  return {isthmus::SiteId(0), isthmus::SiteId(1)};
}

/// Down and up again, of 8 bytes; nanoseconds a frame.
double through_ns(DevicePtr device) {
  Pool pool;
  bench::Sink sink(pool);
  device->attach(sink);
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_ns = bench::now_ns();
    for (int i = 0; i < small_frames; i += window) {
      for (int j = 0; j < window; ++j) {
        Frame frame{message_of(pool, 8), self};
        if (device->try_send(frame, i) != SendStatus::sent) std::exit(1);
      }
      device->progress(i, window);
    }
    least.add((bench::now_ns() - begin_ns) / small_frames);
  }
  return least.value();
}

DevicePtr local() { return std::make_unique<LocalCarrier>(self); }

void measure_passing(bench::Results& results) {
  const double bare_ns = through_ns(local());
  results.add("bare_ns", "ns", bare_ns);
  const auto add = [&](const char* name, DevicePtr device) {
    results.add(name, "ns", through_ns(std::move(device)) - bare_ns);
  };
  add("profile_ns", std::make_unique<ProfileFilter>(local(), pair_of));
  add("delay_of_nothing_ns", std::make_unique<DelayFilter>(local(), DelayOptions{}, pair_of));
  add("compress_below_min_bytes_ns",
      std::make_unique<CompressFilter>(local(), Rewriting{0, limits}, CompressOptions{},
                                       CompressParts{}));
  add("checksum_ns", std::make_unique<ChecksumFilter>(local(), Rewriting{0, limits}));
}

/// Two ends that have shaken hands.
struct CryptPair {
  CryptPair() : sinks{bench::Sink(pool), bench::Sink(pool)} {
    auto [a, b] = MemoryEnd::pair(1 << 20);
    ends[0] = made(std::move(a), ProcessId(0));
    ends[1] = made(std::move(b), ProcessId(1));
    for (std::size_t i = 0; i < 2; ++i) ends[i]->attach(sinks[i]);
    Frame frame{message_of(pool, 8), ProcessId(1)};
    while (ends[0]->try_send(frame, 0) != SendStatus::sent) step();
    step();
  }
  DevicePtr made(DevicePtr below, ProcessId rank) const {
    auto filter = CryptFilter::make(std::move(below), {0, limits}, {TlsCipher::aes128},
                                    {rank, PeId(rank.value), secret});
    if (!filter) std::exit(1);
    return std::move(*filter);
  }
  void step() {
    for (const auto& end : ends) end->progress(0, 1 << 20);
  }

  const isthmus::engine::Secret secret{{std::byte{1}}};
  Pool pool;
  std::array<bench::Sink, 2> sinks;
  std::array<DevicePtr, 2> ends;
};

/// The two ends are two processes, so each is measured alone.
void measure_crypt(bench::Results& results, const char* name, std::size_t payload_bytes) {
  CryptPair pair;
  bench::Least seal_ns;
  bench::Least open_ns;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    double sealing_ns = 0;
    double opening_ns = 0;
    for (std::size_t done = 0; done < sealed_bytes; done += payload_bytes) {
      const double begin_ns = bench::now_ns();
      Frame frame{message_of(pair.pool, payload_bytes), ProcessId(1)};
      if (pair.ends[0]->try_send(frame, 0) != SendStatus::sent) std::exit(1);
      const double sealed_ns = bench::now_ns();
      pair.ends[1]->progress(0, 1);
      sealing_ns += sealed_ns - begin_ns;
      opening_ns += bench::now_ns() - sealed_ns;
    }
    seal_ns.add(sealing_ns);
    open_ns.add(opening_ns);
  }
  const auto bytes = static_cast<double>(sealed_bytes);
  results.add(std::string("seal_") + name + "_gb_per_s", "GB/s", bytes / seal_ns.value());
  results.add(std::string("open_") + name + "_gb_per_s", "GB/s", bytes / open_ns.value());
}

/// As `openssl speed -evp aes-128-gcm -bytes 16384` does it: one buffer, again and again.
double cipher_gb_per_s() {
  std::vector<unsigned char> buffer(cipher_block_bytes + 64);
  const std::array<unsigned char, 16> key{};
  const std::array<unsigned char, 12> nonce{};
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nullptr, key.data(), nonce.data());
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_ns = bench::now_ns();
    for (std::size_t done = 0; done < sealed_bytes; done += cipher_block_bytes) {
      int written = 0;
      EVP_EncryptUpdate(context, buffer.data(), &written, buffer.data(),
                        static_cast<int>(cipher_block_bytes));
    }
    least.add(bench::now_ns() - begin_ns);
  }
  EVP_CIPHER_CTX_free(context);
  return static_cast<double>(sealed_bytes) / least.value();
}

}  // namespace

int main() {
  // As isthmus::run does.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  bench::Results results("filters");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    measure_passing(results);
    measure_crypt(results, "16_kib", 16 << 10);
    measure_crypt(results, "1_mib", 1 << 20);
    results.add("cipher_gb_per_s", "GB/s", cipher_gb_per_s());
  }
  results.print();
}
