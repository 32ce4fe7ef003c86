import type { Static } from 'typebox';
import type { AttributeKeysReply, FigureGrain } from '#contracts/metrics/figures.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { jsonAt } from '#core/filter/json-path.ts';
import { textOf } from '#core/filter/operand.ts';
import { isResourceKey } from '#core/filter/resource-root.ts';
import { ResourceReader } from '#core/otlp/resource-attributes.ts';
import { attributesFlat } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { WantedAttributes } from '#core/otlp/wanted-attributes.ts';
import type { SpanPayload } from '#core/ports/span-rows.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { scanFigures, type FigureRow } from './figure-source.ts';

/** Longer values are texts, not something to choose from a list. */
const VALUE_CHARS_MAX = 200;
const KEYS_MAX = 500;
const KEY_SCAN = { rowsMax: 200, millisMax: 150 };

/** Counts by value for each key. */
export type AttributeCounts = ReadonlyMap<string, Map<string, number>>;

/**
 * Adds the values of attributes that up to 1,000 rows have: their own, or those of a trace's root.
 */
export async function addAttributeValues(
  { spans }: ReadContext,
  rows: readonly FigureRow[],
  counts: AttributeCounts,
  valuesMax: number,
): Promise<void> {
  if (counts.size === 0 || rows.length === 0) return;
  const texts = new AttributeTexts([...counts.keys()]);
  for (const payload of await spans.payloads(numbersOf(rows))) {
    for (const [key, text] of texts.of(payload)) {
      const values = counts.get(key);
      const count = values?.get(text);
      if (count !== undefined || (values?.size ?? Infinity) < valuesMax)
        values?.set(text, (count ?? 0) + 1);
    }
  }
}

/**
 * Reads the values that spans, or their resources, have under some dotted keys: as texts, and only
 * what is short enough to choose from.
 */
export class AttributeTexts {
  readonly #keys: readonly { readonly key: string; readonly path: readonly string[] }[];
  readonly #wanted: WantedAttributes;
  readonly #resources = new ResourceReader();

  constructor(keys: readonly string[]) {
    this.#keys = keys.map((key) => ({ key, path: key.split('.') }));
    this.#wanted = new WantedAttributes(this.#keys.map(({ path }) => path));
  }

  of({ bytes, resourceBytes }: SpanPayload): readonly (readonly [key: string, text: string])[] {
    const own = this.#wanted.of(bytes);
    return this.#keys.flatMap(({ key, path }) => {
      const value =
        jsonAt(own, path) ??
        (isResourceKey(key) ? jsonAt(this.#resources.of(resourceBytes), path) : null);
      const text = textOf(value);
      return text === null || text === '' || text.length > VALUE_CHARS_MAX
        ? []
        : [[key, text] as const];
    });
  }
}

/**
 * The attribute keys that the newest spans, or the roots of the newest traces, and their resources
 * have: what a filter can be completed with.
 */
export const readAttributeKeys: Query<
  {
    readonly project: string;
    readonly of: FigureGrain;
    readonly filters: SpanFilterParams;
    readonly window: TimeWindow;
  },
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
    const resources = new ResourceReader();
    for (const { bytes, resourceBytes } of await context.spans.payloads(numbersOf(newest))) {
      const keys = [
        ...Object.keys(attributesFlat(decodeSpan(bytes))),
        ...Object.keys(resources.of(resourceBytes)),
      ];
      for (const key of new Set(keys.map(withoutIndexes)))
        if (counts.size < 5_000 || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
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
