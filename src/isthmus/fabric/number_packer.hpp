// isthmus/fabric/number_packer.hpp: arrays of numbers as fewer bytes, for programs that know
// themselves when that pays.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace isthmus::engine {

/// Packs numbers by the codecs of the filter `compress` (docs/guide/links-and-latency.md): by zstd
/// once bytes of equal weight have been brought together, or by zfp (Lindstrom 2014) where an error
/// is admitted. The bytes may go by any message; a chain with `compress` finds nothing more
/// to save. Holds the codecs' working memory, about a megabyte: one for a PE is enough. One thread.
class NumberPacker {
 public:
  NumberPacker();
  ~NumberPacker();
  NumberPacker(NumberPacker&& from) noexcept;
  NumberPacker& operator=(NumberPacker&& from) noexcept;

  /// Puts the numbers behind the bytes that are in `to`: never more than 8 bytes more than they
  /// have. Each arrives bit for bit, or, with an `error` above 0, changed by that much at most;
  /// also then bit for bit where zfp is not in this build, cannot keep to the error, or one of the
  /// numbers is not finite.
  void pack(std::span<const double> numbers, double error, std::vector<std::byte>& to);

  /// Takes what `pack` has made of as many numbers from the beginning of `from`. False where the
  /// bytes, which may be anything, are not that.
  bool unpack(std::span<const std::byte>& from, std::span<double> numbers);

 private:
  struct Codecs;

  std::unique_ptr<Codecs> codecs_;  // made at first use
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::NumberPacker;

}  // namespace isthmus
