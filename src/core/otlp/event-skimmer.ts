import { firstTokenNano } from '#core/semconv/first-token.ts';
import { checkAnyValue, checkKeyValue } from './any-value-check.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { ERROR_MESSAGE_CHARS_MAX } from './span-record.ts';
import type { WireReader } from './wire-reader.ts';

const EVENT_TIME = 0x09;
const EVENT_NAME = 0x12;
const EVENT_ATTRIBUTE = 0x1a;
const LINK_ATTRIBUTE = 0x22;
const KEY = 0x0a;
const VALUE = 0x12;
const STRING = 0x0a;

const EXCEPTION = asciiBytes('exception');
const EXCEPTION_MESSAGE = asciiBytes('exception.message');
const EXCEPTION_TYPE = asciiBytes('exception.type');

/**
 * How senders name the event of a model's first token: "First Token Stream Event",
 * "gen_ai.first_chunk" ...
 */
const FIRST_TOKEN = /first[\s_.-]?(?:token|chunk)/i;
const FIRST_TOKEN_BYTES_MAX = 64;

/**
 * Reads through a span's events and links, and records the last exception's message and the time of
 * the first token.
 */
export class EventSkimmer {
  readonly #reader: WireReader;
  readonly #depthMax: number;
  /** Ranges of AnyValues; empty when absent. */
  #message = { start: 0, end: 0 };
  #type = { start: 0, end: 0 };
  #firstTokenAt = 0n;

  constructor(reader: WireReader, depthMax: number) {
    this.#reader = reader;
    this.#depthMax = depthMax;
  }

  nextSpan(): void {
    if (this.#message.end !== 0) this.#message = { start: 0, end: 0 };
    if (this.#type.end !== 0) this.#type = { start: 0, end: 0 };
    this.#firstTokenAt = 0n;
  }

  /**
   * Nanoseconds from the span's start to the event of its first token; null when no event says so.
   */
  firstTokenAfter(startTime: bigint): number | null {
    return this.#firstTokenAt === 0n
      ? null
      : firstTokenNano(Number(this.#firstTokenAt - startTime));
  }

  /** The last exception's message, else its type; null when no event was an exception. */
  exceptionText(): string | null {
    return this.#text(this.#message) ?? this.#text(this.#type);
  }

  event(end: number): void {
    const reader = this.#reader;
    let exception = false;
    let firstToken = false;
    let time = 0n;
    const message = { start: 0, end: 0 };
    const type = { start: 0, end: 0 };
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === EVENT_NAME) {
        const nameEnd = reader.end(end);
        exception = this.#spells(EXCEPTION, reader.pos, nameEnd);
        firstToken = !exception && this.#isFirstToken(reader.pos, nameEnd);
        reader.pos = nameEnd;
      } else if (tag === EVENT_TIME) {
        time = reader.fixed64(end);
      } else if (tag === EVENT_ATTRIBUTE) {
        this.#attribute(reader.end(end), message, type);
      } else {
        reader.skip(tag, end);
      }
    }
    if (firstToken && this.#firstTokenAt === 0n) this.#firstTokenAt = time;
    if (!exception) return;
    this.#message = message;
    this.#type = type;
  }

  link(end: number): void {
    const reader = this.#reader;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === LINK_ATTRIBUTE) checkKeyValue(reader, reader.end(end), this.#depthMax);
      else reader.skip(tag, end);
    }
  }

  #attribute(
    end: number,
    message: { start: number; end: number },
    type: { start: number; end: number },
  ): void {
    const reader = this.#reader;
    let keyStart = 0;
    let keyEnd = 0;
    let valueStart = 0;
    let valueEnd = 0;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === KEY) {
        keyEnd = reader.end(end);
        keyStart = reader.pos;
        reader.pos = keyEnd;
      } else if (tag === VALUE) {
        valueEnd = reader.end(end);
        valueStart = reader.pos;
        checkAnyValue(reader, valueEnd, this.#depthMax);
      } else {
        reader.skip(tag, end);
      }
    }
    const target = this.#spells(EXCEPTION_MESSAGE, keyStart, keyEnd)
      ? message
      : this.#spells(EXCEPTION_TYPE, keyStart, keyEnd)
        ? type
        : null;
    if (target === null) return;
    target.start = valueStart;
    target.end = valueEnd;
  }

  #isFirstToken(start: number, end: number): boolean {
    return (
      end - start <= FIRST_TOKEN_BYTES_MAX &&
      FIRST_TOKEN.test(decodeUtf8(this.#reader.bytes, start, end))
    );
  }

  #spells(word: Uint8Array, start: number, end: number): boolean {
    if (end - start !== word.length) return false;
    for (let index = word.length - 1; index >= 0; index--)
      if (this.#reader.bytes[start + index] !== word[index]) return false;
    return true;
  }

  /**
   * The text of an AnyValue, as much of it as an error message keeps; null when it is empty or no
   * text.
   */
  #text(range: { readonly start: number; readonly end: number }): string | null {
    const reader = this.#reader;
    reader.pos = range.start;
    let text: string | null = null;
    while (reader.pos < range.end) {
      const tag = reader.tag(range.end);
      if (tag === STRING) {
        const end = reader.end(range.end);
        text = decodeUtf8(
          reader.bytes,
          reader.pos,
          Math.min(end, reader.pos + ERROR_MESSAGE_CHARS_MAX * 4),
        );
        reader.pos = end;
      } else {
        reader.skip(tag, range.end);
      }
    }
    return text === '' ? null : text;
  }
}

function asciiBytes(word: string): Uint8Array {
  return Uint8Array.from(word, (char) => char.charCodeAt(0));
}
