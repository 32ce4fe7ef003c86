import { AppError } from '#contracts/wire/errors.ts';
import type { RowAnchor } from '#core/ports/experiment-figures.ts';

const CURSOR = /^row:(none|-?\d[\d.e+-]{0,30}):(\d{1,16})#([0-9a-f]{8})$/;

/** `base64("row:<sort value>:<example>#<scope>")`: where the next page of a comparison begins. */
export function encodeRowCursor({ key, exampleId }: RowAnchor, scope: string): string {
  return Buffer.from(`row:${key ?? 'none'}:${exampleId}#${scope}`).toString('base64');
}

/** The anchor in a cursor; 422 for anything else, a cursor of other parameters included. */
export function decodeRowCursor(cursor: string, scope: string): RowAnchor {
  const [, key, exampleId, madeFor] = CURSOR.exec(Buffer.from(cursor, 'base64').toString('latin1')) ?? [];
  const number = key === 'none' ? null : Number(key);
  if (exampleId === undefined || madeFor !== scope || Number.isNaN(number)) {
    throw new AppError(
      'unprocessable',
      `Invalid cursor: '${cursor.slice(0, 80)}'. Pass next_cursor of the reply before, with the same experiments, filter, show, sort and order.`,
    );
  }
  return { key: number, exampleId: Number(exampleId) };
}
