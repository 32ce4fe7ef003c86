import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { NumberSource } from './numbers.ts';
import type { Serial, SharedSerial } from './serial.ts';

/** What the parts that write share. */
export interface WriteContext {
  readonly db: ClickHouse;
  readonly numbers: NumberSource;
  /** Changes that people make, and upkeep: one at a time, on all servers together. */
  readonly serial: SharedSerial;
  /**
   * Writes of spans, one at a time on this server and beside those of others. A change of stored
   * rows of spans takes its turn here inside of its turn in `serial`, never the other way round.
   */
  readonly spans: Serial;
  readonly readSpans: ReadStoredSpans;
  readonly pending: Pending;
}

/** Work that is left to `settle`. */
interface Pending {
  /** Deleted rows are still on disk. */
  hasMasks: boolean;
  /** Traces whose repeated calls are looked at again: two servers may have stored parts of them. */
  readonly split: Set<string>;
  /**
   * Spans may be stored that annotations wait for: applying these failed, or was not come to. True at
   * first, since the process before this one may have been killed in between.
   */
  hasLeftWaiting: boolean;
  /** Deleted projects may have rows: a purge failed, or the process before this one was killed in it. */
  hasDeadProjects: boolean;
}

/** Of a server that shares its database, what others have left counts too. */
export function newPending(isShared: boolean): Pending {
  return { hasMasks: isShared, split: new Set(), hasLeftWaiting: true, hasDeadProjects: true };
}
