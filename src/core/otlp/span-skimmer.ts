import { isCalled, type PriceOf } from '#core/cost/token-price.ts';
import {
  deriveCost,
  deriveKind,
  deriveModel,
  deriveProvider,
  deriveTokens,
  errorText,
  promotedText,
} from '#core/semconv/derive-span.ts';
import { deriveFirstToken } from '#core/semconv/first-token.ts';
import { promotedRow } from '#core/semconv/promoted-attributes.ts';
import { AttributeSkimmer } from './attribute-skimmer.ts';
import { checkId, isZero } from './check-id.ts';
import { decodeUtf8, internUtf8 } from './decode-utf8.ts';
import { EventSkimmer } from './event-skimmer.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import {
  ERROR_MESSAGE_CHARS_MAX,
  type ResourceContext,
  type ScopeContext,
  type SpanRecord,
} from './span-record.ts';
import { tooManyElements, type SkimLimits } from './skim-limits.ts';
import { SpanRefusal } from './span-refusal.ts';
import { WireReader } from './wire-reader.ts';

/** Field tags of the Span message: field number << 3 | wire type. */
const TRACE_ID = 0x0a;
const SPAN_ID = 0x12;
const PARENT_SPAN_ID = 0x22;
const NAME = 0x2a;
const KIND = 0x30;
const START = 0x39;
const END = 0x41;
const ATTRIBUTE = 0x4a;
const EVENT = 0x5a;
const LINK = 0x6a;
const STATUS = 0x7a;
const STATUS_MESSAGE = 0x12;
const STATUS_CODE = 0x18;

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
const INT64_MAX = 2n ** 63n - 1n;
/** The most bytes of a name that a row keeps; the span's bytes keep all. */
const NAME_BYTES_MAX = 16_384;
const OTEL_KIND_MAX = 5;

const MESSAGE = promotedRow('message');
const ERROR = promotedRow('error');
const SESSION_ID = promotedRow('sessionId');
const USER_ID = promotedRow('userId');

/**
 * Creates a record for each span of a request, in one pass over its bytes: the fields that lists
 * and filters use are decoded, the rest is only validated and skipped. One skimmer serves a whole
 * request and holds the current span's state.
 */
export class SpanSkimmer {
  readonly #reader: WireReader;
  readonly #priceOf: PriceOf;
  readonly #attributes: AttributeSkimmer;
  readonly #events: EventSkimmer;
  readonly #elementsMax: number;

  #traceIdStart = 0;
  #traceIdLength = 0;
  #spanIdStart = 0;
  #spanIdLength = 0;
  #parentIdStart = 0;
  #parentIdLength = 0;
  #nameStart = 0;
  #nameEnd = 0;
  #otelKind = 0;
  #startTime = 0n;
  #endTime = 0n;
  #hasTime = false;
  #statusCode = 0;
  #statusStart = 0;
  #statusEnd = 0;
  /** Events and links seen in the whole request. */
  elements = 0;

  /** Attribute values that nest deeper than is read, in the whole request. */
  get deepValues(): number {
    return this.#attributes.deepValues;
  }

  constructor(reader: WireReader, limits: SkimLimits, priceOf: PriceOf) {
    this.#reader = reader;
    this.#priceOf = priceOf;
    this.#attributes = new AttributeSkimmer(reader, limits);
    this.#elementsMax = limits.elementsMax;
    this.#events = new EventSkimmer(reader, limits.valueDepthMax);
  }

