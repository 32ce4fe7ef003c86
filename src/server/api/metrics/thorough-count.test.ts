import { setImmediate as turn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { UNAUTHENTICATED } from '#core/access/principal.ts';
import { askerOf, type AskedQueries } from '../kit/route/asker.ts';
import type { CountAt, CountStep } from './count-steps.ts';
import { ThoroughCounts } from './thorough-count.ts';

it('takes no further step once its reader has left', async () => {
  let steps = 0;
  const step = async (): Promise<CountStep> => {
    steps += 1;
    return {
      body: new TextEncoder().encode(`{"step":${steps}}`),
      next: { before: null, anchor: null, rows: 0, partsDone: steps, tally: '' },
    };
  };
  // as: of a runner and of Fastify only what a count touches.
  const counts = new ThoroughCounts({ value: step, json: step } as unknown as AskedQueries);
  const reply = { header: () => reply } as unknown as FastifyReply; // as: see above
  // as: see above
  const request = { headers: { accept: 'application/x-ndjson' } } as FastifyRequest;
  const left = new AbortController();
  const endless = { name: 'endless', run: step } satisfies {
    name: string;
    run: (context: never, params: CountAt) => Promise<CountStep>;
  };
  const stream = await counts.reply<object>(
    endless,
    {},
    { request, reply, asker: askerOf(UNAUTHENTICATED, null, left.signal) },
  );
  if (!(stream instanceof Readable)) throw new Error('no stream');
  const lines = stream.iterator({ destroyOnReturn: true });
  await lines.next();
  left.abort();
  await lines.return?.();
  const seen = steps;
  expect(seen).toBeLessThanOrEqual(3);
  for (let at = 0; at < 50; at += 1) await turn();
  expect(steps).toBe(seen);
});
