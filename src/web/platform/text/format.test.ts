import { expect, it } from 'vitest';
import {
  compactCount,
  exactCost,
  exactCount,
  formatBytes,
  utf8Bytes,
  formatCost,
  formatShare,
} from './format-number.ts';
import { formatClockSeconds, formatDuration, formatWhen } from '#web/platform/time/format-time.ts';
import { isEmbeddedImage, safeHref } from '#web/platform/address/safe-link.ts';
import { rangeOfWindow, windowOfRange } from '#web/platform/time/time-range.ts';

it.each([
  [null, ''],
  [0, '0 ms'],
  [0.042, '42.0 µs'],
  [0.42, '420 µs'],
  [1.5, '1.5 ms'],
  [33, '33 ms'],
  [999.6, '1.00 s'],
  [2300, '2.30 s'],
  [12_345, '12.3 s'],
  [59_960, '1 m 00 s'],
  [92_000, '1 m 32 s'],
  [7_500_000, '2 h 05 m'],
  [90_000_000, '1 d 01 h'],
  [99.9 * 86_400_000, '99 d 22 h'],
  [123.4 * 86_400_000, '123 d'],
  [999.6 * 86_400_000, '2.74 y'],
  [500_000_000_000, '15.8 y'],
  [-500_000_000_000, '-15.8 y'],
  [-5, '-5 ms'],
])('a duration of %s ms reads %j', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [0, '0'],
  [9999, '9,999'],
  [96_200, '96.2k'],
  [999_960, '1.00M'],
  [1_340_000, '1.34M'],
  [2e9, '2.00B'],
])('a count of %s reads %j', (count, text) => {
  expect(compactCount(count)).toBe(text);
});

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-12_345, '-12,345'],
  [1_234_567.891, '1,234,567.89'],
])('a count of %s in full is %j', (count, text) => {
  expect(exactCount(count)).toBe(text);
});

it.each([
  [null, ''],
  [0, '$0'],
  [0.00312, '$0.00312'],
  [0.000001234, '$0.00000123'],
  [12.3456, '$12.3'],
  [577, '$577'],
  [12_345, '$12.3k'],
  [0.0000338, '$0.0000338'],
  [9.999e-7, '$1.00e-6'],
  [1.234e-9, '$1.23e-9'],
  [-0.0000338, '-$0.0000338'],
])('a cost of %s reads %j', (usd, text) => {
  expect(formatCost(usd)).toBe(text);
});

it('writes one sum alike, however it was added up', () => {
  const added = Array.from({ length: 13 }, () => 0.00225).reduce((sum, one) => sum + one, 0);
  expect(formatCost(added)).toBe(formatCost(0.02925));
  expect(formatCost(0.1 + 0.2 - 0.27075)).toBe(formatCost(0.02925));
});

it('writes costs in full for a tooltip', () => {
  const full = [1.234e-9, 0.0000338, 0.1 + 0.2, 12_345.678, 0].map(exactCost);
  expect(full).toEqual(['$0.000000001234', '$0.0000338', '$0.3', '$12,345.678', '$0']);
  expect(exactCost(null)).toBe('');
});

it('writes shares and bytes', () => {
  expect([formatShare(0, 5), formatShare(1, 2000), formatShare(1, 3), formatShare(1, 0)]).toEqual([
    '0 %',
    '<0.1 %',
    '33 %',
    '',
  ]);
  expect([formatBytes(532), formatBytes(1_288_490_189)]).toEqual(['532 B', '1.20 GB']);
  expect(['né', '日本', '😀'].map(utf8Bytes)).toEqual([3, 6, 4]);
});

it('says how long ago under a minute, then when', () => {
  const now = Date.UTC(2026, 10, 20, 18, 16);
  expect(formatWhen(new Date(now - 8000).toISOString(), now)).toBe('8 s ago');
  expect(formatWhen(new Date(now - 61_000).toISOString(), now)).toMatch(/^\d{1,2} Nov \d\d:\d\d$/);
  expect(formatWhen('2020-01-05T12:00:00Z', now)).toBe('5 Jan 2020');
  expect(formatClockSeconds(Date.parse('2020-01-05T12:00:00Z'))).toMatch(
    /^5 Jan 2020 \d\d:\d\d:00$/,
  );
  expect(formatClockSeconds(Date.now())).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d\d:\d\d:\d\d$/);
  expect(formatWhen(null, now)).toBe('');
});

it('reads a range back as it was written, and refuses what is none', () => {
  const window = { startMs: 1_700_000_000_000, endMs: 1_700_000_060_000 };
  expect(windowOfRange(rangeOfWindow(window), 0)).toEqual(window);
  expect(windowOfRange('24h', 86_400_000)?.startMs).toBe(0);
  for (const text of ['', 'x', '~', '2026-01-02~2026-01-01'])
    expect(windowOfRange(text, 0)).toBeNull();
});

it('makes links of http and https alone, and shows only embedded raster images', () => {
  expect(safeHref('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  for (const text of [
    'javascript:alert(1)',
    ' https://x',
    'https://x y',
    'data:text/html,x',
    'JaVaScRiPt:alert(1)',
    'https:// ',
    'vbscript:x',
    '//evil',
  ])
    expect(safeHref(text)).toBeNull();
  expect(isEmbeddedImage('data:image/png;base64,iVBORw0KGgo=')).toBe(true);
  for (const url of [
    'data:image/svg+xml;base64,AAAA',
    'https://evil/pixel.png',
    'data:text/html;base64,AAAA',
    'data:image/png,<svg>',
  ])
    expect(isEmbeddedImage(url)).toBe(false);
});