  /** The ids that the last span named, as far as they were read: for naming it in a refusal. */
  lastIds(): { readonly traceId: Uint8Array; readonly spanId: Uint8Array } {
    const { bytes } = this.#reader;
    return {
      traceId: bytes.subarray(this.#traceIdStart, this.#traceIdStart + this.#traceIdLength),
      spanId: bytes.subarray(this.#spanIdStart, this.#spanIdStart + this.#spanIdLength),
    };
  }

  /** The span at `start`; throws a SpanRefusal for one that cannot be kept. */
  skim(start: number, end: number, resource: ResourceContext, scope: ScopeContext): SpanRecord {
    this.#reset();
    try {
      this.#fields(start, end);
    } catch (error) {
      if (error instanceof OtlpDecodeError)
        throw new SpanRefusal('span', `not a well-formed Span message: ${error.message}`);
      throw error;
    }
    this.#checkIds();
    return this.#record(start, end, resource, scope);
  }

  #reset(): void {
    this.#attributes.nextSpan();
    this.#events.nextSpan();
    this.#traceIdLength = 0;
    this.#spanIdLength = 0;
    this.#parentIdLength = 0;
    this.#nameStart = 0;
    this.#nameEnd = 0;
    this.#otelKind = 0;
    this.#startTime = 0n;
    this.#endTime = 0n;
    this.#hasTime = false;
    this.#statusCode = 0;
    this.#statusStart = 0;
    this.#statusEnd = 0;
  }

  #fields(start: number, end: number): void {
    const reader = this.#reader;
    const { bytes } = reader;
    let pos = start;
    while (pos < end) {
      if (bytes[pos] === ATTRIBUTE) {
        const first = bytes[pos + 1]!;
        const second = bytes[pos + 2]!;
        const contents = first < 0x80 ? pos + 2 : pos + 3;
        const attributeEnd =
          first < 0x80 ? contents + first : contents + (first & 0x7f) + second * 0x80;
        if (
          (first < 0x80 || second < 0x80) &&
          attributeEnd <= end &&
          this.#attributes.usual(contents, attributeEnd)
        ) {
          pos = attributeEnd;
          continue;
        }
      }
      reader.pos = pos;
      this.#field(reader.tag(end), end);
      pos = reader.pos;
    }
  }

