import { describe, expect, it } from 'vitest';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { RefusalLog, withRefusalLog } from './refusal-log.ts';

describe('the log of refusals', () => {
  it('writes down spans and requests that were refused, newest first, and nothing else', () => {
    const log = new RefusalLog(() => 0);
    const metrics = withRefusalLog(
      createIngestMetrics(createMetrics({ processMetrics: false })),
      log,
    );
    metrics.began(
      { wire: 'http', signal: 'traces' },
      10,
    )({ items: 3, stored: 3, duplicates: 0, refused: 0, message: null });
    metrics.began(
      { wire: 'grpc', signal: 'traces' },
      10,
    )({ items: 3, stored: 1, duplicates: 0, refused: 2, message: 'no name' });
    metrics.began({ wire: 'http', signal: 'traces' }, 10)(null);
    metrics.failed('http', 'unsupported_media_type', 'Content-Type must be …');
    expect(log.recent()).toEqual([
      {
        time: '1970-01-01T00:00:00.000000+00:00',
        wire: 'http',
        spans: null,
        reason: 'Content-Type must be …',
      },
      { time: '1970-01-01T00:00:00.000000+00:00', wire: 'grpc', spans: 2, reason: 'no name' },
    ]);
  });

  it('keeps the last fifty, each of bounded length', () => {
    const log = new RefusalLog();
    for (let at = 0; at < 60; at++) log.add('http', at, 'x'.repeat(1000));
    expect(log.recent()).toHaveLength(50);
    expect(log.recent()[0]?.spans).toBe(59);
    expect(log.recent()[0]?.reason).toHaveLength(500);
  });
});
