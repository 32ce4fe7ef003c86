const NO_BYTES = new Uint8Array(0);

/** The parts one after another; a single part is given back as it is. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length <= 1) return parts[0] ?? NO_BYTES;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let pos = 0;
  for (const part of parts) {
    whole.set(part, pos);
    pos += part.length;
  }
  return whole;
}
