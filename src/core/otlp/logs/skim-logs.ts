import { countElements, walkItems } from '../request-walk.ts';
import type { SkimLimits } from '../skim-limits.ts';
import { SpanRefusal, type RefusedSpan } from '../span-refusal.ts';
import { WireReader } from '../wire-reader.ts';
import { checkAnyValue, checkKeyValue } from '../any-value-check.ts';
import { decodeAnyValue, VALUE_ITEMS_MAX } from '../any-value-codec.ts';
import { anyValueToJson } from '../any-value-json.ts';
import { checkId } from '../check-id.ts';
import { decodeUtf8 } from '../decode-utf8.ts';
import { OtlpDecodeError } from '../otlp-decode-error.ts';
import { WireWriter } from '../wire-writer.ts';
import type { SpanEvent } from './span-event.ts';

export interface LogSkim {
  readonly events: readonly SpanEvent[];
  readonly refused: readonly RefusedSpan[];
}

/** Field tags of the LogRecord message: field number << 3 | wire type. */
const TIME = 0x09;
const BODY = 0x2a;
const ATTRIBUTE = 0x32;
const DROPPED_ATTRIBUTES = 0x38;
const TRACE_ID = 0x4a;
const SPAN_ID = 0x52;
const OBSERVED_TIME = 0x59;
const EVENT_NAME = 0x62;
const KEY = 0x0a;
const VALUE = 0x12;
const STRING = 0x0a;

/** Fields of a Span.Event. */
const EVENT = { time: 1, name: 2, attribute: 3, droppedAttributes: 4 } as const;

const GENAI = 'gen_ai.';
/** Where SDKs put an event's name before LogRecord had a field for it. */
const NAME_KEY = 'event.name';
/** An event's body as an attribute: the name that Azure's SDKs have for it. */
const BODY_KEY = 'gen_ai.event.content';
const BODY_KEY_OTHERWISE = 'event.body';
const SHOWN_CHARS = 60;
const NOWHERE: Range = { start: 0, end: 0 };

/**
 * The GenAI events of an ExportLogsServiceRequest. Throws OtlpDecodeError when the bytes are no
 * such request and AppError `too_large` when it holds too much: counted before anything is built.
 * Log records that are no GenAI events, or name no span, are refused alone.
 */
