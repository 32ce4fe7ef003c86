import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot, temporaryDirectory } from '#test/e2e/boot.ts';
import { freePort } from '#test/e2e/free-port.ts';
import { installPackages } from '#test/examples/example-run.ts';
import { buildCollector, startCollector, type CollectorWire } from './collector-program.ts';
import { NODE_PACKAGES, STEADY_EXPORTERS, runExporter } from './steady-exporters.ts';

const OUTAGES_S = [4, 60];
const SPAN_EVERY_MS = 50;
const AFTER_MS = 6_000;
/**
 * The Collector's gRPC channel waits longer and longer before it looks for a server that is gone:
 * up to two minutes.
 */
const BACK_MS_MAX = 240_000;
const WIRES: readonly CollectorWire[] = [
  { exporter: 'otlp_http', compression: 'gzip' },
  { exporter: 'otlp_http', compression: 'zstd' },
  { exporter: 'otlp_grpc', compression: 'gzip' },
  { exporter: 'otlp_grpc', compression: 'zstd' },
];

let directory: string;
let collector: string | null;
beforeAll(async () => {
  directory = temporaryDirectory();
  // Once, before several programs want them at the same time.
  await installPackages(NODE_PACKAGES);
  collector = await buildCollector(directory);
}, 900_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const program = STEADY_EXPORTERS[0];

describe.each(OUTAGES_S)(
  'check 18: the Collector, with a queue on disk, through an outage of %i s',
  (seconds) => {
    it('passes on every span, each once', { timeout: 600_000 }, async ({ skip }) => {
      if (collector === null || program === undefined)
        return skip('no Go, which builds the Collector');
      const built = collector;
      const ports = {
        SERVICE_PORT: String(await freePort()),
        SERVICE_GRPC_PORT: String(await freePort()),
      };
      const data = temporaryDirectory();
      let server = await boot({ directory: data, env: ports });
      const spans = Math.ceil((seconds * 1_000 + AFTER_MS) / SPAN_EVERY_MS);
      const lines = await Promise.all(
        WIRES.map(async (wire) => {
          const name = `${wire.exporter}-${wire.compression}-${seconds}s`;
          return {
            name,
            running: await startCollector(built, `${directory}/${seconds}`, server, wire),
          };
        }),
      );
      const sending = lines.map(({ name, running }) =>
        runExporter(
          { ...program, name },
          { url: running.url, grpcTarget: server.grpcTarget },
          spans,
        ),
      );
      const names = async (project: string): Promise<readonly string[]> =>
        (await listSpans(server.url, project).catch(() => [])).map((span) => span.name);
      for (const { name } of lines)
        await expect.poll(() => names(name), { timeout: 120_000 }).not.toEqual([]);
      await server.stop('SIGKILL');
      await delay(seconds * 1_000);
      server = await boot({ directory: data, env: ports });
      for (const ended of await Promise.all(sending))
        expect(ended).toEqual({ code: 0, givenUp: new Set() });
      const all = Array.from({ length: spans }, (_, number) => `span ${number}`).sort();
      for (const { name } of lines) {
        await expect
          .poll(async () => (await names(name)).toSorted(), {
            timeout: BACK_MS_MAX,
            interval: 1_000,
          })
          .toEqual(all);
        console.log(`${name}: ${spans} spans, all landed`);
      }
      await Promise.all(lines.map(({ running }) => running.stop()));
      await server.dispose();
      rmSync(data, { recursive: true, force: true });
    });
  },
);
