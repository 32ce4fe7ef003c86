import type { FigureGrain, Grouping } from '#contracts/metrics/figures.ts';
import type { ReadContext } from '#server/threads/query.ts';
import { AttributeTexts } from './attribute-values.ts';
import type { FigureRow } from './figure-source.ts';
import { valuesOfTraces } from './trace-span-values.ts';

const NO_VALUES: readonly string[] = [];

/** Which value of a row is meant. */
export interface ValueSource {
  readonly projectId: number;
  readonly of: FigureGrain;
  readonly by: Grouping;
  /** Which attribute, where it is one. */
  readonly attributeKey: string | null;
}

/** Whether a row may have several values: a trace has every model and every error of its spans. */
export function hasManyValues({ of, by }: Pick<ValueSource, 'of' | 'by'>): boolean {
  return of === 'traces' && (by === 'model' || by === 'error');
}

/**
 * Whether values take long to read: attributes are unpacked, models and errors of traces are those
 * of their spans.
 */
export function areSlow(source: Pick<ValueSource, 'of' | 'by'>): boolean {
  return source.by === 'attribute' || hasManyValues(source);
}

/** Reads which values each of up to 1,000 rows has; none for a row without one. */
export async function valuesOfRows(
  context: ReadContext,
  source: ValueSource,
  rows: readonly FigureRow[],
): Promise<(row: FigureRow) => readonly string[]> {
  const { by, attributeKey, projectId } = source;
  if (by === 'attribute') return await attributeReader(context, rows, attributeKey ?? '');
  if ((by === 'model' || by === 'error') && hasManyValues(source)) {
    const values = await valuesOfTraces(context, projectId, rows, by);
    return (row) => values.get(row.traceId ?? '') ?? NO_VALUES;
  }
  return (row) => {
    const value = row[by];
    return value === null ? NO_VALUES : [value];
  };
}

/** The attribute's values of rows: their own, or those of a trace's root. */
async function attributeReader(
  { spans }: ReadContext,
  rows: readonly FigureRow[],
  key: string,
): Promise<(row: FigureRow) => readonly string[]> {
  const texts = new AttributeTexts([key]);
  const values = new Map<number, readonly string[]>();
  for (const payload of await spans.payloads(rows.flatMap((row) => row.attributesOf ?? [])))
    values.set(
      payload.row.id,
      texts.of(payload).map(([, text]) => text),
    );
  return ({ attributesOf }) =>
    attributesOf === null ? NO_VALUES : (values.get(attributesOf) ?? NO_VALUES);
}
