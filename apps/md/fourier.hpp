// md/fourier.hpp: discrete Fourier transforms of lengths that 2, 3 and 5 divide.
#pragma once

#include <cstddef>
#include <vector>

namespace md {

struct Complex {
  double re = 0;
  double im = 0;
};

/// The least number that is not below and has no other factors than 2, 3 and 5.
int smooth_length(int least);

/// Transforms of one length, by mixed radices (Cooley and Tukey 1965): sum over j of x[j]
/// exp(-2 pi i j k / n), or with + inverse, neither divided by n. Its bits follow from the
/// roots, which are made once and travel with it. Immutable once made.
class Fourier {
 public:
  Fourier() = default;
  explicit Fourier(int length);  ///< A smooth one.

  int length() const { return static_cast<int>(roots_.size()); }

  /// Of `batch` sequences, the columns of `from`, length x batch, which become the rows of `to`,
  /// batch x length; the two are different.
  void transform(const Complex* from, Complex* to, std::size_t batch, bool inverse) const;

  void serialize(auto& archive) { archive(roots_); }

 private:
  std::vector<Complex> roots_;  // exp(-2 pi i k / n)
};

}  // namespace md
