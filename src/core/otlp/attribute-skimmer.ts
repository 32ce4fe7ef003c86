import type { SpanKind } from '#contracts/spans/span-kind.ts';
import { cutText } from '#core/semconv/derive-span.ts';
import { promotedRow } from '#core/semconv/promoted-attributes.ts';
import { checkAnyValue } from './any-value-check.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { countListed, DocumentCounter } from './document-count.ts';
import { PromotedSlots } from './promoted-slots.ts';
import type { SkimLimits } from './skim-limits.ts';
import { SpanRefusal } from './span-refusal.ts';
import type { WireReader } from './wire-reader.ts';

/** Of KeyValue. */
const KEY = 0x0a;
const VALUE = 0x12;
/** Of AnyValue. */
const STRING = 0x0a;
const INT = 0x18;
const VARINT_BYTES_MAX = 10;
const LETTER_R = 0x72;

const DOCUMENTS = promotedRow('documents');
const OUTPUT_DOCUMENTS = promotedRow('outputDocuments');
const FOUND_DOCUMENTS = promotedRow('foundDocuments');
const REPLY = promotedRow('reply');

/**
 * Reads through a span's attributes: validates each, and records the positions of the promoted
 * ones. One instance serves all spans of a request.
 */
export class AttributeSkimmer {
  readonly slots: PromotedSlots;
  readonly #reader: WireReader;
  readonly #limits: SkimLimits;
  /** Keys up to here have a length prefix of one byte. */
  readonly #shortKeyMax: number;
  readonly #documents = new DocumentCounter('retrieval.documents.');
  readonly #outputDocuments = new DocumentCounter('reranker.output_documents.');
  #count = 0;
  /** Values that nest deeper than is read, in the whole request. */
  deepValues = 0;

  constructor(reader: WireReader, limits: SkimLimits) {
    this.#reader = reader;
    this.#limits = limits;
    this.#shortKeyMax = Math.min(limits.keyBytesMax, 0x7f);
    this.slots = new PromotedSlots(reader.bytes);
  }

  nextSpan(): void {
    this.slots.nextSpan();
    this.#documents.nextSpan();
    this.#outputDocuments.nextSpan();
    this.#count = 0;
  }

  /**
   * The fast path for the form that every exporter writes: a short key, then a value that is one
   * string or one integer, and nothing else. A few bytes identify it; returns false, without side
   * effects, for every other form. Half of a skim's time is spent here, hence no reader for single
   * bytes.
   */
  usual(start: number, end: number): boolean {
    const { bytes } = this.#reader;
    const keyLength = bytes[start + 1]!;
    const keyStart = start + 2;
    const keyEnd = keyStart + keyLength;
    if (
      bytes[start] !== KEY ||
      keyLength > this.#shortKeyMax ||
      keyEnd + 4 > end ||
      bytes[keyEnd] !== VALUE
    )
      return false;
    const lengthSize = lengthBytes(bytes, keyEnd + 1, end);
    const valueStart = keyEnd + 1 + lengthSize;
    const type = bytes[valueStart];
    if (lengthSize === 0 || this.#count >= this.#limits.attributesPerSpanMax) return false;
    if (type === STRING) {
      if (
        end - valueStart > this.#limits.valueBytesMax ||
        lengthBytes(bytes, valueStart + 1, end) === 0
      )
        return false;
    } else if (type !== INT || varintBytes(bytes, valueStart + 1) !== end - valueStart - 1) {
      return false;
    }
    this.#count++;
    this.slots.offer(keyStart, keyLength, valueStart, end);
    if (bytes[keyStart] === LETTER_R) {
      this.#documents.offer(bytes, keyStart, keyEnd);
      this.#outputDocuments.offer(bytes, keyStart, keyEnd);
    }
    return true;
  }

  /**
   * One KeyValue in any form, from `pos` to `end`. Validates its value, and records its position if
   * its key is promoted.
   */
  any(end: number): void {
    if (++this.#count > this.#limits.attributesPerSpanMax) {
      throw new SpanRefusal(
        'attributes',
        `more than ${this.#limits.attributesPerSpanMax} attributes`,
      );
    }
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
        if (!checkAnyValue(reader, valueEnd, this.#limits.valueDepthMax)) this.deepValues++;
      } else {
        reader.skip(tag, end);
      }
    }
    if (keyEnd - keyStart > this.#limits.keyBytesMax) {
      throw new SpanRefusal(
        'attributes',
        `an attribute key of ${keyEnd - keyStart} bytes; at most ${this.#limits.keyBytesMax}`,
      );
    }
    if (valueEnd - valueStart > this.#limits.valueBytesMax) {
      const key = cutText(decodeUtf8(reader.bytes, keyStart, keyEnd), 100);
      throw new SpanRefusal(
        `attributes[${key}]`,
        `a value of ${valueEnd - valueStart} bytes; at most ${this.#limits.valueBytesMax}`,
      );
    }
    this.slots.offer(keyStart, keyEnd - keyStart, valueStart, valueEnd);
    if (reader.bytes[keyStart] === LETTER_R) {
      this.#documents.offer(reader.bytes, keyStart, keyEnd);
      this.#outputDocuments.offer(reader.bytes, keyStart, keyEnd);
    }
  }

  /** Retrieved documents; for a reranker, those it put out. */
  documentCount(kind: SpanKind): number {
    const reranker = kind === 'RERANKER';
    const counted = reranker ? this.#outputDocuments.count : this.#documents.count;
    if (counted > 0) return counted;
    const found = this.slots.range(reranker ? OUTPUT_DOCUMENTS : DOCUMENTS);
    const listed =
      found ??
      (kind === 'RETRIEVER'
        ? (this.slots.range(FOUND_DOCUMENTS) ?? this.slots.range(REPLY))
        : null);
    return listed === null ? 0 : countListed(this.#reader, listed.start, listed.end);
  }
}

/**
 * How many bytes a length prefix at `pos` has if what it covers ends exactly at `end`; 0 if not, or
 * if it is longer than three.
 */
function lengthBytes(bytes: Uint8Array, pos: number, end: number): number {
  const first = bytes[pos]!;
  if (first < 0x80) return pos + 1 + first === end ? 1 : 0;
  const second = bytes[pos + 1]!;
  if (second < 0x80) return pos + 2 + (first & 0x7f) + second * 0x80 === end ? 2 : 0;
  const third = bytes[pos + 2]!;
  return third < 0x80 && pos + 3 + (first & 0x7f) + (second & 0x7f) * 0x80 + third * 0x4000 === end
    ? 3
    : 0;
}

/** How many bytes a varint at `pos` has; more than ten for what is none. */
function varintBytes(bytes: Uint8Array, pos: number): number {
  let count = 1;
  while (count <= VARINT_BYTES_MAX && bytes[pos + count - 1]! >= 0x80) count++;
  return count;
}
