/** How many spans an ExportTraceServiceResponse says were rejected: `partial_success` is field 1, `rejected_spans` its field 1. */
export function rejectedSpans(reply: Buffer): number {
  if (reply[0] !== 0x0a) return 0;
  const [, start] = varint(reply, 1);
  if (reply[start] !== 0x08) return 0;
  return varint(reply, start + 1)[0];
}

/** A varint and where it ends. */
function varint(bytes: Buffer, from: number): [value: number, end: number] {
  let value = 0;
  for (let at = from; ; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return [value, at + 1];
  }
}
