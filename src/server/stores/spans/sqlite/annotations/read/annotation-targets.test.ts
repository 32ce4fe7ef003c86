import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { traceIdOf } from '#test/conformance/span-maker.ts';
import { write } from '#test/conformance/store-under-test.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { AnnotationTargets } from './annotation-targets.ts';

let directory: string;
let db: Database.Database;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-targets-'));
  const path = join(directory, 'spans.db');
  const store = openSpanStore(path, { attributesOf: () => null, freeBytesMin: 0 });
  await write(store, [{ trace: 1, span: 1 }]);
  store.close();
  db = new Database(path, { readonly: true });
});
afterEach(() => {
  db.close();
  rmSync(directory, { recursive: true });
});

const ids = Array.from({ length: 300 }, (_, i) => traceIdOf(i));

/** The pauses of a search for traces, and the ids that it found, when each may be in so many runs. */
function search(runs: readonly number[]): { readonly pauses: number; readonly found: string[] } {
  const runsOf = function* (): Generator<number> {
    yield* runs;
  };
  const targets = new AnnotationTargets(db, undefined, { runsOf });
  const finding = targets.finding('trace', ids);
  let pauses = 0;
  for (let step = finding.next(); ; step = finding.next()) {
    if (step.done === true) return { pauses, found: [...step.value.keys()] };
    pauses += 1;
  }
}

it('pauses by the runs that it looks into for traces, and looks into no others', () => {
  expect(search([0])).toEqual({ pauses: 9, found: [ids[1]] });
  const many = search([...Array.from({ length: 63 }, (_, run) => 63 - run), 0]);
  expect(many).toEqual({ pauses: 299, found: [ids[1]] });
  expect(search([])).toEqual({ pauses: 4, found: [] });
});
