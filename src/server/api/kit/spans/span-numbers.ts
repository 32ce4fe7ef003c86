import type { Query } from '#server/threads/query.ts';

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
    const found: [string, number][] = [];
    for (const spanId of spanIds) {
      if (budget.over()) break;
      const [span] = await spans.findSpans({ spanId });
      if (span !== undefined) found.push([spanId, span.id]);
    }
    return found;
  },
};