  #field(tag: number, end: number): void {
    const reader = this.#reader;
    switch (tag) {
      case ATTRIBUTE:
        this.#attributes.any(reader.end(end));
        return;
      case TRACE_ID: {
        const fieldEnd = reader.end(end);
        this.#traceIdStart = reader.pos;
        this.#traceIdLength = fieldEnd - reader.pos;
        reader.pos = fieldEnd;
        return;
      }
      case SPAN_ID: {
        const fieldEnd = reader.end(end);
        this.#spanIdStart = reader.pos;
        this.#spanIdLength = fieldEnd - reader.pos;
        reader.pos = fieldEnd;
        return;
      }
      case PARENT_SPAN_ID: {
        const fieldEnd = reader.end(end);
        this.#parentIdStart = reader.pos;
        this.#parentIdLength = fieldEnd - reader.pos;
        reader.pos = fieldEnd;
        return;
      }
      case NAME:
        this.#nameEnd = reader.end(end);
        this.#nameStart = reader.pos;
        reader.pos = this.#nameEnd;
        return;
      case KIND:
        this.#otelKind = reader.uint32(end);
        return;
      case START:
        this.#startTime = reader.fixed64(end);
        this.#hasTime = true;
        return;
      case END:
        this.#endTime = reader.fixed64(end);
        this.#hasTime = true;
        return;
      case EVENT:
        this.#countElement();
        this.#events.event(reader.end(end));
        return;
      case LINK:
        this.#countElement();
        this.#events.link(reader.end(end));
        return;
      case STATUS:
        this.#status(reader.end(end));
        return;
      default:
        reader.skip(tag, end);
    }
  }

  #countElement(): void {
    if (++this.elements > this.#elementsMax) throw tooManyElements(this.#elementsMax);
  }

  #status(end: number): void {
    const reader = this.#reader;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === STATUS_CODE) {
        this.#statusCode = reader.uint32(end);
      } else if (tag === STATUS_MESSAGE) {
        this.#statusEnd = reader.end(end);
        this.#statusStart = reader.pos;
        reader.pos = this.#statusEnd;
      } else {
        reader.skip(tag, end);
      }
    }
  }

  #checkIds(): void {
    const { bytes } = this.#reader;
    checkId('trace_id', bytes, this.#traceIdStart, this.#traceIdLength, TRACE_ID_BYTES);
    checkId('span_id', bytes, this.#spanIdStart, this.#spanIdLength, SPAN_ID_BYTES);
    if (this.#parentIdLength !== 0 && this.#parentIdLength !== SPAN_ID_BYTES) {
      throw new SpanRefusal(
        'parent_span_id',
        `must be ${SPAN_ID_BYTES} bytes or empty; got ${this.#parentIdLength}`,
      );
    }
    if (
      !this.#hasTime &&
      isText(bytes, this.#traceIdStart, TRACE_ID_BYTES) &&
      isText(bytes, this.#spanIdStart, SPAN_ID_BYTES)
    ) {
      // A metric whose name and description happen to have the lengths of ids: field numbers are
      // the same.
      throw new SpanRefusal(
        'start_time_unix_nano',
        'missing, and the ids are plain text: this looks like another signal than traces',
      );
    }
  }

  #record(start: number, end: number, resource: ResourceContext, scope: ScopeContext): SpanRecord {
    const { bytes } = this.#reader;
    const { slots } = this.#attributes;
    const startTimeUnixNano = this.#startTime > INT64_MAX ? INT64_MAX : this.#startTime;
    const endTime =
      this.#endTime === 0n
        ? startTimeUnixNano
        : this.#endTime > INT64_MAX
          ? INT64_MAX
          : this.#endTime;
    const kind = deriveKind(slots);
    const modelName = deriveModel(slots, kind);
    const modelProvider = deriveProvider(slots);
    const tokens = deriveTokens(slots);
    const usd =
      deriveCost(slots) ??
      (isCalled(kind)
        ? this.#priceOf({ kind, modelName, modelProvider, tokens, startTimeUnixNano })
        : null);
    const hasParent =
      this.#parentIdLength !== 0 && !isZero(bytes, this.#parentIdStart, SPAN_ID_BYTES);
    return {
      traceId: bytes.subarray(this.#traceIdStart, this.#traceIdStart + TRACE_ID_BYTES),
      spanId: bytes.subarray(this.#spanIdStart, this.#spanIdStart + SPAN_ID_BYTES),
      parentSpanId: hasParent
        ? bytes.subarray(this.#parentIdStart, this.#parentIdStart + SPAN_ID_BYTES)
        : null,
      name:
        promotedText(slots.text(MESSAGE)) ??
        internUtf8(
          this.#reader,
          this.#nameStart,
          Math.min(this.#nameEnd, this.#nameStart + NAME_BYTES_MAX),
        ),
      kind,
      otelKind: this.#otelKind <= OTEL_KIND_MAX ? this.#otelKind : 0,
      startTimeUnixNano,
      endTimeUnixNano: endTime,
      statusCode: this.#statusCode === 1 ? 1 : this.#statusCode === 2 ? 2 : 0,
      errorMessage: this.#errorMessage(),
      modelName,
      modelProvider,
      tokens,
      costUsd: usd,
      sessionId: promotedText(slots.text(SESSION_ID)),
      userId: promotedText(slots.text(USER_ID)),
      firstTokenNano:
        deriveFirstToken(slots, startTimeUnixNano, endTime) ??
        this.#events.firstTokenAfter(startTimeUnixNano),
      documentCount: this.#attributes.documentCount(kind),
      resource,
      scope,
      bytes: bytes.subarray(start, end),
    };
  }

  #errorMessage(): string | null {
    if (this.#statusEnd > this.#statusStart) {
      const cut = Math.min(this.#statusEnd, this.#statusStart + ERROR_MESSAGE_CHARS_MAX * 4);
      return errorText(
        decodeUtf8(this.#reader.bytes, this.#statusStart, cut),
        ERROR_MESSAGE_CHARS_MAX,
      );
    }
    const text =
      this.#events.exceptionText() ??
      (this.#statusCode === 2 ? promotedText(this.#attributes.slots.text(ERROR)) : null);
    return text === null ? null : errorText(text, ERROR_MESSAGE_CHARS_MAX);
  }
}

function isText(bytes: Uint8Array, start: number, length: number): boolean {
  for (let pos = start; pos < start + length; pos++)
    if (bytes[pos]! < 0x20 || bytes[pos]! > 0x7e) return false;
  return true;
}
