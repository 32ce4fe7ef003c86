import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { isObject, type Json, type JsonObject } from '#web/platform/text/json.ts';

/** An example as tables and panes show it. */
export interface ExampleRow {
  /** Global ID. */
  readonly id: string;
  /** A short number, unique over all datasets: the name of an example without an external id. */
  readonly number: number;
  /** The id its maker gave it; null without one. */
  readonly ownId: string | null;
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly metadata: JsonObject;
  /** Names of its splits; null where they were not read. */
  readonly splits: readonly string[] | null;
  readonly updatedAt: string;
  /** Global ID of the version in which it was like this; null where that is not known. */
  readonly seenVersion: string | null;
  /** OpenTelemetry id of the span it was made from. */
  readonly spanId: string | null;
}

interface SentExample {
  readonly id: string;
  readonly node_id: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly metadata: unknown;
  readonly splits?: readonly string[];
  readonly updated_at: string;
  readonly source?: { readonly span_id: string } | null;
}

export function exampleRow(sent: SentExample, seenVersion: string | null): ExampleRow {
  return {
    id: sent.node_id,
    number: decodeGlobalId(sent.node_id)?.number ?? 0,
    ownId: sent.id === sent.node_id ? null : sent.id,
    input: objectOf(sent.input),
    output: objectOf(sent.output),
    metadata: objectOf(sent.metadata),
    splits: sent.splits ?? null,
    updatedAt: sent.updated_at,
    seenVersion,
    spanId: sent.source?.span_id ?? null,
  };
}

function objectOf(sent: unknown): JsonObject {
  const value = sent as Json | undefined; // what was parsed from JSON
  return isObject(value) ? value : {};
}

/** An example's name: its external id, else its number. */
export function exampleName({ ownId, number }: Pick<ExampleRow, 'ownId' | 'number'>): string {
  return ownId ?? `#${number}`;
}

/** A column of a table of examples: a key of one of its three parts. */
export interface ExampleColumn {
  readonly part: 'input' | 'output' | 'metadata';
  readonly key: string;
}

const SHARES = { input: 5, output: 4, metadata: 3 } as const;

/**
 * The keys that most rows have, those of input first; so many of each part that the table stays
 * readable.
 */
export function exampleColumns(rows: readonly ExampleRow[]): readonly ExampleColumn[] {
  return (['input', 'output', 'metadata'] as const).flatMap((part) => {
    const counts = new Map<string, number>();
    for (const row of rows)
      for (const key of Object.keys(row[part]).slice(0, 100))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    const order = [...counts.keys()];
    const kept = order
      .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
      .slice(0, SHARES[part]);
    return order.filter((key) => kept.includes(key)).map((key) => ({ part, key }));
  });
}

/** An example as a line of the JSONL export: an upload takes it back. */
export function exampleLine({ id, ownId, input, output, metadata, splits }: ExampleRow): string {
  return JSON.stringify({
    id: ownId ?? id,
    node_id: id,
    input,
    output,
    metadata,
    splits: splits ?? [],
  });
}
