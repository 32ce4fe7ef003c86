import type { SpanView } from './predicate.ts';

/** A span within its trace: what an element of `spans` can reach. */
export interface SpanElement {
  readonly view: SpanView;
  readonly family: SpanFamily;
}

/**
 * The spans of one trace, by id and by parent. The look-ups are made on first use: most filters
 * need neither.
 */
export class SpanFamily {
  readonly elements: readonly SpanElement[];
  #byId: Map<string, SpanView> | null = null;
  #byParent: Map<string, SpanElement[]> | null = null;

  constructor(views: readonly SpanView[]) {
    this.elements = views.map((view) => ({ view, family: this }));
  }

  byId(spanId: string): SpanView | null {
    this.#byId ??= new Map(this.elements.map(({ view }) => [view.row.spanId, view]));
    return this.#byId.get(spanId) ?? null;
  }

  childrenOf(spanId: string): readonly SpanElement[] {
    this.#byParent ??= this.#groupByParent();
    return this.#byParent.get(spanId) ?? [];
  }

  #groupByParent(): Map<string, SpanElement[]> {
    const byParent = new Map<string, SpanElement[]>();
    for (const element of this.elements) {
      const { parentSpanId } = element.view.row;
      if (parentSpanId === null) continue;
      const group = byParent.get(parentSpanId);
      if (group === undefined) byParent.set(parentSpanId, [element]);
      else group.push(element);
    }
    return byParent;
  }
}
