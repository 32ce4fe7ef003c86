import type Database from 'better-sqlite3';
import type { NecessaryAnnotation } from '#core/filter/predicate.ts';
import { intersectionOf, NumberSet } from '#server/stores/spans/sqlite/both/number-set.ts';
import type { AnnotatedTargets } from './annotated-targets.ts';

/** Numbers looked up by one statement, between two questions to the budget: some milliseconds. */
const CHUNK = 5_000;

export const DOCUMENT_OWNERS_SQL = {
  traces: 'SELECT DISTINCT trace_number FROM spans WHERE id IN (SELECT value FROM json_each(?))',
  sessions:
    'SELECT DISTINCT session_number FROM traces WHERE id IN (SELECT value FROM json_each(?)) AND session_number IS NOT NULL',
} as const;

/** Finds traces and sessions by annotations of documents in them. */
export class AnnotatedDocuments {
  readonly #targets: AnnotatedTargets;
  readonly #traces: Database.Statement<[string], number>;
  readonly #sessions: Database.Statement<[string], number>;

  constructor(db: Database.Database, targets: AnnotatedTargets) {
    this.#targets = targets;
    this.#traces = db.prepare<[string], number>(DOCUMENT_OWNERS_SQL.traces).pluck(true);
    this.#sessions = db.prepare<[string], number>(DOCUMENT_OWNERS_SQL.sessions).pluck(true);
  }

  /**
   * Numbers of the traces that have all of these annotations, each on whichever document; null
   * without any.
   */
  traces(
    projectId: number,
    annotations: readonly NecessaryAnnotation[],
    step: () => void,
  ): NumberSet | null {
    return intersectionOf(
      annotations.map((annotation) => this.#tracesOf(projectId, annotation, step)),
    );
  }

  /** The same of sessions, in whichever of their traces. */
  sessions(
    projectId: number,
    annotations: readonly NecessaryAnnotation[],
    step: () => void,
  ): NumberSet | null {
    return intersectionOf(
      annotations.map((annotation) =>
        ownersOf(this.#sessions, this.#tracesOf(projectId, annotation, step), step),
      ),
    );
  }

  #tracesOf(projectId: number, annotation: NecessaryAnnotation, step: () => void): NumberSet {
    const spans =
      this.#targets.gather('document', projectId, [annotation], Infinity, step) ?? new NumberSet();
    return ownersOf(this.#traces, spans, step);
  }
}

function ownersOf(
  statement: Database.Statement<[string], number>,
  numbers: NumberSet,
  step: () => void,
): NumberSet {
  const owners = new NumberSet();
  const list = [...numbers];
  for (let from = 0; from < list.length; from += CHUNK) {
    step();
    for (const owner of statement.all(JSON.stringify(list.slice(from, from + CHUNK))))
      owners.add(owner);
  }
  return owners;
}
