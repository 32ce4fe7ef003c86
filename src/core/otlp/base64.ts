// Browsers and Node both have these; this project is compiled without the types of either.
declare function btoa(text: string): string;
declare function atob(text: string): string;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const CHUNK = 8_192;

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(binary);
}

/** The bytes of base64 in either alphabet, padded or not; null when the text is neither. */
export function fromBase64(text: string): Uint8Array | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  const padding = standard.indexOf('=');
  if (!BASE64.test(standard) || (padding === -1 ? standard.length : padding) % 4 === 1) return null;
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
