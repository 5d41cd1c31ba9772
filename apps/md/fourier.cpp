#include "md/fourier.hpp"

#include "md/fourier_fftw.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace md {

namespace {

constexpr int radices[] = {4, 2, 3, 5};

// Joins the transforms of radix interleaved parts, which lie behind each other, in place.
template <int radix>
void join(Complex* to, std::size_t part, std::size_t batch, const std::vector<Complex>& roots,
          bool inverse) {
  const double sign = inverse ? -1 : 1;
  const std::size_t step = roots.size() / (part * radix);
  Complex turns[radix];
  for (int r = 0; r < radix; ++r) {
    turns[r] = roots[static_cast<std::size_t>(r) * part * step];
    turns[r].im *= sign;
  }
  for (std::size_t k = 0; k < part; ++k) {
    Complex twiddles[radix];
    Complex* rows[radix];
    for (std::size_t r = 0; r < radix; ++r) {
      twiddles[r] = roots[r * k * step];
      twiddles[r].im *= sign;
      rows[r] = to + (r * part + k) * batch;
    }
    for (std::size_t b = 0; b < batch; ++b) {
      Complex turned[radix];
      for (int r = 0; r < radix; ++r) {
        const Complex value = rows[r][b];
        turned[r] = {value.re * twiddles[r].re - value.im * twiddles[r].im,
                     value.re * twiddles[r].im + value.im * twiddles[r].re};
      }
      for (int q = 0; q < radix; ++q) {
        Complex sum = turned[0];
        for (int r = 1; r < radix; ++r) {
          const Complex& turn = turns[q * r % radix];
          sum.re += turned[r].re * turn.re - turned[r].im * turn.im;
          sum.im += turned[r].re * turn.im + turned[r].im * turn.re;
        }
        rows[q][b] = sum;
      }
    }
  }
}

void transform_part(const Complex* from, std::size_t stride, Complex* to, std::size_t length,
                    std::size_t batch, const std::vector<Complex>& roots, bool inverse) {
  if (length == 1) {
    std::copy_n(from, batch, to);
    return;
  }
  std::size_t radix = 5;
  for (const int some : radices) {
    if (length % static_cast<std::size_t>(some) != 0) continue;
    radix = static_cast<std::size_t>(some);
    break;
  }
  const std::size_t part = length / radix;
  for (std::size_t r = 0; r < radix; ++r) {
    transform_part(from + r * stride * batch, stride * radix, to + r * part * batch, part, batch,
                   roots, inverse);
  }
  if (radix == 4) join<4>(to, part, batch, roots, inverse);
  if (radix == 2) join<2>(to, part, batch, roots, inverse);
  if (radix == 3) join<3>(to, part, batch, roots, inverse);
  if (radix == 5) join<5>(to, part, batch, roots, inverse);
}

}  // namespace

int smooth_length(int least) {
  for (int length = std::max(1, least);; ++length) {
    int rest = length;
    for (const int factor : {2, 3, 5}) {
      while (rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return length;
  }
}

std::optional<Transforms> find_transforms(std::string_view name) {
  if (name == "own") return Transforms::own;
  if (name == "fftw") return Transforms::fftw;
  return std::nullopt;
}

bool has_transforms(Transforms transforms) {
  return transforms == Transforms::own || fftw::is_there;
}

Fourier::Fourier(int length, Transforms transforms) : transforms_(transforms) {
  for (int k = 0; k < length; ++k) {
    const double angle = 2 * std::numbers::pi * k / length;
    roots_.push_back({std::cos(angle), -std::sin(angle)});
  }
}

void Fourier::transform(const Complex* from, Complex* to, std::size_t batch, bool inverse) const {
  if (transforms_ == Transforms::own) return transform_here(from, to, batch, inverse);
  fftw::transform(length(), from, to, batch, inverse);
}

// Some columns at a time, which stay in the caches.
void Fourier::transform_here(const Complex* from, Complex* to, std::size_t batch,
                             bool inverse) const {
  constexpr std::size_t some = 16;
  const std::size_t count = roots_.size();
  std::vector<Complex> columns(count * some);
  std::vector<Complex> found(count * some);
  for (std::size_t begin = 0; begin < batch; begin += some) {
    const std::size_t width = std::min(some, batch - begin);
    for (std::size_t k = 0; k < count; ++k) {
      std::copy_n(from + k * batch + begin, width,
                  columns.begin() + static_cast<std::ptrdiff_t>(k * width));
    }
    transform_part(columns.data(), 1, found.data(), count, width, roots_, inverse);
    for (std::size_t b = 0; b < width; ++b) {
      Complex* const row = to + (begin + b) * count;
      for (std::size_t k = 0; k < count; ++k) row[k] = found[k * width + b];
    }
  }
}

}  // namespace md
