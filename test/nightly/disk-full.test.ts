import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { listSpans } from '../../tools/api-client.ts';
import { boot } from '#test/e2e/boot.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { minutes, times } from './nightly-length.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'telltale-full-'));
const mounted = mount();
if (!mounted)
  console.log(
    'note: a small file system cannot be mounted here, so the full-disk check is skipped',
  );
afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', directory]);
  rmSync(directory, { recursive: true, force: true });
});

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', directory], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!mounted)('check 9: a full disk', () => {
  it('is answered with 503 within a second, keeps reads and deletes working, and is over when there is room again', async () => {
    const data = path.join(directory, 'data');
    const server = await boot({ directory: data, env: { SERVICE_MIN_FREE_DISK_BYTES: '0' } });
    const sender = new HttpSender(new URL(server.url), 'identity');
    const ledger = new Ledger(90);
    const send = async () => {
      const batch = ledger.make(256);
      const reply = await sender.send(batch.body);
      if (reply.status === 200) ledger.acknowledge(batch);
      return reply;
    };
    const sendAll = async (batches: number) => {
      for (let sent = 0; sent < batches; sent += 1) expect((await send()).status).toBe(200);
    };
    // More than the log may hold: from now on it is full, and what fails on a full disk is its
    // copying into the file, after the commit.
    await sendAll(60);
    let deletes = 0;
    for (let round = 0; round < times(10); round++) {
      fill(directory);
      let reply = await send();
      for (let tries = 0; reply.status === 200 && tries < 2_000; tries++) reply = await send();
      expect([503, 507]).toContain(reply.status);
      expect(reply.retryAfterMs).toBeLessThanOrEqual(2_000);
      const heldUntil = performance.now() + minutes(1);
      const doomed = 200;
      const before = await traceIds(server.url);
      expect(before.length).toBeGreaterThan(doomed);
      const deleted = await remove(server.url, before.slice(0, doomed));
      while (performance.now() < heldUntil) {
        expect((await send()).status).not.toBe(500);
        expect((await fetch(`${server.url}/v1/projects/default/span_rows?limit=5`)).status).toBe(
          200,
        );
        await delay(500);
      }
      rmSync(path.join(directory, 'filler'));
      const freed = performance.now();
      while ((await send()).status !== 200) {
        if (performance.now() - freed > 10_000)
          throw new Error('Still refused 10 s after there was room again.');
        await delay(100);
      }
      await sendAll(8);
      // All or none went, and the audit log says which.
      expect([204, 503, 507]).toContain(deleted);
      const left = new Set(await traceIds(server.url));
      expect(before.slice(0, doomed).filter((id) => left.has(id))).toHaveLength(
        deleted === 204 ? 0 : doomed,
      );
      if (deleted === 204) ledger.forget(before.slice(0, doomed));
      if (deleted === 204) deletes += 1;
      // An action whose intent could not be recorded was not started.
      await expect.poll(() => deletesInAudit(server.url), { timeout: 30_000 }).toBe(deletes);
    }
    const stored = await listSpans(server.url, 'default');
    expect(ledger.compare(stored)).toEqual({ missing: [], different: [], repeated: [] });
    // Each batch that was refused was not stored: what was sent is stored or refused.
    expect(stored.length).toBe(ledger.acked.size);
    sender.close();
    await server.dispose();
  });
});

async function traceIds(url: string): Promise<readonly string[]> {
  return [...new Set((await listSpans(url, 'default')).map((span) => span.context.trace_id))];
}

async function remove(url: string, traces: readonly string[]): Promise<number> {
  const body = JSON.stringify({ trace_identifiers: traces });
  const reply = await fetch(`${url}/v1/traces/delete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return reply.status;
}

/** Deletes of traces that the audit log says were done. */
async function deletesInAudit(url: string): Promise<number> {
  const reply = await fetch(`${url}/api/v1/audit-logs?action=trace.delete&limit=1000`);
  const { data } = (await reply.json()) as {
    readonly data: readonly { readonly status: number | null }[];
  }; // as: what the route answers
  return data.filter(({ status }) => status === 204).length;
}

/** Leaves the file system without a free byte. */
function fill(folder: string): void {
  const file = path.join(folder, 'filler');
  for (let chunk = 4 * 2 ** 20; chunk >= 4_096; chunk /= 2) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(chunk), { flag: 'a' });
    } catch {
      // Full at this grain: try smaller pieces.
    }
  }
  if (!readdirSync(folder).includes('filler')) throw new Error('Nothing was written.');
}
