import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_API_LIMITS } from '../kit/route/deps.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

let api: ApiApp;
let closed = false;
beforeEach(async () => {
  closed = false;
  api = await openApiApp({ limits: { ...DEFAULT_API_LIMITS, liveConnectionsMax: 2 } });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  if (closed) return;
  // The client of these tests opens connections ahead, without a request on them; those are not
  // awaited.
  api.app.server.closeAllConnections();
  await api.close();
});

function address(path: string): string {
  const bound = api.app.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${bound.port}${path}`;
}

/** Reads events until the text holds what is waited for, or the stream ends. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  wanted: RegExp,
): Promise<string> {
  let text = '';
  while (!wanted.test(text)) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += Buffer.from(value).toString();
  }
  return text;
}

async function follow(path: string) {
  const stop = new AbortController();
  const response = await fetch(address(path), {
    signal: stop.signal,
    headers: { 'accept-encoding': 'gzip' },
  });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  return { response, reader, stop };
}

describe('live', () => {
  it('tells what was stored in the project, and nothing of others', async () => {
    await api.ingest(exportOf({ trace: 1, span: 1 }), 'mine');
    const { response, reader, stop } = await follow('/v1/projects/mine/live');
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await readUntil(reader, /event: ready\n.*\n\n/)).toMatch(/data: {"quiet_ms":\d+}/);
    await api.ingest(exportOf({ trace: 2, span: 2 }), 'other');
    await api.ingest(exportOf({ trace: 3, span: 3 }, { trace: 3, span: 4 }), 'mine');
    expect(await readUntil(reader, /event: commit\n.*\n\n/)).toContain('data: {"stored":2}');
    stop.abort();
  });

  it('follows all projects, ends when the server stops', async () => {
    const { reader } = await follow('/v1/live');
    await readUntil(reader, /ready/);
    await api.ingest(exportOf({ trace: 1, span: 1 }), 'new');
    expect(await readUntil(reader, /commit/)).toContain('commit');
    closed = true;
    const rest = readUntil(reader, /never/);
    await api.close();
    expect(await rest).not.toContain('never');
  });

  it('is bounded, and a place is free again when a page leaves', async () => {
    const first = await follow('/v1/live');
    const second = await follow('/v1/live');
    const refused = await fetch(address('/v1/live'));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    first.stop.abort();
    await expect
      .poll(async () => {
        const again = await fetch(address('/v1/live'));
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
    second.stop.abort();
    expect((await fetch(address('/v1/projects/none/live'))).status).toBe(404);
    expect((await fetch(address('/v1/live'), { method: 'HEAD' })).status).toBe(405);
  });
});
