import { WireReader } from './wire-reader.ts';

/** `end_time_unix_nano` of Span. */
const END_TIME = 0x41;

/** Whether a span's sender gave it no end, or 0: it may still be running. Bytes of a span that a skim accepted. */
export function hasNoEnd(bytes: Uint8Array): boolean {
  const reader = new WireReader(bytes);
  let end = 0n;
  while (reader.pos < bytes.length) {
    const tag = reader.tag(bytes.length);
    if (tag === END_TIME) end = reader.fixed64(bytes.length);
    else reader.skip(tag, bytes.length);
  }
  return end === 0n;
}
