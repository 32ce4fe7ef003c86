import { expect, it } from 'vitest';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { timeOf } from './time-window.ts';

it.each([
  ['2026-01-01', '2026-01-01T00:00:00'],
  ['2026-01-01 12:30', '2026-01-01T12:30:00'],
  ['2026-01-01T12:30Z', '2026-01-01T12:30:00'],
  ['2026-01-01T12:30:00+05:30', '2026-01-01T07:00:00'],
  ['2026-01-01 12:30:00+05', '2026-01-01T07:30:00'],
  ['2026-01-01T12:30:00-0330', '2026-01-01T16:00:00'],
  // A plus sign that was not percent-encoded.
  ['2026-01-01T12:30:00 05:30', '2026-01-01T07:00:00'],
  ['2026-01-01 12:30 05', '2026-01-01T07:30:00'],
])('reads %j as %s', (text, time) => {
  expect(isoFromUnixNano(timeOf(text, 'start_time'))).toBe(`${time}.000000+00:00`);
});

it.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-01-01-05',
  '2026-01-01T12:30:00+99:00',
  '1767225600',
])('refuses %j', (text) => {
  expect(() => timeOf(text, 'start_time')).toThrow(
    `start_time must be an ISO 8601 time such as 2026-11-20T18:16:00+00:00; got '${text}'.`,
  );
});
