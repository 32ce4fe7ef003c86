import type Database from 'better-sqlite3';
import { decodeResource } from '#core/otlp/span-codec.ts';
import type { TraceRow, TraceServices } from '#core/ports/span-rows.ts';
import type { PayloadReader } from '../blocks/payload-reader.ts';

const NO_SERVICE = -1;

/** The service that sent each span of a trace. A span's context is in its block, so each of the trace's blocks is read once. */
export class TraceServiceReader {
  readonly #payloads: PayloadReader;
  readonly #ids: Database.Statement<[number, number], number>;

  constructor(db: Database.Database, payloads: PayloadReader) {
    this.#payloads = payloads;
    this.#ids = db.prepare<[number, number], number>('SELECT id FROM spans WHERE trace_number = ? ORDER BY start_time, id LIMIT ?').pluck();
  }

  read(trace: TraceRow, spansMax: number): TraceServices {
    const ids = this.#ids.all(trace.id, spansMax);
    const services: string[] = [];
    const byContext = new Map<number, number>();
    const contexts = this.#contextsOf(ids);
    const indexes = ids.map((id) => {
      const context = contexts.get(id);
      if (context === undefined) return NO_SERVICE;
      let index = byContext.get(context);
      if (index === undefined) byContext.set(context, (index = this.#indexOf(context, services)));
      return index;
    });
    return { trace, complete: ids.length >= trace.spanCount, services, indexes };
  }

  /** The context of each span: in the order of their numbers, so that no block is unpacked twice. */
  #contextsOf(ids: readonly number[]): ReadonlyMap<number, number> {
    const contexts = new Map<number, number>();
    for (const id of ids.toSorted((a, b) => a - b)) {
      const entry = this.#payloads.entry(id);
      if (entry !== null) contexts.set(id, entry.contextId);
    }
    return contexts;
  }

  #indexOf(context: number, services: string[]): number {
    const service = serviceOf(this.#payloads.resourceOf(context));
    if (service === null) return NO_SERVICE;
    const known = services.indexOf(service);
    return known === -1 ? services.push(service) - 1 : known;
  }
}

/** The `service.name` of a resource; null where it names none. */
function serviceOf(resource: Uint8Array): string | null {
  const name = decodeResource(resource).attributes.find(({ key, value }) => key === 'service.name' && value.type === 'string');
  return name?.value.type === 'string' ? name.value.value.trim() || null : null;
}
