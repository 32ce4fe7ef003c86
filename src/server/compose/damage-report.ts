import { damageOf } from '#server/stores/damaged-data.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';

/** A thread's message to the main thread about unreadable data. */
export interface DamageFound {
  readonly kind: 'damage';
  /** A description of the unreadable data. */
  readonly part: string;
}

/**
 * Has a call that meets damaged pages fail with what could not be read, and tells of it. `partOf`
 * says what a call reads.
 */
export async function reportingDamage(
  call: IncomingCall,
  {
    handle,
    partOf,
    tell,
  }: {
    readonly handle: (call: IncomingCall) => Promise<CallResult>;
    readonly partOf: (call: IncomingCall) => string;
    readonly tell: (found: DamageFound) => void;
  },
): Promise<CallResult> {
  try {
    return await handle(call);
  } catch (error) {
    const damage = damageOf(error, partOf(call));
    if (damage === null) throw error;
    tell({ kind: 'damage', part: damage.part });
    throw damage;
  }
}

/** Queries and commands are called `<what>.<how>`: what was to be read, in words. */
export function partNamed(name: string): string {
  const what = name
    .slice(0, name.indexOf('.') + 1 || name.length)
    .replace(/\.$/, '')
    .replaceAll(/[-_]/g, ' ');
  return `data of ${what} (${name})`;
}
