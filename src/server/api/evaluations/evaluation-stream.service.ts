import { randomUUID } from 'node:crypto';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { EVALUATION_TYPES, type EvaluationHead } from '#core/annotation/evaluation-frame.ts';
import type { Query } from '#server/threads/query.ts';
import type { AskedQueries, Asker } from '../kit/route/asker.ts';
import { locateSpans } from './store-evaluations.service.ts';

/** Rows of one record batch: as many as give about so many bytes. */
const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS_FIRST = 200;
const PAGE_ROWS_MIN = 10;
const PAGE_ROWS_MAX = 2_000;
const PAGE_DEADLINE_MS = 30_000;
const TIME_END = 2n ** 63n - 1n;
const TARGETS: ReadonlySet<AnnotationTarget> = new Set(Object.values(EVALUATION_TYPES));

/** A project's exports: one frame for each of the heads. */
export interface EvaluationList {
  readonly projectId: number;
  readonly heads: readonly EvaluationHead[];
}

/**
 * Which frames a project has: annotations by LLMs, by kind and name. Null when there is no such
 * project.
 */
export const listEvaluations: Query<{ readonly project: string }, EvaluationList | null> = {
  name: 'evaluations.list',
  async run({ projects, annotations }, { project }) {
    const row = await projects.findProject({ name: project });
    if (row === null) return null;
    const figures = await annotations.annotationFigures(
      row.id,
      { startUnixNano: 0n, endUnixNano: TIME_END },
      1,
    );
    const byModels = figures.filter(
      ({ annotatorKind, target, count }) =>
        annotatorKind === 'LLM' && TARGETS.has(target) && count > 0,
    );
    // as: the others were left out.
    const heads = byModels.map(({ name, target }) => ({ name, target }) as EvaluationHead);
    return { projectId: row.id, heads: heads.toSorted(byTargetAndName) };
  },
};

interface EvaluationPageParams {
  readonly projectId: number;
  readonly head: EvaluationHead;
  readonly evalId: string;
  /** Null at the beginning of the frame, which then has its schema first. */
  readonly beforeOrAtId: number | null;
  readonly rowsMax: number;
}

/**
 * A part of a frame: the newest of its annotations that are left. The last one has the end of the
 * stream.
 */
interface EvaluationPage {
  readonly bytes: Uint8Array;
  readonly next: number | null;
  readonly rowsRead: number;
}

const readEvaluationPage: Query<EvaluationPageParams, EvaluationPage> = {
  name: 'evaluations.page',
  deadlineMs: PAGE_DEADLINE_MS,
  async run({ annotations }, { projectId, head, evalId, beforeOrAtId, rowsMax }) {
    const page = await annotations.annotations({
      projectId,
      target: head.target,
      names: [head.name],
      limit: rowsMax,
      ...(beforeOrAtId === null ? {} : { beforeOrAtId }),
    });
    const rows = page.rows.filter(({ annotatorKind }) => annotatorKind === 'LLM');
    // The library is large, and most readers never need it.
    const { evaluationMessages } = await import('./evaluation-arrow.ts');
    const { schema, batch, end } = evaluationMessages(head, evalId, rows);
    const parts = [
      ...(beforeOrAtId === null ? [schema] : []),
      ...(rows.length > 0 ? [batch] : []),
      ...(page.next === null ? [end] : []),
    ];
    return { bytes: Buffer.concat(parts), next: page.next, rowsRead: page.rows.length };
  },
};

/** The frames, one after the other, each a whole Arrow stream; one part is in memory at a time. */
export async function* evaluationParts(
  queries: AskedQueries,
  asker: Asker,
  { projectId, heads }: EvaluationList,
): AsyncGenerator<Uint8Array> {
  for (const head of heads) {
    const frame = { projectId, head, evalId: randomUUID() };
    let rowsMax = PAGE_ROWS_FIRST;
    let beforeOrAtId: number | null = null;
    do {
      const page: EvaluationPage = await queries.value(readEvaluationPage, asker, {
        ...frame,
        beforeOrAtId,
        rowsMax,
      });
      if (page.bytes.length > 0) yield page.bytes;
      beforeOrAtId = page.next;
      // Explanations may be a word or a book.
      const rowBytes = page.bytes.length / Math.max(1, page.rowsRead);
      rowsMax = Math.max(PAGE_ROWS_MIN, Math.min(PAGE_ROWS_MAX, Math.floor(PAGE_BYTES / rowBytes)));
    } while (beforeOrAtId !== null);
  }
}

export const evaluationQueries = [listEvaluations, readEvaluationPage, locateSpans];

function byTargetAndName(a: EvaluationHead, b: EvaluationHead): number {
  return a.target < b.target
    ? -1
    : a.target > b.target
      ? 1
      : a.name < b.name
        ? -1
        : Number(a.name > b.name);
}
