import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot, temporaryDirectory } from '#test/e2e/boot.ts';
import { freePort } from '#test/e2e/free-port.ts';
import { STEADY_EXPORTERS, hasPython, runExporter } from './steady-exporters.ts';

/**
 * Away for as long as a restart or a deployment takes; and for far longer than exporters wait,
 * which give up after some ten seconds.
 */
const OUTAGES_S = [4, 60];
const SPAN_EVERY_MS = 50;
/** Spans are made for this long after the server is back. */
const AFTER_MS = 6_000;

it.skipIf(!hasPython)('Python is there, for its exporters', () =>
  expect(STEADY_EXPORTERS).toHaveLength(3),
);

describe.each(OUTAGES_S)('check 18: real exporters through an outage of %i s', (seconds) => {
  it('lose no span but those they gave up on themselves', { timeout: 300_000 }, async () => {
    const directory = temporaryDirectory();
    const ports = {
      SERVICE_PORT: String(await freePort()),
      SERVICE_GRPC_PORT: String(await freePort()),
    };
    let server = await boot({ directory, env: ports });
    const spans = Math.ceil((seconds * 1_000 + AFTER_MS) / SPAN_EVERY_MS);
    const running = STEADY_EXPORTERS.map((program) => runExporter(program, server, spans));
    const deadline = performance.now() + 60_000;
    while (!(await everyProgramIsSending(server.url))) {
      if (performance.now() > deadline)
        throw new Error('Not every program has sent a span within a minute.');
      await delay(100);
    }
    const down = performance.now();
    await server.stop('SIGKILL');
    await delay(Math.max(0, seconds * 1_000 - (performance.now() - down) - 1_500));
    server = await boot({ directory, env: ports });
    const ended = await Promise.all(running);
    expect(ended.map(({ code }) => code)).toEqual(STEADY_EXPORTERS.map(() => 0));
    for (const [at, { name }] of STEADY_EXPORTERS.entries()) {
      const landed = new Set((await listSpans(server.url, name)).map((span) => span.name));
      const givenUp = ended[at]?.givenUp ?? new Set();
      console.log(
        `${name}: ${spans} spans, ${landed.size} landed, the exporter gave up on ${givenUp.size}`,
      );
      const lost = Array.from({ length: spans }, (_, number) => `span ${number}`).filter(
        (span) => !landed.has(span) && !givenUp.has(span),
      );
      expect({ name, lost }).toEqual({ name, lost: [] });
      if (seconds < 5) expect({ name, givenUp: [...givenUp] }).toEqual({ name, givenUp: [] });
    }
    await server.dispose();
    rmSync(directory, { recursive: true, force: true });
  });
});

async function everyProgramIsSending(url: string): Promise<boolean> {
  const counts = await Promise.all(
    STEADY_EXPORTERS.map(async ({ name }) => (await listSpans(url, name).catch(() => [])).length),
  );
  return counts.every((count) => count > 0);
}
