import { hash } from 'node:crypto';
import {
  canonicalContent,
  canonicalValues,
  type RowContent,
  type RowValues,
} from '#core/dataset/row-content.ts';

const HEX_DIGITS = 32;

/**
 * The first 16 bytes of SHA-256 over the canonical content, as hex. Throws what `canonicalContent`
 * throws: it is also the check of a row.
 */
export function contentHash(line: number, content: RowContent): string {
  return hashOf(canonicalContent(line, content));
}

/** The same of texts made of values that are still available. */
export function valuesHash(line: number, content: RowContent, values: RowValues): string {
  return hashOf(canonicalValues(line, content, values));
}

function hashOf(canonical: string): string {
  return hash('sha256', canonical, 'hex').slice(0, HEX_DIGITS);
}
