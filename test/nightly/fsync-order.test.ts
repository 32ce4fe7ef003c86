import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { findProgram } from '#test/examples/example-run.ts';
import { boot } from '#test/e2e/boot.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { times } from './nightly-length.ts';

const strace = findProgram('strace');
if (strace === null) console.log('note: no strace, so the order of fsync and reply is not checked');
const traces = mkdtempSync(path.join(tmpdir(), 'telltale-strace-'));
afterAll(() => rmSync(traces, { recursive: true, force: true }));

interface Call {
  readonly kind: 'wal write' | 'wal sync' | 'reply';
  readonly startS: number;
  readonly endS: number;
}

describe.skipIf(strace === null)('check 6: the order of system calls', () => {
  it('has an fdatasync of the log between its last write and each 200', async () => {
    await using server = await boot();
    const tracer = spawn(
      strace ?? '',
      [
        '-ff',
        '-ttt',
        '-T',
        '-y',
        '-s',
        '24',
        '-e',
        'trace=pwrite64,write,writev,sendto,sendmsg,fdatasync,fsync',
        '-o',
        path.join(traces, 'trace'),
        '-p',
        String(server.pid),
      ],
      { stdio: 'ignore' },
    );
    while (readdirSync(traces).length === 0) await delay(20);
    const requests = times(1_000);
    const sender = new HttpSender(new URL(server.url), 'identity');
    const ledger = new Ledger(60);
    for (let sent = 0; sent < requests; sent++)
      expect((await sender.send(ledger.make(8).body)).status).toBe(200);
    sender.close();
    execFileSync('kill', ['-INT', String(tracer.pid)]);
    await new Promise((resolve) => tracer.once('exit', resolve));

    const calls = readCalls();
    const replies = calls.filter((call) => call.kind === 'reply');
    expect(replies.length).toBeGreaterThanOrEqual(requests - 1);
    let previous = 0;
    const broken = replies.filter((reply) => {
      const within = calls.filter((call) => call.endS <= reply.startS && call.startS >= previous);
      previous = reply.startS;
      const lastWrite = Math.max(
        ...within.filter((call) => call.kind === 'wal write').map((call) => call.endS),
      );
      return !within.some((call) => call.kind === 'wal sync' && call.startS >= lastWrite);
    });
    expect(broken).toEqual([]);
  });
});

/** The calls of all threads, by time. */
function readCalls(): readonly Call[] {
  const calls: Call[] = [];
  for (const file of readdirSync(traces)) {
    for (const line of readFileSync(path.join(traces, file), 'utf8').split('\n')) {
      const match = /^(\d+\.\d+) (\w+)\((.*)\) += (-?\d+).*<(\d+\.\d+)>$/.exec(line);
      const [, start = '0', name = '', rest = '', result = '', took = '0'] = match ?? [];
      const kind = /spans\.db-wal>/.test(rest)
        ? name.endsWith('sync')
          ? 'wal sync'
          : 'wal write'
        : rest.includes('HTTP/1.1 200')
          ? 'reply'
          : null;
      if (kind !== null && Number(result) >= 0)
        calls.push({ kind, startS: Number(start), endS: Number(start) + Number(took) });
    }
  }
  return calls.sort((a, b) => a.startS - b.startS);
}
