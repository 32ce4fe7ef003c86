import { enumAt, listAt, objectAt, textAt, uint32At, uint64At } from '../json-fields.ts';
import { anyValue, isAbsent, requestOf, resource, scope } from '../json-parts.ts';
import { checkJsonElements } from '../json-size.ts';
import type { SkimLimits } from '../skim-limits.ts';
import { encodeLogsRequest } from './encode-logs.ts';
import type { LogRecord, ResourceLogs, ScopeLogs } from './log-record.ts';

const LOGS = {
  byResource: 'resourceLogs',
  byScope: 'scopeLogs',
  items: 'logRecords',
  words: 'log records',
};
const SEVERITIES = [
  'UNSPECIFIED',
  ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((name) => [
    name,
    ...[2, 3, 4].map((n) => `${name}${n}`),
  ]),
];

/** An OTLP/JSON ExportLogsServiceRequest as protobuf; as `traceRequestFromJson` reads traces. */
export function logsRequestFromJson(text: string, limits: SkimLimits): Uint8Array {
  const request = requestOf(text, 'resourceLogs');
  checkJsonElements(request, limits, LOGS);
  return encodeLogsRequest(
    listAt(request['resourceLogs'], 'resourceLogs').map((group, index) =>
      resourceLogs(group, `resourceLogs[${index}]`),
    ),
  );
}

function resourceLogs(value: unknown, path: string): ResourceLogs {
  const fields = objectAt(value, path);
  return {
    resource: isAbsent(fields['resource'])
      ? null
      : resource(objectAt(fields['resource'], `${path}.resource`), `${path}.resource`),
    schemaUrl: textAt(fields['schemaUrl'], `${path}.schemaUrl`),
    scopeLogs: listAt(fields['scopeLogs'], `${path}.scopeLogs`).map((group, index) =>
      scopeLogs(group, `${path}.scopeLogs[${index}]`),
    ),
  };
}

function scopeLogs(value: unknown, path: string): ScopeLogs {
  const fields = objectAt(value, path);
  return {
    scope: isAbsent(fields['scope'])
      ? null
      : scope(objectAt(fields['scope'], `${path}.scope`), `${path}.scope`),
    schemaUrl: textAt(fields['schemaUrl'], `${path}.schemaUrl`),
    logRecords: listAt(fields['logRecords'], `${path}.logRecords`).map((item, index) =>
      logRecord(item, `${path}.logRecords[${index}]`),
    ),
  };
}

function logRecord(value: unknown, path: string): LogRecord {
  const fields = objectAt(value, path);
  return {
    timeUnixNano: uint64At(fields['timeUnixNano'], `${path}.timeUnixNano`),
    observedTimeUnixNano: uint64At(fields['observedTimeUnixNano'], `${path}.observedTimeUnixNano`),
    severityNumber: enumAt(
      fields['severityNumber'],
      `${path}.severityNumber`,
      'SEVERITY_NUMBER_',
      SEVERITIES,
    ),
    severityText: textAt(fields['severityText'], `${path}.severityText`),
    body: isAbsent(fields['body']) ? null : anyValue(fields['body'], `${path}.body`, 1),
    ...resource(fields, path),
    flags: uint32At(fields['flags'], `${path}.flags`),
    traceId: textAt(fields['traceId'], `${path}.traceId`),
    spanId: textAt(fields['spanId'], `${path}.spanId`),
    eventName: textAt(fields['eventName'], `${path}.eventName`),
  };
}
