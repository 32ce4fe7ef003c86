import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { generateLoad } from '../../bench/load/load-generator.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot } from '#test/e2e/boot.ts';
import { freePort } from '#test/e2e/free-port.ts';
import { scaled, times } from './nightly-length.ts';

const directory = path.join(mkdtempSync(path.join(tmpdir(), 'telltale-restart-')), 'data');
const log = path.join(directory, 'spans.db-wal');
const MAIN = path.resolve(
  import.meta.dirname,
  '../..',
  process.env['TELLTALE_SERVER_MAIN'] ?? 'src/server/main.ts',
);
afterAll(() => rmSync(path.dirname(directory), { recursive: true, force: true }));

it('check 4: a gigabyte of log is no obstacle to a restart, nor are 50 kills on the way', async () => {
  mkdirSync(directory);
  await fillLog(scaled(1024 ** 3));
  const logMb = Math.round(statSync(log).size / 1024 ** 2);
  const before = content();
  const port = await freePort();
  const first = start(port);
  const started = performance.now();
  const [health, ready] = await Promise.all(
    ['health', 'ready'].map((name) => firstAnswer(`http://127.0.0.1:${port}/${name}`, started)),
  );
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('exit', resolve));
  expect(content()).toBe(before);
  const leftMb = Math.round(statSync(log).size / 1024 ** 2);
  console.log(
    `a log of ${logMb} MB: /health after ${health} ms, /ready after ${ready} ms; killed then, ${leftMb} MB are left`,
  );
  const random = new Random(40);
  for (let kills = 0; kills < times(50); kills++) {
    const child = start(0);
    // Anywhere between the first instruction and the log's copying into the file.
    await delay(random.between(50, 2_500));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    if (kills === 0) expect(content()).toBe(before);
  }
  expect(content()).toBe(before);
  expect(health).toBeLessThan(1_000);
  expect(ready).toBeLessThan(5_000);
});

/**
 * A reader that never ends keeps the log from being started over, so it grows with all that is
 * written.
 */
async function fillLog(bytes: number): Promise<void> {
  const server = await boot({ directory });
  const reader = new Database(path.join(directory, 'spans.db'), { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM spans').get();
  for (let seed = 1; statSync(log).size < bytes; seed++) {
    await generateLoad({
      url: server.url,
      grpcTarget: server.grpcTarget,
      wire: 'http',
      project: 'load',
      connections: 4,
      spansPerRequest: 512,
      spanBytes: 1_600,
      gzip: false,
      spansMax: 20_480,
      durationMsMax: 60_000,
      rate: 0,
      templates: 4,
      seed,
    });
  }
  await server.stop('SIGKILL');
  reader.close();
}

function start(port: number) {
  return spawn(process.execPath, [MAIN, 'serve', '--json'], {
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      SERVICE_HOST: '127.0.0.1',
      SERVICE_PORT: String(port),
      SERVICE_GRPC_PORT: '0',
      SERVICE_WORKING_DIR: directory,
    },
    stdio: 'ignore',
  });
}

/** Every span and trace that another program finds in the file and its log. */
function content(): string {
  const database = new Database(path.join(directory, 'spans.db'), { readonly: true });
  const hash = createHash('sha256');
  try {
    for (const row of database
      .prepare(
        'SELECT id, trace_number, hex(span_id), start_time, duration, payload_bytes FROM spans ORDER BY id',
      )
      .raw()
      .safeIntegers()
      .iterate())
      hash.update(String(row));
    for (const row of database
      .prepare('SELECT id, hex(trace_id) FROM traces ORDER BY id')
      .raw()
      .iterate())
      hash.update(String(row));
    expect(database.pragma('quick_check', { simple: true })).toBe('ok');
    return hash.digest('hex');
  } finally {
    database.close();
  }
}

async function firstAnswer(url: string, started: number): Promise<number> {
  while (performance.now() - started < 60_000) {
    const ok = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ok) return Math.round(performance.now() - started);
    await delay(20);
  }
  throw new Error(`${url} did not answer within a minute.`);
}
