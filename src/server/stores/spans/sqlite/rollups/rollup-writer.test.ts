import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { REPEAT } from '#core/trace/repeated-call.ts';
import { rollupFromCells, type RollupCells } from './rollup-codec.ts';
import { RollupWriter, type SpanFigures } from './rollup-writer.ts';

const MODELS = 260;
const OTHERS = '(other)';

function figuresOf(model: number, prompt: number): SpanFigures {
  return {
    projectId: 1,
    startTime: 0n,
    durationNano: 1,
    isRoot: true,
    isError: false,
    kind: 'LLM',
    modelName: `m${model}`,
    prompt,
    completion: 1,
    costUsd: prompt / 1_000,
    repeats: REPEAT.none,
    firstTokenNano: null,
  };
}

it('counts models exactly after deletes where there are more than are named', () => {
  const db = new Database(':memory:');
  db.exec(
    'CREATE TABLE rollups (project_id, level, slot, spans, traces, errors, latency, models, first_token, PRIMARY KEY (project_id, level, slot))',
  );
  let writer = new RollupWriter(db, () => undefined);
  const spans: SpanFigures[] = [];
  const change = (changed: readonly SpanFigures[], sign: 1 | -1): void => {
    for (const span of changed) writer.addSpan(span, sign);
    writer.flush();
    // As after a delete, when nothing is remembered.
    writer = new RollupWriter(db, () => undefined);
  };
  const expectExact = (): void => {
    const sums = new Map<string, number>();
    for (const { modelName, prompt } of spans)
      sums.set(modelName ?? '', (sums.get(modelName ?? '') ?? 0) + (prompt ?? 0));
    for (const cells of db.prepare<[], RollupCells>('SELECT * FROM rollups').all()) {
      const { models } = rollupFromCells(cells);
      let total = 0;
      for (const [model, { prompt, completion, costUsd }] of models) {
        if (model !== OTHERS) expect(prompt).toBeLessThanOrEqual(sums.get(model) ?? 0);
        expect([prompt > 0, completion > 0, costUsd > 0]).toEqual([true, true, true]);
        total += prompt;
      }
      expect(total).toBe(spans.reduce((sum, span) => sum + (span.prompt ?? 0), 0));
    }
  };
  for (let round = 0; round < 20; round += 1) {
    const added = Array.from({ length: 250 }, (_, i) =>
      figuresOf((round * 31 + i) % MODELS, 1 + ((round + i) % 5)),
    );
    spans.push(...added);
    change(added, 1);
    expectExact();
    const gone = spans.filter(({ modelName }, i) =>
      round % 4 === 3 ? Number(modelName?.slice(1)) < 200 : i % 3 === round % 3,
    );
    for (const span of gone) spans.splice(spans.indexOf(span), 1);
    change(gone, -1);
    expectExact();
  }
  change(spans.splice(0), -1);
  expect(db.prepare('SELECT count(*) FROM rollups').pluck().get()).toBe(0);
});
