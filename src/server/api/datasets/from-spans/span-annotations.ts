import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { AnnotationReader } from '#core/ports/annotation-store.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';

/** Of a step of spans; the newest. */
const ANNOTATIONS_MAX = 1_000;

/**
 * Annotations of some spans, and with the root of a trace those of the trace, by the span's row number: under each name the annotations,
 * newest first. Spans without annotations are left out.
 */
export async function annotationsOfSpans(
  annotations: AnnotationReader,
  spans: readonly SpanRow[],
): Promise<ReadonlyMap<number, JsonObject>> {
  const found: AnnotationRow[] = [];
  for (const projectId of new Set(spans.map((span) => span.projectId))) {
    const own = spans.filter((span) => span.projectId === projectId);
    const roots = own.filter(({ parentSpanId }) => parentSpanId === null);
    const read = async (target: 'span' | 'trace', ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      found.push(...(await annotations.annotations({ projectId, target, targetIds: [...new Set(ids)], limit: ANNOTATIONS_MAX })).rows);
    };
    await read(
      'span',
      own.map(({ spanId }) => spanId),
    );
    await read(
      'trace',
      roots.map(({ traceId }) => traceId),
    );
  }
  const isOf = ({ target, targetNumber }: AnnotationRow, span: SpanRow): boolean =>
    target === 'span' ? targetNumber === span.id : targetNumber === span.traceNumber && span.parentSpanId === null;
  return new Map(
    spans.flatMap((span) => {
      const own = found.filter((row) => isOf(row, span));
      return own.length === 0 ? [] : [[span.id, byName(own)] as const];
    }),
  );
}

function byName(rows: readonly AnnotationRow[]): JsonObject {
  const names = new PlainObject();
  for (const name of [...new Set(rows.map((row) => row.name))].toSorted())
    names[name] = rows.filter((row) => row.name === name).map(annotationJson);
  return names;
}

function annotationJson({ target, annotatorKind, label, score, explanation }: AnnotationRow): JsonObject {
  return { target, annotator_kind: annotatorKind, label, score, explanation };
}
