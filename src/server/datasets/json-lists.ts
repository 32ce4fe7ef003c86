import { AppError } from '#contracts/wire/errors.ts';
import { splitNames } from '#core/dataset/upload-fields.ts';

/** A list of ids, one for each row: null for none, and for a blank one. Null when there is no list at all. */
export function idList(field: string, value: unknown): readonly (string | null)[] | null {
  if (value === undefined || value === null) return null;
  return listOf(field, value).map((item, index) => {
    if (item === null) return null;
    if (typeof item !== 'string') throw wrong(`${field}.${index}`, 'a text or null', item);
    if (!item.isWellFormed()) throw wrong(`${field}.${index}`, 'valid Unicode', item);
    return item.trim() === '' ? null : item;
  });
}

/** The splits of each row; null when there is no list at all. */
export function splitsList(value: unknown): readonly (readonly string[])[] | null {
  if (value === undefined || value === null) return null;
  return listOf('splits', value).map((item, index) => {
    const names = typeof item === 'string' ? [item] : (item ?? []);
    if (!Array.isArray(names)) throw wrong(`splits.${index}`, 'a text, a list of texts, or null', item);
    return splitNames(`splits.${index}`, names);
  });
}

function listOf(field: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(field, 'a list, one item for each example', value);
  return value;
}

function wrong(field: string, expected: string, value: unknown): AppError {
  return new AppError('unprocessable', `${field} must be ${expected}; got ${JSON.stringify(value).slice(0, 80)}.`);
}
