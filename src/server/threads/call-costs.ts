/** The most kinds of calls whose costs are remembered; all are learned anew after more. */
const KINDS_MAX = 2_000;
/** Of a kind that was never asked: as a page of a list takes. */
const FIRST_MS = 10;
/** Shares of a new time: a call that finds caches empty takes longer than its like, but never less. */
const [LESS_SHARE, MORE_SHARE] = [0.5, 0.2];
/** Of parameters within parameters. */
const DEPTH_MAX = 3;
/** Parameters whose texts make a call cheap or dear; of others it counts that they are set. */
const TELLING: ReadonlySet<string> = new Set(['sort', 'of', 'project']);

/**
 * What calls of a kind had of a processor lately. A kind is a query with which of its parameters are set, whatever
 * they are set to: newest spans and slowest spans are two kinds, spans of two users are one.
 */
export class CallCosts {
  readonly #millis = new Map<string, number>();

  expectedMs(kind: string): number {
    return this.#millis.get(kind) ?? FIRST_MS;
  }

  took(kind: string, millis: number): void {
    const known = this.#millis.get(kind);
    if (known === undefined && this.#millis.size >= KINDS_MAX) this.#millis.clear();
    const before = known ?? millis;
    const share = millis < before ? LESS_SHARE : MORE_SHARE;
    this.#millis.set(kind, before + (millis - before) * share);
  }
}

/** The kind of a call, as a text that costs a few microseconds to make. */
export function kindOfCall(query: string, params: unknown): string {
  return query + kindOf(params, DEPTH_MAX);
}

function kindOf(value: unknown, depth: number): string {
  if (typeof value === 'number') return `:${Math.round(Math.log2(Math.abs(value) + 1))}`;
  if (typeof value === 'boolean') return value ? ':yes' : ':no';
  if (typeof value !== 'object' || value === null || depth === 0) return '';
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return '[]';
  let kind = '';
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined || part === null) continue;
    kind += ` ${key}`;
    if (typeof part !== 'string') kind += kindOf(part, depth - 1);
    else if (TELLING.has(key)) kind += `:${part}`;
  }
  return `{${kind}}`;
}
