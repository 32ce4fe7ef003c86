import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BootedServer } from './boot.ts';
import { ADMIN_SECRET, bootClosed, makeApiKey } from './closed-server.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans, WIRES, type Wire } from './otlp-sender.ts';

const operator = { authorization: `Bearer ${ADMIN_SECRET}` };
let server: BootedServer;
let keyOfA: string;
let keyOfBoth: string;
const taken = freshSpans(2);

beforeAll(async () => {
  server = await bootClosed();
  const { key } = await makeApiKey(server, { kind: 'system', role: 'MEMBER', level: 'read-write' });
  await sendSpans(server, 'http protobuf', freshSpans(1), {
    api_key: key,
    'x-project-name': 'alpha',
  });
  await sendSpans(server, 'http protobuf', taken.slice(0, 1), {
    api_key: key,
    'x-project-name': 'beta',
  });
  ({ key: keyOfA } = await makeApiKey(server, {
    kind: 'system',
    role: 'MEMBER',
    scopes: ['traces:write', 'traces:read'],
    projects: ['alpha'],
  }));
  ({ key: keyOfBoth } = await makeApiKey(server, {
    kind: 'system',
    role: 'MEMBER',
    scopes: ['traces:write'],
    projects: ['alpha', 'beta'],
  }));
});
afterAll(() => server.dispose());

async function spansIn(project: string): Promise<number> {
  const reply = await fetch(`${server.url}/v1/projects/${project}/spans?limit=1000`, {
    headers: operator,
  });
  // as: a page of spans, or an error
  const body = (await reply.json()) as { readonly data?: readonly unknown[] };
  return body.data?.length ?? 0;
}

describe.each(WIRES)('a key limited to projects, over %s', (wire: Wire) => {
  const send = (spans: ReturnType<typeof freshSpans>, project: string | null, key = keyOfA) =>
    sendSpans(server, wire, spans, {
      api_key: key,
      ...(project === null ? {} : { 'x-project-name': project }),
    });

  it('is refused the whole request for another project, in the same words whether that exists or not', async () => {
    const before = [await spansIn('alpha'), await spansIn('beta')];
    const replies = [
      await send(freshSpans(3), 'beta'),
      await send(freshSpans(3), 'nowhere'),
      await send(taken.slice(1), 'alpha'),
    ];
    for (const reply of replies)
      expect(reply).toMatchObject({
        ok: false,
        code: status.PERMISSION_DENIED,
        message: replies[0]?.message,
      });
    if (wire !== 'grpc') expect(replies[0]?.httpStatus).toBe(403);
    expect(replies[0]?.message).not.toMatch(/beta|nowhere/);
    expect([await spansIn('alpha'), await spansIn('beta')]).toEqual(before);
    const projects = await fetch(`${server.url}/v1/projects`, { headers: operator });
    expect(await projects.text()).not.toContain('nowhere');
  });

  it('stores in its own project, also what names none, when it has only one', async () => {
    const before = await spansIn('alpha');
    expect(await send(freshSpans(2), 'alpha')).toMatchObject({ ok: true, partial: null });
    expect(await send(freshSpans(2), null)).toMatchObject({ ok: true, partial: null });
    expect(await spansIn('alpha')).toBe(before + 4);
    expect(await send(freshSpans(1), null, keyOfBoth)).toMatchObject({
      ok: false,
      code: status.PERMISSION_DENIED,
    });
    expect(await send(freshSpans(1), 'beta', keyOfBoth)).toMatchObject({ ok: true });
  });

  it('costs those nothing whose requests are written with it', async () => {
    const { key } = await makeApiKey(server, {
      kind: 'system',
      role: 'MEMBER',
      level: 'read-write',
    });
    const project = `beside ${wire}`;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0 ? send(freshSpans(5), 'beta') : send(freshSpans(5), project, key),
      ),
    );
    expect(replies.map(({ ok }) => ok)).toEqual(replies.map((_, i) => i % 2 === 1));
    expect(await spansIn(encodeURIComponent(project))).toBe(50);
  });
});
