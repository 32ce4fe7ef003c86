import { notArrow } from './arrow-check.ts';

const DAY_SECONDS = 86_400n;
/** The last moment that has an ISO 8601 text with four digits of a year, and the first. */
const SECONDS_MAX = 253_402_300_799n;
const SECONDS_MIN = -62_135_596_800n;

/**
 * A moment counted in parts of a second since 1970, as `2026-11-21T20:15:00.123456789`, with as
 * many digits as it has.
 */
export function momentText(value: bigint, perSecond: bigint): string {
  const [seconds, rest] = floorDivide(value, perSecond);
  if (seconds > SECONDS_MAX || seconds < SECONDS_MIN)
    throw notArrow(`a time outside the years 1 to 9999: ${value}`);
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fraction(rest, perSecond)}`;
}

/** A day, given in days or in smaller units since 1970. */
export function dateText(value: bigint, perDay: bigint): string {
  return momentText(floorDivide(value, perDay)[0] * DAY_SECONDS, 1n).slice(0, 10);
}

/** A time of day, such as `20:15:00.5`. */
export function clockText(value: bigint, perSecond: bigint): string {
  const [seconds, rest] = floorDivide(value, perSecond);
  if (seconds < 0n || seconds >= DAY_SECONDS)
    throw notArrow(`a time of day outside the day: ${value}`);
  return `${new Date(Number(seconds) * 1000).toISOString().slice(11, 19)}${fraction(rest, perSecond)}`;
}

/** A length of time as ISO 8601 has it, such as `PT90.5S`. */
export function durationText(value: bigint, perSecond: bigint): string {
  const positive = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}PT${positive / perSecond}${fraction(positive % perSecond, perSecond)}S`;
}

function fraction(rest: bigint, perSecond: bigint): string {
  if (rest === 0n) return '';
  const digits = perSecond.toString().length - 1;
  return `.${rest.toString().padStart(digits, '0').replace(/0+$/, '')}`;
}

function floorDivide(value: bigint, by: bigint): readonly [bigint, bigint] {
  const rest = ((value % by) + by) % by;
  return [(value - rest) / by, rest];
}
