import type { CallFacts, Repeat } from '#core/trace/repeated-call.ts';

/**
 * A stored call of a model. Ids are halves of 32 bits: they are compared for each call that
 * arrives.
 */
export interface KnownCall extends CallFacts {
  readonly id: number;
  readonly startTime: bigint;
  readonly spanHigh: number;
  readonly spanLow: number;
  readonly hasParent: boolean;
  readonly parentHigh: number;
  readonly parentLow: number;
  repeats: Repeat;
}

/**
 * Two numbers of a call, and of the one before it in its trace: numbers of two calls are equal
 * where one may repeat the other.
 */
export interface CallKey {
  readonly own: number;
  readonly parent: number;
  /** How many there are. */
  readonly place: number;
  readonly before: CallKey | null;
}

/** Of a span without a parent. */
export const NO_KEY = 0;
/** Of a trace that is known to have no calls. */
export const NO_CALLS: CallKey = { own: NO_KEY, parent: NO_KEY, place: 0, before: null };

/** So few calls are searched faster than they are looked up. */
const SEARCHED_MAX = 24;
const NONE: readonly KnownCall[] = [];

/** The calls of a trace, found by their span id and by that of their parent. */
export class TraceCalls {
  readonly all: KnownCall[] = [];
  #bySpan: Map<number, KnownCall[]> | null = null;
  #byParent: Map<number, KnownCall[]> | null = null;

  add(call: KnownCall): void {
    this.all.push(call);
    if (this.#bySpan !== null && this.#byParent !== null) index(this.#bySpan, this.#byParent, call);
    else if (this.all.length > SEARCHED_MAX) {
      this.#bySpan = new Map();
      this.#byParent = new Map();
      for (const known of this.all) index(this.#bySpan, this.#byParent, known);
    }
  }

  /** The call directly above; null for none, and where two spans are each other's parent. */
  parentOf(call: KnownCall): KnownCall | null {
    if (!call.hasParent) return null;
    for (const other of this.#bySpan === null
      ? this.all
      : (this.#bySpan.get(call.parentLow) ?? NONE))
      if (isChild(call, other)) return isChild(other, call) ? null : other;
    return null;
  }

  /** The calls directly below. */
  childrenOf(call: KnownCall): readonly KnownCall[] {
    let children: KnownCall[] | null = null;
    for (const other of this.#byParent === null
      ? this.all
      : (this.#byParent.get(call.spanLow) ?? NONE))
      if (isChild(other, call) && !isChild(call, other)) (children ??= []).push(other);
    return children ?? NONE;
  }
}

function isChild(child: KnownCall, parent: KnownCall): boolean {
  return (
    child.hasParent && child.parentLow === parent.spanLow && child.parentHigh === parent.spanHigh
  );
}

function index(
  bySpan: Map<number, KnownCall[]>,
  byParent: Map<number, KnownCall[]>,
  call: KnownCall,
): void {
  put(bySpan, call.spanLow, call);
  if (call.hasParent) put(byParent, call.parentLow, call);
}

function put(map: Map<number, KnownCall[]>, key: number, call: KnownCall): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [call]);
  else known.push(call);
}

/** The first half of a span id, or with 4 the second. */
export function halfOfId(id: Uint8Array, at: 0 | 4): number {
  return (id[at]! << 24) | (id[at + 1]! << 16) | (id[at + 2]! << 8) | id[at + 3]!;
}
