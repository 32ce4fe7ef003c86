import {
  encodeExportRequest,
  encodeSpan,
  type Attributes,
} from '../../tools/otlp/export-request.ts';
import { Random } from '../../tools/otlp/random.ts';
import { SPAN_SHAPES, type SpanShape } from './span-shapes.ts';

/**
 * Requests encoded once and sent many times: before each sending the ids, times, session and user
 * are written over in place, so that every span sent is a new one and the generator costs about a
 * microsecond a span on the cores it shares with the server.
 */
export interface RequestTemplate {
  readonly body: Buffer;
  readonly spans: readonly PatchPoints[];
}

/** Byte offsets in the body; -1 where the span has no such field. */
interface PatchPoints {
  readonly traceId: number;
  readonly spanId: number;
  readonly parentSpanId: number;
  /** Index in the request of the parent; -1 for a root. */
  readonly parentIndex: number;
  readonly startTime: number;
  readonly endTime: number;
  readonly session: number;
  readonly user: number;
  readonly durationNano: bigint;
}

const SESSION_PLACEHOLDER = 'session-@@@@@@@@';
const USER_PLACEHOLDER = 'user-@@@@@@';
const SESSIONS_IN_TURN = 1_000;

export interface TemplateOptions {
  readonly project: string;
  readonly spansPerRequest: number;
  readonly spanBytes: number;
  readonly count: number;
  readonly seed: number;
}

export function makeTemplates(options: TemplateOptions): readonly RequestTemplate[] {
  const random = new Random(options.seed);
  const textChars = calibrate(options.spanBytes);
  return Array.from({ length: options.count }, () => makeTemplate(options, random, textChars));
}

/** How much text a span needs so that the mean over the ten shapes is the wanted size. */
function calibrate(spanBytes: number): number {
  let textChars = spanBytes;
  for (let round = 0; round < 6; round++) {
    const random = new Random(7);
    const traces = 20;
    let total = 0;
    for (let trace = 0; trace < traces; trace++) {
      for (const shape of SPAN_SHAPES) total += encodeShape(shape, random, textChars).length;
    }
    textChars = Math.max(40, textChars + spanBytes - total / (traces * SPAN_SHAPES.length));
  }
  return textChars;
}

function encodeShape(shape: SpanShape, random: Random, textChars: number): Buffer {
  const attributes: Attributes = {
    'session.id': SESSION_PLACEHOLDER,
    'user.id': USER_PLACEHOLDER,
    ...shape.attributes(random, textChars * (0.5 + random.fraction())),
  };
  return encodeSpan({
    traceId: new Uint8Array(16).fill(1),
    spanId: new Uint8Array(8).fill(1),
    parentSpanId: shape.parent < 0 ? null : new Uint8Array(8).fill(1),
    name: shape.name,
    startTimeUnixNano: 1n,
    endTimeUnixNano: 1n,
    attributes,
    status:
      shape.error === true && random.chance(0.1)
        ? { code: 2, message: 'TimeoutError: the search took longer than 5 s' }
        : { code: 1 },
  });
}

function makeTemplate(
  options: TemplateOptions,
  random: Random,
  textChars: number,
): RequestTemplate {
  const encoded: Buffer[] = [];
  for (let at = 0; at < options.spansPerRequest; at++) {
    const shape = SPAN_SHAPES[at % SPAN_SHAPES.length];
    if (shape) encoded.push(encodeShape(shape, random, textChars));
  }
  const resource = {
    'service.name': 'load',
    'telemetry.sdk.language': 'nodejs',
    'openinference.project.name': options.project,
  };
  const body = encodeExportRequest(resource, { name: 'bench', version: '1' }, encoded);
  let searchFrom = 0;
  const spans = encoded.map((span, index) => {
    const start = body.indexOf(span, searchFrom);
    searchFrom = start + span.length;
    return patchPoints(body, start, span.length, index, random);
  });
  return { body, spans };
}

function patchPoints(
  body: Buffer,
  start: number,
  length: number,
  index: number,
  random: Random,
): PatchPoints {
  const shapeIndex = index % SPAN_SHAPES.length;
  const shape = SPAN_SHAPES[shapeIndex];
  const parent = shape?.parent ?? -1;
  const within = (needle: Buffer | string) => {
    const at = body.indexOf(needle, start);
    return at < 0 || at >= start + length ? -1 : at;
  };
  // The encoder writes fields in the order of their numbers: trace id (tag, length, 16), span id
  // (tag, length, 8), parent, name, kind, times.
  const traceId = start + 2;
  const spanId = traceId + 16 + 2;
  const startTime = within(Buffer.from([0x39, 1, 0, 0, 0, 0, 0, 0, 0])) + 1;
  return {
    traceId,
    spanId,
    parentSpanId: parent < 0 ? -1 : spanId + 8 + 2,
    parentIndex: parent < 0 ? -1 : index - shapeIndex + parent,
    startTime,
    endTime: startTime + 9,
    session: within(SESSION_PLACEHOLDER) + 'session-'.length,
    user: within(USER_PLACEHOLDER) + 'user-'.length,
    durationNano: BigInt(Math.round(random.around(400e6 / (1 + shapeIndex)))),
  };
}

/**
 * Writes new identities into a template. Trace and span ids are random to the eye and never repeat
 * within 2^48 spans.
 */
export class Patcher {
  readonly #random: Random;
  readonly #isOutOfOrder: boolean;
  #spans = 0;
  #traces = 0;

  /**
   * Times rise, and four traces in a row share a session. Out of order, traces start anywhere in
   * the hour before, and each span names the next of 1,000 sessions.
   */
  constructor(seed: number, isOutOfOrder = false) {
    this.#random = new Random(seed ^ 0x5bd1e995);
    this.#isOutOfOrder = isOutOfOrder;
  }

  patch(template: RequestTemplate, nowUnixNano: bigint): void {
    const { body, spans } = template;
    const random = this.#random;
    let [traceStart, hourNano] = [0, 0n];
    for (const [index, span] of spans.entries()) {
      if (span.parentIndex < 0) {
        traceStart = span.traceId;
        this.#traces++;
        body.writeUInt32LE(random.uint32(), traceStart);
        body.writeUInt32LE(random.uint32(), traceStart + 4);
        body.writeUInt32LE(random.uint32(), traceStart + 8);
        body.writeUInt32LE(this.#traces, traceStart + 12);
        if (this.#isOutOfOrder) hourNano = BigInt(random.between(0, 3_600_000)) * 1_000_000n;
      } else body.copyWithin(span.traceId, traceStart, traceStart + 16);
      this.#spans++;
      body.writeUInt32LE(random.uint32(), span.spanId);
      body.writeUInt32LE(this.#spans >>> 0, span.spanId + 4);
      const parent = spans[span.parentIndex];
      if (parent) body.copyWithin(span.parentSpanId, parent.spanId, parent.spanId + 8);
      const start = nowUnixNano - hourNano + BigInt(index) * 1_000n;
      body.writeBigUInt64LE(start, span.startTime);
      body.writeBigUInt64LE(start + span.durationNano, span.endTime);
      const session = this.#isOutOfOrder ? this.#spans % SESSIONS_IN_TURN : this.#traces >> 2;
      writeDigits(body, span.session, 8, session);
      writeDigits(body, span.user, 6, (this.#traces * 7) % 10_000);
    }
  }
}

function writeDigits(body: Buffer, offset: number, digits: number, value: number): void {
  let rest = value;
  for (let at = offset + digits - 1; at >= offset; at--) {
    body[at] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
