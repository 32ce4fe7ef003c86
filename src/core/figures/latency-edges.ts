/**
 * Borders that cut the latencies from `lowMs` to `highMs` into at most `rows` intervals of equal
 * factor, rounded to three significant digits so that they read well in a filter. The first is not
 * above `lowMs`, the last is above `highMs`; all rise.
 */
export function latencyEdges(lowMs: number, highMs: number, rows: number): number[] {
  const low = Math.max(lowMs, 0.001);
  const high = Math.max(highMs, low) * 1.02;
  const factor = (high / low) ** (1 / rows);
  const edges: number[] = [];
  for (let row = 0; row <= rows; row += 1) {
    const exact = low * factor ** row;
    const edge = row === 0 ? roundedBy(exact, Math.floor) : roundedBy(exact, Math.ceil);
    if (edges.length === 0 || edge > (edges.at(-1) ?? 0)) edges.push(edge);
  }
  return edges;
}

/** Three significant digits. */
function roundedBy(value: number, round: (value: number) => number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Number((round(value / unit) * unit).toPrecision(3));
}

/** The interval a latency falls into; what lies outside the borders counts to the nearest one. */
export function rowOfLatency(latencyMs: number, edges: readonly number[]): number {
  let low = 0;
  let high = edges.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (latencyMs >= (edges[middle] ?? 0)) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
