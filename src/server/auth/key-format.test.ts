import { expect, it } from 'vitest';
import { KEY_PATTERN, KEY_PREFIXES, hashSecret, isKeySpelledRight, makeKey } from './key-format.ts';

it('makes keys that show what they are for, never repeat and carry their checksum', () => {
  const seen = new Set<string>();
  for (let count = 0; count < 10_000; count++) {
    const prefix =
      [KEY_PREFIXES.live, KEY_PREFIXES.test, KEY_PREFIXES.system][count % 3] ?? KEY_PREFIXES.live;
    const key = makeKey(prefix);
    expect(key.startsWith(prefix)).toBe(true);
    expect(key).toMatch(KEY_PATTERN);
    expect(isKeySpelledRight(key)).toBe(true);
    seen.add(key);
  }
  expect(seen.size).toBe(10_000);
});

it('tells a typing error from a key without looking anything up', () => {
  const key = makeKey(KEY_PREFIXES.live);
  const other = key.at(-10) === 'a' ? 'b' : 'a';
  expect(isKeySpelledRight(key.slice(0, -10) + other + key.slice(-9))).toBe(false);
  expect(isKeySpelledRight(key.slice(0, -1))).toBe(false);
  expect(isKeySpelledRight(`${key} `)).toBe(false);
  expect(isKeySpelledRight(key.replace('svc_live_', 'svc_test_'))).toBe(false);
});

it('keeps 32 bytes of a secret, the same each time', () => {
  expect(hashSecret('svc_live_x')).toHaveLength(32);
  expect(hashSecret('svc_live_x').equals(hashSecret('svc_live_x'))).toBe(true);
});
