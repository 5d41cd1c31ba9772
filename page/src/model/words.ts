// page/src/model/words.ts: figures as people read them.

// Kept: making one takes a hundred times as long as its use.
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Three digits that count. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "-";
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return whole.format(value);
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
  if (size >= 1000) return whole.format(value);
  return String(Number(value.toPrecision(3)));
}

export function percentText(share: number | null): string {
  if (share === null) return "-";
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** Powers of 1000, as networks have them. */
export function bytesText(count: number | null): string {
  if (count === null) return "-";
  let size = count;
  for (const unit of ["B", "kB", "MB", "GB"]) {
    if (Math.abs(size) < 999.5) return `${numberText(Number(size.toPrecision(3)))} ${unit}`;
    size /= 1000;
  }
  return `${numberText(Number(size.toPrecision(3)))} TB`;
}

export function rateText(bytesPerS: number | null): string {
  return bytesPerS === null ? "-" : `${bytesText(bytesPerS)}/s`;
}

/** Two units at most: 8 ms, 1.2 s, 3 min 20 s, 5 h 12 min. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return "-";
  if (seconds < 0.9995 && seconds > 0) {
    const [size, unit] = seconds < 0.9995e-3 ? [1e6, "µs"] : [1e3, "ms"];
    return `${numberText(Number((seconds * size).toPrecision(3)))} ${unit}`;
  }
  if (seconds < 10) return `${numberText(Number(Math.max(0, seconds).toPrecision(2)))} s`;
  const whole = Math.round(seconds);
  const steps: [string, number, string, number][] = [
    ["d", 86400, "h", 3600],
    ["h", 3600, "min", 60],
    ["min", 60, "s", 1],
  ];
  for (const [unit, size, smaller, smallerSize] of steps) {
    if (whole >= size) {
      const rest = Math.floor((whole % size) / smallerSize);
      return `${Math.floor(whole / size)} ${unit}${rest > 0 ? ` ${rest} ${smaller}` : ""}`;
    }
  }
  return `${whole} s`;
}

export function countText(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
