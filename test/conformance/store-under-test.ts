import type { AnnotationReader, AnnotationWriter } from '#core/ports/annotation-store.ts';
import type { RowOwners } from '#core/ports/row-owners.ts';
import type { ScoreReader } from '#core/ports/score-reader.ts';
import type { ProjectReader, ProjectWriter } from '#core/ports/project-store.ts';
import type { FigureReader } from '#core/ports/figure-reader.ts';
import type {
  ReadBudget,
  SpanEraser,
  SpanReader,
  SpanWriter,
  TraceReader,
} from '#core/ports/span-store.ts';
import type { StorageReader, Upkeep } from '#core/ports/upkeep.ts';
import type { SpanRereader } from '#core/ports/span-rereader.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import { makeSpan, type SpanWish } from './span-maker.ts';

/** An empty store under test: the adapter's own ports over a place that is thrown away. */
export interface StoreUnderTest {
  readonly writer: SpanWriter;
  readonly reader: SpanReader;
  readonly traces: TraceReader;
  readonly projectReader: ProjectReader;
  readonly figures: FigureReader;
  readonly storage: StorageReader;
  readonly projectWriter: ProjectWriter;
  readonly eraser: SpanEraser;
  readonly upkeep: Upkeep;
  readonly annotations: AnnotationReader;
  readonly scores: ScoreReader;
  readonly owners: RowOwners;
  readonly annotationWriter: AnnotationWriter;
  readonly rereader: SpanRereader;
  close(): void | Promise<void>;
}

export type ConformanceCase = (store: StoreUnderTest) => Promise<void>;

export const UNLIMITED: ReadBudget = { over: () => false };

/** Writes spans in one batch, under the project `p` unless named. */
export function write(
  store: StoreUnderTest,
  wishes: readonly SpanWish[],
  projectName = 'p',
): ReturnType<SpanWriter['write']> {
  return store.writer.write([{ projectName, records: wishes.map(makeSpan) }]);
}

export async function projectId(store: StoreUnderTest, name = 'p'): Promise<number> {
  const project = await store.projectReader.findProject({ name });
  if (project === null) throw new Error(`no project ${name}`);
  return project.id;
}

/** All spans of a project, newest first. */
export async function allSpans(store: StoreUnderTest, name = 'p'): Promise<readonly SpanRow[]> {
  const page = await store.reader.spans(
    { projectId: await projectId(store, name), sort: 'start_time', order: 'desc', limit: 1_000 },
    UNLIMITED,
  );
  return page.rows;
}

/** Runs background work until none is left. */
export async function settle(store: Pick<StoreUnderTest, 'upkeep'>): Promise<void> {
  for (let steps = 0; steps < 100_000; steps += 1)
    if ((await store.upkeep.settle('all')) === 'done') return;
  throw new Error('settle() never ends');
}
