import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { freshSpans } from '#test/e2e/otlp-messages.ts';
import { sendSpans } from '#test/e2e/otlp-sender.ts';
import { STEADY_EXPORTERS, hasPython, runExporter } from './steady-exporters.ts';

/** Three programs export twice a second each, from one address: more than it may. */
const INGEST_PER_MINUTE = 240;
const SPANS = 100;

let server: BootedServer;
beforeAll(async () => {
  server = await boot({
    env: { SERVICE_PLAN: 'free', SERVICE_RATE_LIMIT_INGEST_PER_MINUTE: String(INGEST_PER_MINUTE) },
  });
});
afterAll(() => server.dispose());

it.skipIf(!hasPython)('Python is there, for its exporters', () =>
  expect(STEADY_EXPORTERS).toHaveLength(3),
);

it(
  'check 19: real exporters over their limit try again, and lose nothing',
  { timeout: 120_000 },
  async () => {
    let refused = false;
    for (let sent = 0; sent < 10 * INGEST_PER_MINUTE && !refused; sent += 1)
      refused = !(await sendSpans(server, 'http protobuf', freshSpans(1))).ok;
    expect(refused).toBe(true);
    const ended = await Promise.all(
      STEADY_EXPORTERS.map((program) => runExporter(program, server, SPANS)),
    );
    for (const [at, { name }] of STEADY_EXPORTERS.entries()) {
      const landed = (await listSpans(server.url, name).catch(() => [])).length;
      const givenUp = ended[at]?.givenUp.size ?? SPANS;
      console.log(`${name}: ${SPANS} spans, ${landed} landed, the exporter gave up on ${givenUp}`);
    }
    for (const [at, { name }] of STEADY_EXPORTERS.entries()) {
      expect({ name, ...ended[at], givenUp: [...(ended[at]?.givenUp ?? ['all'])] }).toEqual({
        name,
        code: 0,
        givenUp: [],
      });
      expect((await listSpans(server.url, name)).length).toBe(SPANS);
    }
  },
);
