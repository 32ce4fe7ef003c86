import { AppError } from './errors.ts';

// Browsers and Node both have these; this project is compiled without the types of either.
declare function btoa(text: string): string;
declare function atob(text: string): string;

/**
 * Resource type names inside Global IDs; the set the official clients know, and `Job`,
 * `UserSession`, `AppGrant`, `AuditLog`, `Alert`, `AlertChannel`, `ModelPrice` and `OwnModelPrice`,
 * which are ours.
 */
export const GLOBAL_ID_TYPES = [
  'Project',
  'Trace',
  'Span',
  'ProjectSession',
  'SpanAnnotation',
  'TraceAnnotation',
  'ProjectSessionAnnotation',
  'DocumentAnnotation',
  'Dataset',
  'DatasetVersion',
  'DatasetExample',
  'DatasetSplit',
  'DatasetLabel',
  'CategoricalAnnotationConfig',
  'ContinuousAnnotationConfig',
  'FreeformAnnotationConfig',
  'Experiment',
  'ExperimentRun',
  'ExperimentEvaluation',
  'ExperimentTag',
  'Prompt',
  'PromptVersion',
  'PromptVersionTag',
  'User',
  'UserApiKey',
  'SystemApiKey',
  'ProjectTraceRetentionPolicy',
  'Job',
  'UserSession',
  'AppGrant',
  'AuditLog',
  'Alert',
  'AlertChannel',
  'ModelPrice',
  'OwnModelPrice',
] as const;
export type GlobalIdType = (typeof GLOBAL_ID_TYPES)[number];
export interface GlobalId {
  readonly type: GlobalIdType;
  readonly number: number;
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(GLOBAL_ID_TYPES);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const TYPE_AND_NUMBER = /^([A-Za-z]+):(0|[1-9]\d{0,15})$/;

/** `base64("Type:number")`, standard alphabet with padding. */
export function encodeGlobalId(type: GlobalIdType, number: number): string {
  return btoa(`${type}:${number}`);
}

/**
 * The id behind a Global ID, or null when the text is not one. Never throws: a name may look like
 * anything.
 */
export function decodeGlobalId(text: string): GlobalId | null {
  if (text.length > 128 || text.length % 4 !== 0 || !BASE64.test(text)) return null;
  const match = TYPE_AND_NUMBER.exec(atob(text));
  if (match === null || !isGlobalIdType(match[1])) return null;
  const number = Number(match[2]);
  return Number.isSafeInteger(number) ? { type: match[1], number } : null;
}

/**
 * The number of a Global ID that must be of one type; 422 otherwise. `field` names the parameter in
 * the message.
 */
export function requireGlobalId(text: string, type: GlobalIdType, field: string): number {
  const id = decodeGlobalId(text);
  if (id === null || id.type !== type) {
    throw new AppError(
      'unprocessable',
      `Invalid ${type} ID format in ${field}: '${text.slice(0, 80)}'. Expected a Global ID such as ${encodeGlobalId(type, 1)}.`,
    );
  }
  return id.number;
}

function isGlobalIdType(text: string | undefined): text is GlobalIdType {
  return text !== undefined && KNOWN_TYPES.has(text);
}
