import type { AnyValue, KeyValue } from '../any-value.ts';
import type { DecodedResource, DecodedScope } from '../decoded-span.ts';

/** The parts of an export request of logs, as they are grouped on the wire. */
export interface ResourceLogs {
  readonly resource: DecodedResource | null;
  readonly schemaUrl: string;
  readonly scopeLogs: readonly ScopeLogs[];
}

export interface ScopeLogs {
  readonly scope: DecodedScope | null;
  readonly schemaUrl: string;
  readonly logRecords: readonly LogRecord[];
}

/** The fields of a LogRecord message. Ids are hex; times are nanoseconds since the epoch. */
export interface LogRecord {
  readonly timeUnixNano: bigint;
  readonly observedTimeUnixNano: bigint;
  readonly severityNumber: number;
  readonly severityText: string;
  /** Null when the record has none. */
  readonly body: AnyValue | null;
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount: number;
  readonly flags: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName: string;
}

/** A record without content. */
export const BARE_LOG_RECORD: LogRecord = {
  timeUnixNano: 0n,
  observedTimeUnixNano: 0n,
  severityNumber: 0,
  severityText: '',
  body: null,
  attributes: [],
  droppedAttributesCount: 0,
  flags: 0,
  traceId: '',
  spanId: '',
  eventName: '',
};
