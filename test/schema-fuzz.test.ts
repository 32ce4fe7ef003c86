import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InjectOptions } from 'fastify';
import { openApiDocument } from '#server/api/docs/openapi-document.ts';
import { Random } from '../tools/otlp/random.ts';
import { bearer } from './api-access.ts';
import { openApiApp, type ApiApp } from './api-app.ts';
import { makeTenant } from './api-tenants.ts';
import { casesOf } from './nightly/nightly-length.ts';
import { SchemaSampler } from './schema-sampler.ts';

const CASES = casesOf(8, 2_000);
const TIMEOUT_MS = Math.max(1_800_000, casesOf(480_000, 10_800_000));
/** A wall against hanging, whatever the machine. */
const REPLY_MS_MAX = 60_000;
const SEED = Number(process.env['TELLTALE_FUZZ_SEED'] ?? 32);
const FAULTS_SHOWN = 20;

interface Operation {
  readonly method: InjectOptions['method'] & string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly body: { readonly type: string; readonly schema: unknown } | null;
}

let api: ApiApp;
let operations: readonly Operation[];
let sampler: SchemaSampler;
const random = new Random(SEED);
beforeAll(async () => {
  api = await openApiApp();
  await makeTenant(api, 'alpha', 0xa0, bearer('none'));
  const document = JSON.parse(JSON.stringify(openApiDocument(api.app))) as {
    paths: Record<string, Record<string, never>>;
  };
  sampler = new SchemaSampler(random, document);
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => operationOf(path, method, operation)),
  );
});
afterAll(() => api.close());

/** Routes of a server besides the interface: `test/reliability/{fuzz,fault-matrix}` cover them. */
const ELSEWHERE = /^\/(health|ready)z?$|^\/v1\/(traces|logs)$/;

/** Live streams have no end, and are left out. */
function operationOf(path: string, method: string, operation: Record<string, never>): Operation[] {
  if (ELSEWHERE.test(path) || JSON.stringify(operation['responses']).includes('text/event-stream'))
    return [];
  const content: Record<string, { schema?: unknown }> = operation['requestBody']?.['content'] ?? {};
  const [type] = Object.keys(content);
  return [
    {
      method: method.toUpperCase(),
      path,
      parameters: operation['parameters'] ?? [],
      body: type === undefined ? null : { type, schema: content[type]?.schema },
    },
  ];
}

function requestOf({
  method,
  path,
  parameters,
  body,
}: Operation): InjectOptions & { readonly url: string } {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let url = path;
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'path')
      url = url.replace(`{${name}}`, encodeURIComponent(wellFormed(sampler.name())) || 'x');
    else if (random.chance(required === true ? 0.97 : 0.3))
      for (const value of [sampler.value(schema)].flat()) {
        const text = wellFormed(typeof value === 'string' ? value : JSON.stringify(value));
        if (place === 'query') query.append(name, text);
        else if (/^[\x20-\x7e]{0,200}$/.test(text)) headers[name] = text;
      }
  }
  const search = query.size > 0 ? `?${query.toString().slice(0, 12_000)}` : '';
  const request = { method, url: url.slice(0, 4_000) + search, headers };
  if (body === null) return request;
  const payload = JSON.stringify(sampler.value(body.schema));
  return {
    ...request,
    headers: { ...headers, 'content-type': body.type },
    payload: random.chance(0.02) ? payload.slice(0, -1) : payload,
  };
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

it(
  `check 32: ${CASES} requests after the schemas, right and wrong, for each operation: each answered as declared, and none with 5xx`,
  { timeout: TIMEOUT_MS },
  async () => {
    const faults = new Map<string, string>();
    const statuses = new Map<number, number>();
    for (let round = 0; round < CASES; round += 1)
      // Deletes come last in each round, so that the other requests have data.
      for (const operation of operations.toSorted(
        (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
      )) {
        const request = requestOf(operation);
        const where = `${operation.method} ${operation.path}`;
        try {
          const { status, body } = await answered(request);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status < 300) sampler.learn(body);
        } catch (error) {
          const problem = error instanceof Error ? error.message.slice(0, 300) : String(error);
          faults.set(
            `${where}: ${problem.slice(0, 80)}`,
            `${problem}\n  ${request.url.slice(0, 300)} ${String(request.payload ?? '').slice(0, 400)}`,
          );
        }
      }
    console.log(
      `statuses: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}`,
    );
    expect(
      [...faults].slice(0, FAULTS_SHOWN).map(([where, problem]) => `${where}\n  ${problem}`),
    ).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(operations.length / 4);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
);

/** Fails for a reply that is not declared, for 5xx but 503, and for none in time. */
async function answered(request: InjectOptions): ReturnType<ApiApp['call']> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new Error('no reply in time')), REPLY_MS_MAX)),
  );
  try {
    const reply = await Promise.race([api.call(request), late]);
    if (reply.status >= 500 && reply.status !== 503)
      throw new Error(`${reply.status}: ${reply.text}`);
    return reply;
  } finally {
    clearTimeout(timer);
  }
}
