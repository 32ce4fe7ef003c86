import { expect, it } from 'vitest';
import { UsageCounters } from './usage-counters.ts';

const HOUR_MS = 3_600_000;
const request = {
  keyNumber: 1,
  endpoint: 'GET /v1/projects',
  status: 200,
  spans: 0,
  bytesIn: 10,
  bytesOut: 100,
};

it('sums requests of a key by hour, endpoint and class of status, and remembers the last use', () => {
  const counters = new UsageCounters();
  expect(counters.isEmpty).toBe(true);
  counters.count(request, 'DE', HOUR_MS + 1);
  counters.count({ ...request, status: 204 }, 'DE', HOUR_MS + 5);
  counters.count({ ...request, status: 404 }, null, HOUR_MS + 3);
  counters.count({ ...request, spans: 7 }, 'FR', 2 * HOUR_MS);
  const common = { key_id: 1, endpoint: 'GET /v1/projects' };
  expect(counters.rows()).toEqual({
    usage: [
      {
        ...common,
        hour_ms: HOUR_MS,
        status_class: 2,
        requests: 2,
        spans: 0,
        bytes_in: 20,
        bytes_out: 200,
      },
      {
        ...common,
        hour_ms: HOUR_MS,
        status_class: 4,
        requests: 1,
        spans: 0,
        bytes_in: 10,
        bytes_out: 100,
      },
      {
        ...common,
        hour_ms: 2 * HOUR_MS,
        status_class: 2,
        requests: 1,
        spans: 7,
        bytes_in: 10,
        bytes_out: 100,
      },
    ],
    countries: [
      { key_id: 1, hour_ms: HOUR_MS, country: 'DE', requests: 2 },
      { key_id: 1, hour_ms: 2 * HOUR_MS, country: 'FR', requests: 1 },
    ],
    lastUsed: [{ key_id: 1, at_ms: 2 * HOUR_MS }],
  });
});

it('takes over what another has counted, and counts what has no place', () => {
  const counters = new UsageCounters(2);
  const other = new UsageCounters(10);
  for (let key = 1; key <= 4; key += 1) other.count({ ...request, keyNumber: key }, null, 5);
  counters.count(request, null, 7);
  counters.add(other);
  const { usage, lastUsed } = counters.rows();
  expect(usage.map(({ key_id, requests }) => [key_id, requests])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(lastUsed[0]).toEqual({ key_id: 1, at_ms: 7 });
  expect(counters.lost).toBe(2);
});
