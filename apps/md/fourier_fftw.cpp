#include "md/fourier_fftw.hpp"

#ifdef MD_FFTW

#include <fftw3.h>

#include <algorithm>
#include <map>
#include <new>
#include <utility>

namespace md::fftw {

namespace {

// FFTW chooses by length, number and alignment how it computes, hence which bits come out. So each
// plan has the same number of columns and memory of its own, and what is left over is padded: then
// a column's bits do not depend on what it is transformed beside.
constexpr std::size_t columns_at_once = 16;

class Plan {
 public:
  Plan(int length, bool inverse)
      : length_(static_cast<std::size_t>(length)),
        from_(fftw_alloc_complex(length_ * columns_at_once)),
        to_(fftw_alloc_complex(length_ * columns_at_once)) {
    if (from_ == nullptr || to_ == nullptr) throw std::bad_alloc();
    const int width = static_cast<int>(columns_at_once);
    // Estimated, not measured: which is quickest by the clock may differ from run to run.
    plan_ = fftw_plan_many_dft(1, &length, width, from_, nullptr, width, 1, to_, nullptr, 1, length,
                               inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    if (plan_ == nullptr) throw std::bad_alloc();
  }
  ~Plan() {
    if (plan_ != nullptr) fftw_destroy_plan(plan_);
    fftw_free(from_);
    fftw_free(to_);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  void transform(const Complex* from, Complex* to, std::size_t batch) {
    for (std::size_t begin = 0; begin < batch; begin += columns_at_once) {
      const std::size_t width = std::min(columns_at_once, batch - begin);
      for (std::size_t k = 0; k < length_; ++k) {
        for (std::size_t b = 0; b < columns_at_once; ++b) {
          const Complex value = b < width ? from[k * batch + begin + b] : Complex{};
          from_[k * columns_at_once + b][0] = value.re;
          from_[k * columns_at_once + b][1] = value.im;
        }
      }
      fftw_execute(plan_);
      Complex* const rows = to + begin * length_;
      for (std::size_t i = 0; i < width * length_; ++i) rows[i] = {to_[i][0], to_[i][1]};
    }
  }

 private:
  std::size_t length_;
  fftw_complex* from_;
  fftw_complex* to_;
  fftw_plan plan_ = nullptr;
};

}  // namespace

void transform(int length, const Complex* from, Complex* to, std::size_t batch, bool inverse) {
  // Plans are made and ended under a lock of FFTW's.
  static const bool is_safe = [] {
    fftw_make_planner_thread_safe();
    return true;
  }();
  static_cast<void>(is_safe);
  thread_local std::map<std::pair<int, bool>, Plan> plans;
  plans.try_emplace({length, inverse}, length, inverse).first->second.transform(from, to, batch);
}

}  // namespace md::fftw

#else

#include <stdexcept>

namespace md::fftw {

void transform(int, const Complex*, Complex*, std::size_t, bool) {
  throw std::runtime_error("transforms by FFTW, which this build does not have");
}

}  // namespace md::fftw

#endif
