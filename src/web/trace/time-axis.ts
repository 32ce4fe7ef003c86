import { formatDuration } from '#web/platform/time/format-time.ts';

/** Round steps of a ruler, 1-2-5 per decade, in milliseconds. */
function roundStep(roughMs: number): number {
  const power = 10 ** Math.floor(Math.log10(roughMs));
  const scaled = roughMs / power;
  const unit = scaled <= 1 ? 1 : scaled <= 2 ? 2 : scaled <= 5 ? 5 : 10;
  return unit * power;
}

const CLOCK_STEPS_MS = [60e3, 120e3, 300e3, 600e3, 1200e3, 1800e3, 3600e3, 7200e3, 18000e3, 36000e3, 86400e3];

export interface Tick {
  readonly atMs: number;
  readonly label: string;
}

/** The ticks of a ruler over [startMs, endMs], at most `countMax` of them, in round steps. */
export function rulerTicks(startMs: number, endMs: number, countMax: number): readonly Tick[] {
  const rough = Math.max((endMs - startMs) / Math.max(1, countMax), 1e-6);
  const stepMs = rough > 30e3 ? (CLOCK_STEPS_MS.find((one) => one >= rough) ?? roundStep(rough)) : roundStep(rough);
  const ticks: Tick[] = [];
  for (let i = Math.ceil(startMs / stepMs); i * stepMs <= endMs; i++) {
    ticks.push({ atMs: i * stepMs, label: tickLabel(i * stepMs, stepMs) });
  }
  return ticks;
}

function tickLabel(ms: number, stepMs: number): string {
  if (ms === 0) return '0';
  if (stepMs >= 1000 && ms < 60e3) return `${Math.round(ms / 1000)} s`;
  if (stepMs < 1000 && ms >= 1000 && ms < 60e3)
    return `${(ms / 1000).toFixed(Math.max(0, Math.ceil(-Math.log10(stepMs / 1000) - 1e-9)))} s`;
  if (ms < 1000 && stepMs >= 1) return `${Math.round(ms)} ms`;
  return formatDuration(ms).replace(/ 00 [smh]$/, '');
}