export function skimLogs(body: Uint8Array, limits: SkimLimits): LogSkim {
  const reader = new WireReader(body);
  countElements(reader, limits, 'log records');
  const records = new LogSkimmer(reader, limits);
  const events: SpanEvent[] = [];
  const refused: RefusedSpan[] = [];
  walkItems(reader, (end, { projectName }) => {
    try {
      events.push(records.event(end, projectName));
    } catch (error) {
      if (!(error instanceof SpanRefusal)) throw error;
      refused.push(error.of(events.length + refused.length, records.lastIds()));
    }
  });
  return { events, refused };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Converts each log record that is a GenAI event to a span event. Its attributes are copied as
 * bytes; its body becomes an attribute. One skimmer serves a whole request and holds the current
 * record's state.
 */
class LogSkimmer {
  readonly #reader: WireReader;
  readonly #limits: SkimLimits;
  #traceId = NOWHERE;
  #spanId = NOWHERE;
  #eventName = NOWHERE;
  #body: Range | null = null;
  #attributes: Range[] = [];
  #nameAttribute: string | null = null;
  #hasBodyAttribute = false;
  #time = 0n;
  #observedTime = 0n;
  #dropped = 0;

  constructor(reader: WireReader, limits: SkimLimits) {
    this.#reader = reader;
    this.#limits = limits;
  }

  /** The ids that the last record named, as far as they were read: for naming it in a refusal. */
  lastIds(): { readonly traceId: Uint8Array; readonly spanId: Uint8Array } {
    return { traceId: this.#view(this.#traceId), spanId: this.#view(this.#spanId) };
  }

  /**
   * The event in the record at the reader's place; throws a SpanRefusal for a record that is none
   * or cannot be kept.
   */
  event(end: number, projectName: string | null): SpanEvent {
    this.#reset();
    try {
      this.#fields(end);
      const name = this.#name();
      this.#checkIds();
      return {
        traceId: this.#view(this.#traceId),
        spanId: this.#view(this.#spanId),
        projectName,
        bytes: this.#encode(name),
      };
    } catch (error) {
      if (error instanceof OtlpDecodeError)
        throw new SpanRefusal(
          'log record',
          `not a well-formed LogRecord message: ${error.message}`,
        );
      throw error;
    }
  }

  #reset(): void {
    this.#traceId = NOWHERE;
    this.#spanId = NOWHERE;
    this.#eventName = NOWHERE;
    this.#body = null;
    this.#attributes = [];
    this.#nameAttribute = null;
    this.#hasBodyAttribute = false;
    this.#time = 0n;
    this.#observedTime = 0n;
    this.#dropped = 0;
  }

  #fields(end: number): void {
    const reader = this.#reader;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      switch (tag) {
        case TRACE_ID:
          this.#traceId = this.#range(end);
          break;
        case SPAN_ID:
          this.#spanId = this.#range(end);
          break;
        case EVENT_NAME:
          this.#eventName = this.#range(end);
          break;
        case BODY:
          this.#body = this.#range(end);
          checkAnyValue(this.#at(this.#body), this.#body.end, this.#limits.valueDepthMax);
          break;
        case ATTRIBUTE:
          this.#attribute(reader.end(end));
          break;
        case TIME:
          this.#time = reader.fixed64(end);
          break;
        case OBSERVED_TIME:
          this.#observedTime = reader.fixed64(end);
          break;
        case DROPPED_ATTRIBUTES:
          this.#dropped = reader.uint32(end);
          break;
        default:
          reader.skip(tag, end);
      }
    }
  }

  #attribute(end: number): void {
    const { attributesPerSpanMax, keyBytesMax, valueBytesMax, valueDepthMax } = this.#limits;
    const reader = this.#reader;
    const start = reader.pos;
    if (this.#attributes.length >= attributesPerSpanMax)
      throw new SpanRefusal('attributes', `more than ${attributesPerSpanMax} attributes`);
    this.#attributes.push({ start, end });
    checkKeyValue(reader, end, valueDepthMax);
    let key = NOWHERE;
    let value = NOWHERE;
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === KEY) key = this.#range(end);
      else if (tag === VALUE) value = this.#range(end);
      else reader.skip(tag, end);
    }
    if (key.end - key.start > keyBytesMax)
      throw new SpanRefusal(
        'attributes',
        `an attribute key of ${key.end - key.start} bytes; at most ${keyBytesMax}`,
      );
    if (end - start > valueBytesMax + keyBytesMax)
      throw new SpanRefusal(
        'attributes',
        `an attribute of ${end - start} bytes; its value may have ${valueBytesMax}`,
      );
    if (this.#spells(NAME_KEY, key)) this.#nameAttribute = this.#textOf(value);
    else if (this.#spells(BODY_KEY, key)) this.#hasBodyAttribute = true;
    reader.pos = end;
  }

  /** The event's name. Refuses a record that is not a GenAI event. */
  #name(): string {
    const { start, end } = this.#eventName;
    if (end - start > this.#limits.keyBytesMax)
      throw new SpanRefusal(
        'event_name',
        `has ${end - start} bytes; at most ${this.#limits.keyBytesMax}`,
      );
    const name =
      start === end ? (this.#nameAttribute ?? '') : decodeUtf8(this.#reader.bytes, start, end);
    if (name.startsWith(GENAI)) return name;
    const found = name === '' ? 'it has none' : `it is '${name.slice(0, SHOWN_CHARS)}'`;
    throw new SpanRefusal(
      'event_name',
      `must begin with '${GENAI}', since only GenAI events are stored; ${found}`,
    );
  }

  #checkIds(): void {
    const { bytes } = this.#reader;
    checkId('trace_id', bytes, this.#traceId.start, this.#traceId.end - this.#traceId.start, 16);
    checkId('span_id', bytes, this.#spanId.start, this.#spanId.end - this.#spanId.start, 8);
  }

  #encode(name: string): Uint8Array {
    const writer = new WireWriter();
    const time = this.#time === 0n ? this.#observedTime : this.#time;
    if (time !== 0n) writer.fixed64(EVENT.time, time);
    writer.string(EVENT.name, name);
    for (const attribute of this.#attributes) writer.bytes(EVENT.attribute, this.#view(attribute));
    if (this.#body !== null && this.#body.end > this.#body.start)
      this.#encodeBody(writer, this.#body);
    if (this.#dropped !== 0) writer.varint(EVENT.droppedAttributes, this.#dropped);
    const event = writer.finish();
    const { valueBytesMax } = this.#limits;
    if (event.length > valueBytesMax)
      throw new SpanRefusal(
        'log record',
        `an event of ${event.length} bytes; at most ${valueBytesMax}`,
      );
    return event;
  }

  /** Text as it is, all else as JSON text. */
  #encodeBody(writer: WireWriter, body: Range): void {
    if (body.end - body.start > this.#limits.valueBytesMax)
      throw new SpanRefusal(
        'body',
        `has ${body.end - body.start} bytes; at most ${this.#limits.valueBytesMax}`,
      );
    const value = decodeAnyValue(this.#at(body), body.end, this.#limits.valueDepthMax, {
      items: VALUE_ITEMS_MAX,
    });
    if (value.type === 'empty') return;
    const text = value.type === 'string' ? value.value : JSON.stringify(anyValueToJson(value));
    writer.message(EVENT.attribute, () => {
      writer.string(1, this.#hasBodyAttribute ? BODY_KEY_OTHERWISE : BODY_KEY);
      writer.message(2, () => {
        writer.string(1, text);
      });
    });
  }

  /** Steps over a length-delimited field. */
  #range(limit: number): Range {
    const end = this.#reader.end(limit);
    const start = this.#reader.pos;
    this.#reader.pos = end;
    return { start, end };
  }

  #at({ start }: Range): WireReader {
    this.#reader.pos = start;
    return this.#reader;
  }

  #view({ start, end }: Range): Uint8Array {
    return this.#reader.bytes.subarray(start, end);
  }

  #spells(word: string, { start, end }: Range): boolean {
    return end - start === word.length && decodeUtf8(this.#reader.bytes, start, end) === word;
  }

  /** The text of an AnyValue; null when it is none. */
  #textOf(range: Range): string | null {
    const reader = this.#at(range);
    let text: string | null = null;
    while (reader.pos < range.end) {
      const tag = reader.tag(range.end);
      if (tag === STRING) {
        const { start, end } = this.#range(range.end);
        text = decodeUtf8(reader.bytes, start, Math.min(end, start + this.#limits.keyBytesMax));
      } else {
        reader.skip(tag, range.end);
      }
    }
    return text;
  }
}
