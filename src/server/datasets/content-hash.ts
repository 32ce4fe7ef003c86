import { hash } from 'node:crypto';
import { canonicalContent } from '#core/dataset/row-content.ts';
import type { RowContent } from '#core/dataset/row-content.ts';

const HEX_DIGITS = 32;

/** The first 16 bytes of SHA-256 over the canonical content, as hex. Throws what `canonicalContent` throws: it is also the check of a row. */
export function contentHash(line: number, content: RowContent): string {
  return hash('sha256', canonicalContent(line, content), 'hex').slice(0, HEX_DIGITS);
}
