import {
  writeAnyValue,
  writeAttributes,
  writeCount,
  writeId,
  writeResource,
  writeScope,
  writeText,
} from '../encode.ts';
import { WireWriter } from '../wire-writer.ts';
import type { LogRecord, ResourceLogs, ScopeLogs } from './log-record.ts';

/**
 * An ExportLogsServiceRequest. Ids that are not hex are written empty, so that a reader refuses the
 * record for its missing id.
 */
export function encodeLogsRequest(resourceLogs: readonly ResourceLogs[]): Uint8Array {
  const writer = new WireWriter();
  for (const group of resourceLogs) {
    writer.message(1, () => {
      writeResource(writer, group.resource);
      for (const scopeLogs of group.scopeLogs) {
        writer.message(2, () => {
          writeScopeLogs(writer, scopeLogs);
        });
      }
      writeText(writer, 3, group.schemaUrl);
    });
  }
  return writer.finish();
}

function writeScopeLogs(writer: WireWriter, group: ScopeLogs): void {
  writeScope(writer, group.scope);
  for (const record of group.logRecords) {
    writer.message(2, () => {
      writeLogRecord(writer, record);
    });
  }
  writeText(writer, 3, group.schemaUrl);
}

function writeLogRecord(writer: WireWriter, record: LogRecord): void {
  const { body } = record;
  if (record.timeUnixNano !== 0n) writer.fixed64(1, record.timeUnixNano);
  writeCount(writer, 2, record.severityNumber);
  writeText(writer, 3, record.severityText);
  if (body !== null) {
    writer.message(5, () => {
      writeAnyValue(writer, body);
    });
  }
  writeAttributes(writer, 6, record.attributes);
  writeCount(writer, 7, record.droppedAttributesCount);
  if (record.flags !== 0) writer.fixed32(8, record.flags);
  writeId(writer, 9, record.traceId);
  writeId(writer, 10, record.spanId);
  if (record.observedTimeUnixNano !== 0n) writer.fixed64(11, record.observedTimeUnixNano);
  writeText(writer, 12, record.eventName);
}
