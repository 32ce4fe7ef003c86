import type { Static } from 'typebox';
import type { AttributeKeysReply, FigureGrain } from '#contracts/figures.ts';
import type { SpanFilterParams } from '#contracts/span.ts';
import { jsonAt } from '#core/filter/json-path.ts';
import { textOf } from '#core/filter/operand.ts';
import { attributesFlat } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { WantedAttributes } from '#core/otlp/wanted-attributes.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { findProject } from '../kit/find-project.ts';
import type { Query, ReadContext } from '../kit/query.ts';
import { scanFigures } from './figure-source.ts';
import type { FigureRow } from './figure-source.ts';

/** Longer values are texts, not something to choose from a list. */
const VALUE_CHARS_MAX = 200;
const KEYS_MAX = 500;
const KEY_SCAN = { rowsMax: 200, millisMax: 150 };

/** Counts by value for each key. */
export type AttributeCounts = ReadonlyMap<string, Map<string, number>>;

/** Adds the values of attributes that up to 1,000 rows have: their own, or those of a trace's root. */
export async function addAttributeValues(
  { spans }: ReadContext,
  rows: readonly FigureRow[],
  counts: AttributeCounts,
  valuesMax: number,
): Promise<void> {
  if (counts.size === 0 || rows.length === 0) return;
  const keys = [...counts].map(([key, values]) => ({ path: key.split('.'), values }));
  const wanted = new WantedAttributes(keys.map(({ path }) => path));
  for (const { bytes } of await spans.payloads(numbersOf(rows))) {
    const attributes = wanted.of(bytes);
    for (const { path, values } of keys) {
      const text = textOf(jsonAt(attributes, path));
      if (text === null || text === '' || text.length > VALUE_CHARS_MAX) continue;
      const count = values.get(text);
      if (count !== undefined || values.size < valuesMax) values.set(text, (count ?? 0) + 1);
    }
  }
}

/** The attribute keys that the newest spans, or the roots of the newest traces, have: what a filter can be completed with. */
export const readAttributeKeys: Query<
  { readonly project: string; readonly of: FigureGrain; readonly filters: SpanFilterParams; readonly window: TimeWindow },
  Static<typeof AttributeKeysReply>
> = {
  name: 'metrics.attribute_keys',
  run: async (context, { project, of, filters, window }) => {
    const found = await findProject(context.projects, project);
    const newest: FigureRow[] = [];
    await scanFigures(context, found.id, { of, window, filters }, KEY_SCAN, (rows) => {
      newest.push(...rows);
    });
    const counts = new Map<string, number>();
    for (const { bytes } of await context.spans.payloads(numbersOf(newest))) {
      const own = new Set(Object.keys(attributesFlat(decodeSpan(bytes))).map(withoutIndexes));
      for (const key of own) if (counts.size < 5_000 || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const keys = [...counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, KEYS_MAX);
    return { data: { keys, scanned: newest.length } };
  },
};

function numbersOf(rows: readonly FigureRow[]): number[] {
  return rows.flatMap((row) => row.attributesOf ?? []);
}

/** `llm.input_messages.0.message.role` ends with its list: items are not asked for by number. */
function withoutIndexes(key: string): string {
  return key.replace(/\.\d+(?:\..*)?$/, '');
}
