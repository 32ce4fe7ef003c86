import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { Json } from '#web/platform/text/json.ts';
import { exampleName } from './example-row.ts';

/** A field that differs; undefined where it is not there. */
export interface FieldChange {
  /** Such as `input.messages[0].content`. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** An example that differs between two versions. */
export interface ExampleChange {
  /** Global ID. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly fields: readonly FieldChange[];
  /** False when more differ than are listed. */
  readonly isComplete: boolean;
}

interface Content {
  readonly input: unknown;
  readonly output: unknown;
  readonly metadata: unknown;
}

interface SentChange {
  readonly id: string;
  readonly node_id: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly before: Content | null;
  readonly after: Content | null;
  readonly changes: readonly {
    readonly path: readonly (string | number)[];
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
  readonly changes_complete: boolean;
}

export function exampleChange(sent: SentChange): ExampleChange {
  const { before, after } = sent;
  const ownId = sent.id === sent.node_id ? null : sent.id;
  return {
    id: sent.node_id,
    name: exampleName({ ownId, number: decodeGlobalId(sent.node_id)?.number ?? 0 }),
    kind: sent.kind,
    fields:
      sent.kind === 'changed'
        ? sent.changes.map((one) => ({
            path: pathText(one.path),
            before: json(one.before),
            after: json(one.after),
          }))
        : fieldsOf(before, after),
    isComplete: sent.changes_complete,
  };
}

/** Of an example that came or went, all its fields. */
function fieldsOf(before: Content | null, after: Content | null): readonly FieldChange[] {
  const content = after ?? before;
  if (content === null) return [];
  return (['input', 'output', 'metadata'] as const).flatMap((part) =>
    Object.entries(content[part] ?? {}).map(([key, value]) => ({
      path: pathText([part, key]),
      before: after === null ? json(value) : undefined,
      after: after === null ? undefined : json(value),
    })),
  );
}

function json(sent: unknown): Json | undefined {
  return sent as Json | undefined; // codec: what was parsed from JSON, or is not there
}

function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');
}
