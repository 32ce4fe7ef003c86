import { expect, it } from 'vitest';
import { formatSpan } from './format-span.ts';
import { msOfWall } from '#web/platform/time/wall-time.ts';

function at(text: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text
    .split(/[- :]/)
    .map(Number);
  return msOfWall({ year, month, day, hour, minute, second });
}

it.each([
  ['2026-11-16', '2026-11-20', '16 to 19 Nov'],
  ['2026-11-19', '2026-11-20', '19 Nov'],
  ['2026-10-30', '2026-11-03', '30 Oct to 2 Nov'],
  ['2024-11-16', '2024-11-20', '16 to 19 Nov 2024'],
  ['2025-12-30', '2026-01-03', '30 Dec 2025 to 2 Jan 2026'],
  ['2026-11-20 14:00', '2026-11-20 15:30', '20 Nov 14:00 to 15:30'],
  ['2026-11-20 14:00', '2026-11-21 00:00', '20 Nov 14:00 to 21 Nov 00:00'],
  ['2026-11-16 00:00', '2026-11-20 12:00', '16 Nov 00:00 to 20 Nov 12:00'],
  ['2024-02-01 14:00', '2024-02-01 15:30', '1 Feb 2024 14:00 to 15:30'],
  ['2026-11-20 14:00:15', '2026-11-20 14:02', '20 Nov 14:00:15 to 14:02:00'],
])('a span from %s to %s is %s', (start, end, text) => {
  expect(formatSpan({ startMs: at(start), endMs: at(end) }, at('2026-11-22 12:00'))).toBe(text);
});
