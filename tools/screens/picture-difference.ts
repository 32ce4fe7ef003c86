import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { ROOT } from '../check/run-command.ts';

export const PICTURES = path.join(ROOT, 'docs/screens');
/** Where a picture that differs is left, with what differs in red. */
const FAILED = path.join(ROOT, '.cache/test/screens');
/**
 * How far two colours may be apart, of 1: letters are drawn a little differently by each release of
 * a browser.
 */
const COLOUR_DISTANCE_MAX = 0.2;
/**
 * A line of text less or more is 0.3 % of a screen; times and sizes that depend on the machine are
 * far less.
 */
const DIFFERENT_PIXELS_MAX = 0.01;

/**
 * Compares a picture (PNG) with the one of that name in docs/screens: null when they are alike,
 * else what differs and where to see it.
 */
export function pictureDifference(name: string, taken: Buffer): string | null {
  const picture = PNG.sync.read(taken);
  const kept = PNG.sync.read(readFileSync(path.join(PICTURES, `${name}.png`)));
  const { width, height } = kept;
  if (picture.width !== width || picture.height !== height)
    return `${name} is ${picture.width} x ${picture.height}; docs/screens/${name}.png is ${width} x ${height}`;
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(kept.data, picture.data, difference.data, width, height, {
    threshold: COLOUR_DISTANCE_MAX,
  });
  if (pixels <= width * height * DIFFERENT_PIXELS_MAX) return null;
  mkdirSync(FAILED, { recursive: true });
  writeFileSync(path.join(FAILED, `${name}.png`), taken);
  writeFileSync(path.join(FAILED, `${name}-difference.png`), PNG.sync.write(difference));
  return `${name} differs in ${((pixels / (width * height)) * 100).toFixed(1)} % of its pixels: see .cache/test/screens/${name}-difference.png`;
}
