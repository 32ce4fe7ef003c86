import type { Query } from '#server/threads/query.ts';

/** Looked for at once. */
const STEP_SPANS = 500;

/**
 * Row numbers of spans by their OpenTelemetry ids, the newest where several have one; for what
 * lives outside the span store.
 */
export const getSpanNumbers: Query<
  { readonly spanIds: readonly string[] },
  readonly (readonly [string, number])[]
> = {
  name: 'spans.numbers',
  async run({ spans, budget }, { spanIds }) {
    const found = new Map<string, number>();
    for (let at = 0; at < spanIds.length && !budget.over(); at += STEP_SPANS) {
      const step = spanIds.slice(at, at + STEP_SPANS);
      const rows = await spans.findSpans(step.map((spanId) => ({ spanId })));
      for (const { spanId, id } of rows.toReversed()) found.set(spanId, id);
    }
    return spanIds.flatMap((spanId): [string, number][] => {
      const number = found.get(spanId.toLowerCase());
      return number === undefined ? [] : [[spanId, number]];
    });
  },
};
