/** Linear ramp: 0 up to `from`, 1 from `to`. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
