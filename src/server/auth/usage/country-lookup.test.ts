import { expect, it } from 'vitest';
import { createLog } from '#server/telemetry/log.ts';
import { countryLookup } from './country-lookup.ts';

const log = createLog('silent', 'test');

it('knows the country of an address by the database that is there, and none of private ones', async () => {
  const countryOf = countryLookup(log);
  await expect.poll(() => countryOf('8.8.8.8')).toBe('US');
  expect(countryOf('193.99.144.80')).toBe('DE');
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '172.20.0.1',
    '169.254.169.254',
    '2001:4860:4860::8888',
    'unknown',
    '',
  ])
    expect([address, countryOf(address)]).toEqual([address, null]);
});

it('says that it does not know yet while the database is being read', async () => {
  const { promise, resolve } = Promise.withResolvers<(address: string) => string | null>();
  const countryOf = countryLookup(log, () => promise);
  expect([countryOf('8.8.8.8'), countryOf('127.0.0.1'), countryOf('8.8.8.8')]).toEqual([
    undefined,
    null,
    undefined,
  ]);
  resolve(() => 'US');
  await expect.poll(() => countryOf('8.8.8.8')).toBe('US');
});

it('knows none without the database, and looks for it once', async () => {
  let looked = 0;
  const countryOf = countryLookup(log, async () => {
    looked += 1;
    throw new Error('not installed');
  });
  for (const address of ['8.8.8.8', '8.8.4.4', '1.1.1.1'])
    await expect.poll(() => countryOf(address)).toBeNull();
  expect(looked).toBe(1);
});
