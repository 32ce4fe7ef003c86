/** Milliseconds on a clock that never jumps and that all threads of the process share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
