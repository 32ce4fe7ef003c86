const HEX_PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index++) text += HEX_PAIRS[bytes[index]!]!;
  return text;
}

/** The bytes of a hex text in any case; null when it is not hex. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    const high = digit(text.charCodeAt(index * 2));
    const low = digit(text.charCodeAt(index * 2 + 1));
    if (high < 0 || low < 0) return null;
    bytes[index] = high * 16 + low;
  }
  return bytes;
}

function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
