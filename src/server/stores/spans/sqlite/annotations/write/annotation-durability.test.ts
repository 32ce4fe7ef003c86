import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpanBatch } from '#core/ports/span-batch.ts';
import { annotate, onSession, onSpan, onTrace } from '#test/conformance/annotation-maker.ts';
import { makeSpan, spanIdOf, traceIdOf } from '#test/conformance/span-maker.ts';
import { projectId, settle, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';

let directory: string;
let store: OpenSpanStore | null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-annotations-'));
  store = null;
});
afterEach(() => {
  store?.close();
  rmSync(directory, { recursive: true });
});

function open(): OpenSpanStore {
  store = openSpanStore(join(directory, 'spans.db'), { attributesOf: () => null, freeBytesMin: 0 });
  return store;
}

it('has what it acknowledged after a kill, what waits too', async () => {
  const script = join(directory, 'killed.mts');
  const from = (file: string): string => JSON.stringify(import.meta.resolve(file));
  writeFileSync(
    script,
    `import { openSpanStore } from ${from('#server/stores/spans/sqlite/open-writer.ts')};
     import { annotate, onSpan } from ${from('#test/conformance/annotation-maker.ts')};
     import { write } from ${from('#test/conformance/store-under-test.ts')};
     const store = openSpanStore(${JSON.stringify(join(directory, 'spans.db'))}, { attributesOf: () => null, freeBytesMin: 0 });
     await write(store, [{ trace: 1, span: 1 }]);
     for (let round = 0; ; round += 1) {
       const items = [onSpan(1, { identifier: String(round) }), onSpan(2, { identifier: String(round) })];
       await annotate(store, items, { missing: 'wait' });
       process.send(round);
     }`,
  );
  const child = fork(script, { execArgv: [] });
  let acknowledged = -1;
  child.on('message', (round) => {
    acknowledged = Number(round);
    if (acknowledged === 50) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  expect(acknowledged).toBeGreaterThanOrEqual(50);
  const reopened = open();
  const query = { projectId: await projectId(reopened), target: 'span', limit: 10_000 } as const;
  const identifiers = async (span: number): Promise<number[]> => {
    const page = await reopened.annotations.annotations({ ...query, targetIds: [spanIdOf(span)] });
    return page.rows.map((row) => Number(row.identifier));
  };
  const rounds = Array.from({ length: acknowledged + 1 }, (_, round) => acknowledged - round);
  expect(await identifiers(1)).toEqual(expect.arrayContaining(rounds));
  expect((await reopened.annotations.waiting({ limit: 1 })).count).toBeGreaterThanOrEqual(
    rounds.length,
  );
  await write(reopened, [{ trace: 1, span: 2 }]);
  expect(await identifiers(2)).toEqual(expect.arrayContaining(rounds));
  expect((await reopened.annotations.waiting({ limit: 1 })).count).toBe(0);
});

it('still awaits what a failed transaction would have brought', async () => {
  const opened = open();
  await annotate(opened, [onSpan(2), onTrace(2), onSession('s')], { missing: 'wait' });
  const wish = { trace: 2, span: 2, session: 's' };
  const broken = { projectName: 'p', records: [makeSpan(wish), null] } as unknown as SpanBatch;
  await expect(opened.writer.write([broken])).rejects.toThrow("reading 'traceId'");
  expect((await opened.annotations.waiting({ limit: 1 })).count).toBe(3);
  await write(opened, [wish]);
  expect((await opened.annotations.waiting({ limit: 1 })).count).toBe(0);
});

it('takes the text of deleted annotations out of its files with their targets', async () => {
  const secret = 'Xq7-annotated-Zk31vTfWm90';
  const opened = open();
  await write(opened, [
    { trace: 1, span: 1, session: 's' },
    { trace: 2, span: 2 },
  ]);
  const wish = {
    label: `l ${secret}`,
    explanation: `e ${secret}`,
    metadata: JSON.stringify({ secret }),
    identifier: `i ${secret}`,
    name: `n ${secret}`,
  };
  const { numbers } = await annotate(opened, [
    onSpan(1, wish),
    onTrace(1, wish),
    onSession('s', wish),
    onSpan(2),
  ]);
  await annotate(opened, [onSpan(1, { ...wish, label: 'changed' })]);
  await opened.annotationWriter.deleteAnnotations([numbers[1] ?? 0], {
    source: 'API',
    userNumber: null,
  });
  const holds = (): boolean =>
    readdirSync(directory).some((name) => readFileSync(join(directory, name)).includes(secret));
  expect(holds()).toBe(true);
  const [trace] = await opened.reader.findTraces([{ traceId: traceIdOf(1) }]);
  await opened.eraser.deleteTraces([trace?.id ?? 0]);
  await settle(opened);
  expect(holds()).toBe(false);
  expect(await opened.annotations.findAnnotation(numbers[3] ?? 0)).not.toBeNull();
});
