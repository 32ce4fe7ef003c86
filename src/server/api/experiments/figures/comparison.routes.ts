import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-figures.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { experimentReply } from '#server/api/kit/experiments/experiment-codec.ts';
import { cursorScope } from '#server/api/kit/reply/page-cursor.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { chosenExamples, requireCompared } from './compared-experiments.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';
import { decodeRowCursor, encodeRowCursor } from './row-cursor.ts';
const LIMIT = 50;
const TEXT = new TextEncoder();

/** Experiments of a dataset beside each other: rows, head, and one example in full. */
export function registerComparison(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  rowsRoute(app, deps);
  headRoute(app, deps);
  exampleRoute(app, deps);
}

function rowsRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.compareExperiments, async ({ query, signal }) => {
    const { cursor, offset, show = 'all', sort = 'regression', order = 'asc', limit = LIMIT } = query;
    if (cursor !== undefined && offset !== undefined)
      throw new AppError('unprocessable', 'offset does not go with cursor: follow next_cursor, or pass offset alone.');
    const rows = await requireCompared(deps.meta, query.experiment);
    const scope = cursorScope('experiment_comparison', rows[0].dataset_id, { ...query, offset: undefined });
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
    return TEXT.encode(`{"data":${page.data},"next_cursor":${JSON.stringify(next)},"total":${page.total}}`);
  });
}

function headRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.summarizeComparison, async ({ query, signal }) => {
    const rows = await requireCompared(deps.meta, query.experiment);
    for (const { id } of rows) deps.runFigures.ask(id);
    const chosen = await chosenExamples(deps.meta, query);
    const { differences, ...head } = await deps.experimentFigures.head({ ...chosen, experimentIds: rows.map(({ id }) => id) }, signal);
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
    const { example, runs } = await deps.experimentFigures.detail({ experimentIds: rows.map(({ id }) => id), exampleId }, signal);
    if (example === null) throw exampleNotFound(query.example);
    const experiments = rows.map((row, index) => `{"experiment":${JSON.stringify(experimentReply(row))},"runs":${runs[index] ?? '[]'}}`);
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
  return new AppError('not_found', `Example with ID '${text.slice(0, 80)}' not found in these experiments.`);
}
