import { setTimeout as delay } from 'node:timers/promises';
import { freshSpans } from './otlp-messages.ts';
import type { TestSpan } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';
import type { SendTarget, Wire } from './otlp-sender.ts';

/** What was sent and what became of it, from the sender's side. */
export class Ledger {
  /** Span id -> text, of every span in a request that was acknowledged. */
  readonly acknowledged = new Map<string, string>();
  /** Requests that were never answered, or refused: their spans may be stored or not. */
  readonly open: TestSpan[][] = [];
  requests = 0;

  /** Sends requests one after the other until told to stop, and keeps account. A refusal that asks for patience is sent again. */
  async keepSending(target: SendTarget, wire: Wire, spansPerRequest: number, until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      const text = `text ${this.requests}`;
      const spans = freshSpans(spansPerRequest, text);
      this.requests += 1;
      await this.send(target, wire, spans);
    }
  }

  /** True when the spans were acknowledged. */
  async send(target: SendTarget, wire: Wire, spans: TestSpan[]): Promise<boolean> {
    try {
      const reply = await sendSpans(target, wire, spans);
      if (reply.ok && reply.partial === null) {
        for (const { spanId, text } of spans) this.acknowledged.set(spanId, text ?? '');
        return true;
      }
    } catch {
      // The connection broke: what became of the request is not known.
      await delay(5);
    }
    this.open.push(spans);
    return false;
  }
}

interface ListedSpan {
  readonly context: { readonly span_id: string };
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Every stored span of a project by its id, through the public API, page by page. Fails when one is listed twice. */
export async function readAllSpans(url: string, project = 'default'): Promise<ReadonlyMap<string, string>> {
  const stored = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${url}/v1/projects/${project}/spans?limit=1000${query}`);
    if (response.status === 404) return stored;
    if (!response.ok) throw new Error(`Listing spans answered ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as { data: readonly ListedSpan[]; next_cursor: string | null };
    for (const span of page.data) {
      if (stored.has(span.context.span_id)) throw new Error(`Span ${span.context.span_id} is listed twice.`);
      stored.set(span.context.span_id, String(span.attributes['input.value'] ?? ''));
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return stored;
}

/** Acknowledged spans that are not stored as they were sent. */
export function missing(ledger: Ledger, stored: ReadonlyMap<string, string>): string[] {
  return [...ledger.acknowledged].flatMap(([spanId, text]) => (stored.get(spanId) === text ? [] : [spanId]));
}
