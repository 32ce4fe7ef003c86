import { AllowedProjects } from '#core/access/guards/allowed-projects.ts';
import {
  GuardedAnnotationReader,
  GuardedAnnotationWriter,
  GuardedScoreReader,
} from '#core/access/guards/guarded-annotations.ts';
import { GuardedFigureReader, GuardedProjectReader } from '#core/access/guards/guarded-projects.ts';
import { GuardedSpanReader, GuardedTraceReader } from '#core/access/guards/guarded-span-reader.ts';
import {
  GuardedProjectWriter,
  GuardedSpanEraser,
  GuardedSpanWriter,
  CLOSED_REREADER,
} from '#core/access/guards/guarded-span-writer.ts';
import type { RowOwners } from '#core/ports/row-owners.ts';
import type { ReadContext, WriteContext } from './query.ts';

/** A reader thread's stores. */
export type ReadStores = Omit<ReadContext, 'budget' | 'limitedTo'> & { readonly owners: RowOwners };
/** The writer thread's stores. */
export type WriteStores = Omit<WriteContext, 'budget' | 'limitedTo'> & {
  readonly owners: RowOwners;
};

/**
 * The stores a query may use: for a caller limited to projects, the stores behind guards that hide
 * everything else. Every port is named here, so that a new one doesn't compile before it has its
 * guard.
 */
export function readStoresFor(
  stores: ReadStores,
  limitedTo: readonly number[] | null,
): Omit<ReadContext, 'budget'> {
  const { spans, traces, projects, figures, annotations, scores, storage, owners } = stores;
  if (limitedTo === null)
    return { spans, traces, projects, figures, annotations, scores, storage, limitedTo };
  const allowed = new AllowedProjects(limitedTo, owners);
  const guardedSpans = new GuardedSpanReader(spans, allowed);
  return {
    limitedTo,
    spans: guardedSpans,
    traces: new GuardedTraceReader(traces, guardedSpans, allowed),
    projects: new GuardedProjectReader(projects, allowed),
    figures: new GuardedFigureReader(figures, allowed),
    annotations: new GuardedAnnotationReader(annotations, allowed),
    scores: new GuardedScoreReader(scores, guardedSpans, allowed),
    storage: {
      storage: async () => Promise.reject(allowed.refuse('read what the whole store holds')),
    },
  };
}

/** The same for a command. */
export function writeStoresFor(
  stores: WriteStores,
  limitedTo: readonly number[] | null,
): Omit<WriteContext, 'budget'> {
  const {
    writer,
    eraser,
    projectWriter,
    annotationWriter,
    rereader,
    priceOf,
    replaceOwnPrices,
    owners,
  } = stores;
  const reading = readStoresFor(stores, limitedTo);
  if (limitedTo === null)
    return {
      ...reading,
      writer,
      eraser,
      projectWriter,
      annotationWriter,
      rereader,
      priceOf,
      replaceOwnPrices,
    };
  const allowed = new AllowedProjects(limitedTo, owners);
  return {
    ...reading,
    writer: new GuardedSpanWriter(writer, allowed),
    eraser: new GuardedSpanEraser(eraser, reading.spans, allowed),
    projectWriter: new GuardedProjectWriter(projectWriter, allowed),
    annotationWriter: new GuardedAnnotationWriter(annotationWriter, allowed),
    rereader: CLOSED_REREADER,
    priceOf,
    replaceOwnPrices,
  };
}
