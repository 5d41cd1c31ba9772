// md/fourier_fftw.hpp: the same transforms by FFTW, in builds that ask for it.
#pragma once

#include <cstddef>

#include "md/fourier.hpp"

namespace md::fftw {

/// FFTW is under the GPL, so builds leave it out unless asked for it (-DISTHMUS_FFTW=ON).
#ifdef MD_FFTW
inline constexpr bool is_there = true;
#else
inline constexpr bool is_there = false;
#endif

/// What Fourier::transform says, of that length. Any thread; each keeps plans of its own. Throws
/// std::runtime_error where it is not there.
void transform(int length, const Complex* from, Complex* to, std::size_t batch, bool inverse);

}  // namespace md::fftw
