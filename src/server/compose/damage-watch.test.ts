import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#server/telemetry/log.ts';
import { DamageWatch } from './damage-watch.ts';

let folder: string;
let marker: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-watch-'));
  marker = path.join(folder, 'spans.db.damaged');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A watch whose checks give the listed results, in order. */
function watching(...outcomes: readonly (readonly string[] | Error)[]): {
  readonly watch: DamageWatch;
  readonly checks: () => number;
} {
  let checks = 0;
  const check = async (): Promise<readonly string[]> => {
    const outcome = outcomes[checks++] ?? [];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return {
    watch: new DamageWatch({ file: 'spans.db', marker, check, log: createLog('silent', 'test') }),
    checks: () => checks,
  };
}

it('says what could not be read until the check has named the damaged parts, and then those, once', async () => {
  const { watch, checks } = watching(['table sessions', 'the block of spans from number 7 on']);
  expect(watch.problem).toBeNull();
  watch.found('sessions');
  expect(watch.problem).toMatch(
    /^spans\.db is damaged: sessions could not be read\. A check is running\. Run telltale doctor/,
  );
  watch.found('traces');
  await watch.checked();
  watch.found('traces');
  expect(watch.problem).toMatch(
    /^spans\.db is damaged: table sessions, the block of spans from number 7 on\. Run telltale doctor/,
  );
  expect(checks()).toBe(1);
});

it('is over only when a check finds the store whole, also in a later process', async () => {
  const { watch } = watching(['table sessions']);
  watch.found('sessions');
  await watch.checked();
  expect(readFileSync(marker, 'utf8')).toBe('table sessions\n');
  const next = watching(['table sessions'], []).watch;
  next.resume();
  expect(next.problem).toContain('table sessions');
  await next.checked();
  expect(next.problem).toContain('table sessions');
  const whole = watching([]).watch;
  whole.resume();
  await whole.checked();
  expect([whole.problem, existsSync(marker)]).toEqual([null, false]);
  const fresh = watching([]);
  fresh.watch.resume();
  expect([fresh.watch.problem, fresh.checks()]).toEqual([null, 0]);
});

it('stays when the check itself fails', async () => {
  const { watch } = watching(new Error('The thread ended.'));
  watch.found('traces');
  await watch.checked();
  expect(watch.problem).toContain('traces could not be read, nor could the file be checked');
});
