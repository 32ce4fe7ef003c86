import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeTraceRequest } from '#core/otlp/encode.ts';
import { encodeLogsRequest } from '#core/otlp/logs/encode-logs.ts';
import { BARE_LOG_RECORD } from '#core/otlp/logs/log-record.ts';
import { readCount, readOptions } from '../tools/script-options.ts';
import { BenchServer } from './bench-server.ts';
import { cpuMicros } from './server-figures.ts';

/**
 * The cost of GenAI events sent as log records: two of 800 bytes for each span of 1 KB, all before
 * their spans, then all after them.
 */
const HELP = `Measures GenAI events that are sent as OTLP logs on a server of its own: sent before their spans, and after them.

  node bench/events.ts [options]

  --spans N    in each of the two runs (40000)`;
const { values } = readOptions(HELP, { options: { spans: { type: 'string', default: '40000' } } });
const count = readCount('--spans', values.spans);

const SPANS_PER_REQUEST = 256;
const CONNECTIONS = 8;
const START = 1_780_000_000_000_000_000n;
const EVENTS = ['gen_ai.user.message', 'gen_ai.choice'];

interface Requests {
  readonly spans: readonly Uint8Array[];
  readonly events: readonly Uint8Array[];
}

const server = await BenchServer.start();
try {
  const warm = makeRequests();
  await Promise.all([send('/v1/traces', warm.spans), send('/v1/logs', warm.events)]);
  await merged();
  const before = makeRequests();
  line('events that come first', await send('/v1/logs', before.events));
  line('their spans', await send('/v1/traces', before.spans));
  const after = makeRequests();
  line('spans without events', await send('/v1/traces', after.spans));
  line('events that come after them', await send('/v1/logs', after.events));
  line('until they are part of their spans', await merged());
} finally {
  await server.dispose();
}

function makeRequests(): Requests {
  const ids = Array.from({ length: count }, () => ({
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  }));
  const groups = Array.from({ length: Math.ceil(count / SPANS_PER_REQUEST) }, (_, i) =>
    ids.slice(i * SPANS_PER_REQUEST, (i + 1) * SPANS_PER_REQUEST),
  );
  const none = { resource: null, schemaUrl: '' };
  return {
    spans: groups.map((some) =>
      encodeTraceRequest([
        {
          ...none,
          scopeSpans: [
            {
              scope: null,
              schemaUrl: '',
              spans: some.map((one) => ({ ...BARE_SPAN, ...one, ...callOf() })),
            },
          ],
        },
      ]),
    ),
    events: groups.map((some) =>
      encodeLogsRequest([
        {
          ...none,
          scopeLogs: [
            {
              scope: null,
              schemaUrl: '',
              logRecords: some.flatMap((one) => EVENTS.map((name) => eventOf(one, name))),
            },
          ],
        },
      ]),
    ),
  };
}

function callOf() {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-4o-mini',
    note: words(),
  };
  return {
    name: 'chat',
    startTimeUnixNano: START,
    endTimeUnixNano: START + 1_000_000_000n,
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: { type: 'string', value } as const,
    })),
  };
}

function eventOf(ids: { readonly traceId: string; readonly spanId: string }, eventName: string) {
  const body = {
    type: 'kvlist',
    value: [{ key: 'content', value: { type: 'string', value: words() } }],
  } as const;
  return { ...BARE_LOG_RECORD, ...ids, timeUnixNano: START, eventName, body };
}

function words(): string {
  return randomBytes(400).toString('hex');
}

/** CPU of the server while the work is done, a span. */
async function measured(work: () => Promise<void>): Promise<string> {
  const [startedAt, cpu] = [performance.now(), cpuMicros(server.pid)];
  await work();
  return `${((cpuMicros(server.pid) - cpu) / count).toFixed(0)} µs of CPU a span, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}

function send(path: string, bodies: readonly Uint8Array[]): Promise<string> {
  return measured(async () => {
    let next = 0;
    const sender = async (): Promise<void> => {
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/x-protobuf' },
          body: new Uint8Array(body),
        };
        let reply = await fetch(server.url + path, init);
        while (reply.status === 503) {
          await delay(1_000);
          reply = await fetch(server.url + path, init);
        }
        if (!reply.ok || (await reply.arrayBuffer()).byteLength > 0)
          throw new Error(`${path}: ${reply.status}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  });
}

function merged(): Promise<string> {
  return measured(async () => {
    for (;;) {
      const reply = (await (await fetch(`${server.url}/v1/storage`)).json()) as {
        readonly data: { readonly waitingEvents: number };
      }; // as: its route's tests check it
      if (reply.data.waitingEvents === 0) return;
      await delay(50);
    }
  });
}

function line(what: string, figure: string): void {
  console.log(`${what.padEnd(40)}${figure}`);
}
