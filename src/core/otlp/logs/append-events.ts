import { WireReader } from '../wire-reader.ts';
import { WireWriter } from '../wire-writer.ts';

const EVENTS_FIELD = 11;
const EVENT = 0x5a;

/** A span with events behind its own. */
export interface GrownSpan {
  /** Null when nothing was added. */
  readonly bytes: Uint8Array | null;
  /** Events that had no room. */
  readonly left: number;
}

/**
 * The span with these events appended to its own: a repeated protobuf field may continue anywhere
 * in the message. Skips events that the span already has, byte for byte, and leaves out those with
 * which it would grow beyond `bytesMax`.
 */
export function appendEvents(
  span: Uint8Array,
  events: readonly Uint8Array[],
  bytesMax = Infinity,
): GrownSpan {
  const known = eventsOf(span);
  const added: Uint8Array[] = [];
  let size = span.length;
  let left = 0;
  for (const event of events) {
    const alike = known.get(event.length);
    if (alike?.some((other) => isSame(other, event)) === true) continue;
    if (size + event.length > bytesMax) {
      left += 1;
      continue;
    }
    size += event.length;
    if (alike === undefined) known.set(event.length, [event]);
    else alike.push(event);
    added.push(event);
  }
  if (added.length === 0) return { bytes: null, left };
  const writer = new WireWriter();
  writer.raw(span);
  for (const event of added) writer.bytes(EVENTS_FIELD, event);
  return { bytes: writer.finish(), left };
}

/** The events of a span by their length. */
function eventsOf(span: Uint8Array): Map<number, Uint8Array[]> {
  const found = new Map<number, Uint8Array[]>();
  const reader = new WireReader(span);
  while (reader.pos < span.length) {
    const tag = reader.tag(span.length);
    if (tag !== EVENT) {
      reader.skip(tag, span.length);
      continue;
    }
    const end = reader.end(span.length);
    const event = span.subarray(reader.pos, end);
    const alike = found.get(event.length);
    if (alike === undefined) found.set(event.length, [event]);
    else alike.push(event);
    reader.pos = end;
  }
  return found;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}
