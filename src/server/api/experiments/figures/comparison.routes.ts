import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-figures.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { RowAnchor } from '#core/ports/experiment-figures.ts';
import { experimentReply } from '#server/api/kit/experiments/experiment-codec.ts';
import { cursorScope } from '#server/api/kit/reply/page-cursor.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { requireSplits } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { requireExperiment } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import type { ShownExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';

const LIMIT = 50;
const TEXT = new TextEncoder();
const CURSOR = /^row:(none|-?\d[\d.e+-]{0,30}):(\d{1,16})#([0-9a-f]{8})$/;

/** Experiments of a dataset beside each other: rows, head, and one example in full. */
export function registerComparison(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  rowsRoute(app, deps);
  headRoute(app, deps);
  exampleRoute(app, deps);
}

function rowsRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.compareExperiments, async ({ query, signal }) => {
    const {
      cursor,
      offset,
      show = 'all',
      sort = 'regression',
      order = 'asc',
      limit = LIMIT,
    } = query;
    if (cursor !== undefined && offset !== undefined)
      throw new AppError(
        'unprocessable',
        'offset does not go with cursor: follow next_cursor, or pass offset alone.',
      );
    const rows = await requireCompared(deps.meta, query.experiment);
    const scope = cursorScope('experiment_comparison', rows[0].dataset_id, {
      ...query,
      offset: undefined,
    });
    const page = await deps.experimentFigures.page(
      {
        ...(await chosenExamples(deps.meta, query)),
        experimentIds: rows.map(({ id }) => id),
        show,
        sort,
        order,
        limit,
        offset: offset ?? 0,
        after: cursor === undefined ? null : decodeRowCursor(cursor, scope),
      },
      signal,
    );
    const next = page.next === null ? null : encodeRowCursor(page.next, scope);
    return TEXT.encode(
      `{"data":${page.data},"next_cursor":${JSON.stringify(next)},"total":${page.total}}`,
    );
  });
}

function headRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.summarizeComparison, async ({ query, signal }) => {
    const rows = await requireCompared(deps.meta, query.experiment);
    for (const { id } of rows) deps.runFigures.ask(id);
    const chosen = await chosenExamples(deps.meta, query);
    const { differences, ...head } = await deps.experimentFigures.head(
      { ...chosen, experimentIds: rows.map(({ id }) => id) },
      signal,
    );
    const against = rows.slice(1).map(({ id }, index) => ({
      experiment_id: encodeGlobalId('Experiment', id),
      differences: differences[index] ?? [],
    }));
    return { data: { experiments: rows.map(experimentReply), ...head, against_base: against } };
  });
}

function exampleRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.compareExample, async ({ query, signal }) => {
    const rows = await requireCompared(deps.meta, query.experiment);
    const exampleId = exampleNumber(query.example);
    const { example, runs } = await deps.experimentFigures.detail(
      { experimentIds: rows.map(({ id }) => id), exampleId },
      signal,
    );
    if (example === null) throw exampleNotFound(query.example);
    const experiments = rows.map(
      (row, index) =>
        `{"experiment":${JSON.stringify(experimentReply(row))},"runs":${runs[index] ?? '[]'}}`,
    );
    return TEXT.encode(`{"data":{"example":${example},"experiments":[${experiments.join(',')}]}}`);
  });
}

/** 422 for what is no Global ID, 404 for one of another type. */
function exampleNumber(text: string): number {
  const id = decodeGlobalId(text);
  if (id !== null && id.type !== 'DatasetExample') throw exampleNotFound(text);
  return requireGlobalId(text, 'DatasetExample', 'example');
}

function exampleNotFound(text: string): AppError {
  return new AppError(
    'not_found',
    `Example with ID '${text.slice(0, 80)}' not found in these experiments.`,
  );
}

/**
 * The experiments of Global IDs, in their order: 404 for one that does not exist, 422 unless all
 * are different ones of one dataset.
 */
async function requireCompared(
  db: MetaDb,
  ids: readonly string[],
): Promise<readonly [ShownExperiment, ...ShownExperiment[]]> {
  const [first, ...others] = ids;
  if (first === undefined)
    throw new AppError(
      'unprocessable',
      'experiment is required: Global IDs of 1 to 4 experiments.',
    );
  const base = await requireExperiment(db, first);
  const rows: [ShownExperiment, ...ShownExperiment[]] = [base];
  for (const id of others) {
    const row = await requireExperiment(db, id);
    if (row.dataset_id !== base.dataset_id) {
      throw new AppError(
        'unprocessable',
        `experiment '${id.slice(0, 80)}' is of another dataset than '${first.slice(0, 80)}'; compare those of one dataset.`,
      );
    }
    if (rows.some((one) => one.id === row.id))
      throw new AppError(
        'unprocessable',
        `experiment '${id.slice(0, 80)}' is there twice; name each once.`,
      );
    rows.push(row);
  }
  return rows;
}

/** The parameters that choose examples, in the form the figures use. */
async function chosenExamples(
  db: MetaDb,
  {
    evaluation,
    filter,
    split = [],
  }: { readonly evaluation?: string; readonly filter?: string; readonly split?: readonly string[] },
) {
  const splits = await requireSplits(db, split);
  return {
    evaluation: evaluation ?? null,
    filter: filter ?? '',
    splitIds: splits?.map(({ id }) => id) ?? null,
  };
}

/** `base64("row:<sort value>:<example>#<scope>")`: where the next page of a comparison begins. */
function encodeRowCursor({ key, exampleId }: RowAnchor, scope: string): string {
  return Buffer.from(`row:${key ?? 'none'}:${exampleId}#${scope}`).toString('base64');
}

/** The anchor in a cursor; 422 for anything else, a cursor of other parameters included. */
function decodeRowCursor(cursor: string, scope: string): RowAnchor {
  const [, key, exampleId, madeFor] =
    CURSOR.exec(Buffer.from(cursor, 'base64').toString('latin1')) ?? [];
  const number = key === 'none' ? null : Number(key);
  if (exampleId === undefined || madeFor !== scope || Number.isNaN(number)) {
    throw new AppError(
      'unprocessable',
      `Invalid cursor: '${cursor.slice(0, 80)}'. Pass next_cursor of the reply before, with the same experiments, filter, show, sort and order.`,
    );
  }
  return { key: number, exampleId: Number(exampleId) };
}
