// md/fourier.hpp: discrete Fourier transforms of lengths that 2, 3 and 5 divide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace md {

struct Complex {
  double re = 0;
  double im = 0;
};

/// Who transforms.
enum class Transforms : std::uint8_t {
  own,   ///< The same bits wherever it runs: what judges all others.
  fftw,  ///< FFTW 3, where the build has it: the same but for rounding, and quicker.
};

/// By the names of options: "own", "fftw".
std::optional<Transforms> find_transforms(std::string_view name);
/// Whether the build has it.
bool has_transforms(Transforms transforms);

/// The least number that is not below and has no other factors than 2, 3 and 5.
int smooth_length(int least);

/// Transforms of one length, by mixed radices (Cooley and Tukey 1965): sum over j of x[j]
/// exp(-2 pi i j k / n), or with + inverse, neither divided by n. Its bits follow from the
/// roots, which are made once and travel with it. By FFTW they follow from the processor, too:
/// programs on equal machines have the same. Immutable once made.
class Fourier {
 public:
  Fourier() = default;
  /// A smooth length. The build has the transforms.
  explicit Fourier(int length, Transforms transforms = Transforms::own);

  int length() const { return static_cast<int>(roots_.size()); }

  /// Of `batch` sequences, the columns of `from`, length x batch, which become the rows of `to`,
  /// batch x length; the two are different.
  void transform(const Complex* from, Complex* to, std::size_t batch, bool inverse) const;

  void serialize(auto& archive) { archive(roots_, transforms_); }

 private:
  void transform_here(const Complex* from, Complex* to, std::size_t batch, bool inverse) const;

  Transforms transforms_ = Transforms::own;
  std::vector<Complex> roots_;  // exp(-2 pi i k / n)
};

}  // namespace md
