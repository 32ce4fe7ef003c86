import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { NumberSource } from './numbers.ts';
import type { Serial } from './serial.ts';

/** What the parts that write share. One write is under way at a time. */
export interface WriteContext {
  readonly db: ClickHouse;
  readonly numbers: NumberSource;
  readonly serial: Serial;
  readonly readSpans: ReadStoredSpans;
  /** Work that deletes leave to `settle`. */
  readonly pending: { hasMasks: boolean };
}
