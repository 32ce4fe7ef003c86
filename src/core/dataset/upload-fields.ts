import { DATASET_ACTIONS, type DatasetAction } from '#contracts/datasets/dataset-upload.ts';
import { AppError } from '#contracts/wire/errors.ts';

const NAME_CHARS_MAX = 1_024;

/** The name of the dataset, as an upload of any format gives it. Throws `unprocessable`. */
export function uploadName(value: unknown): string {
  if (value === undefined || value === null || value === '')
    throw new AppError('unprocessable', 'name is required: the name of the dataset.');
  if (typeof value !== 'string')
    throw new AppError(
      'unprocessable',
      `name must be a text; got ${JSON.stringify(value).slice(0, 80)}.`,
    );
  if (value.trim() === '') throw new AppError('unprocessable', 'name must not be blank.');
  assertStorable('name', value);
  return value;
}

/**
 * The action, whatever its case; `create` when none is given. The misspelling is part of the
 * interface: clients look for it.
 */
export function uploadAction(value: unknown): DatasetAction {
  if (value === undefined || value === null) return 'create';
  const word = typeof value === 'string' ? value.toLowerCase() : null;
  const action = DATASET_ACTIONS.find((one) => one === word);
  if (action !== undefined) return action;
  const got = typeof value === 'string' ? value : JSON.stringify(value);
  throw new AppError(
    'unprocessable',
    `Invalid dateset action: ${got.slice(0, 80)}. Use one of ${DATASET_ACTIONS.join(', ')}.`,
  );
}

/** The description; null for none and for an empty one. */
export function uploadDescription(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string')
    throw new AppError(
      'unprocessable',
      `description must be a text; got ${JSON.stringify(value).slice(0, 80)}.`,
    );
  return value;
}

/**
 * Names of splits as a row gives them: trimmed, blank ones and repetitions left out. `field` is for
 * messages.
 */
export function splitNames(field: string, values: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  for (const value of values) {
    if (value === null) continue;
    if (typeof value !== 'string')
      throw new AppError(
        'unprocessable',
        `${field} must hold texts; got ${JSON.stringify(value).slice(0, 80)}.`,
      );
    const name = value.trim();
    if (name === '') continue;
    assertStorable(field, name);
    names.add(name);
  }
  return [...names];
}

/** Names must survive every wire: well-formed, without NUL, and not endless. */
function assertStorable(field: string, name: string): void {
  if (name.length > NAME_CHARS_MAX)
    throw new AppError(
      'unprocessable',
      `${field} has ${name.length} characters; ${NAME_CHARS_MAX} is the most.`,
    );
  if (name.includes('\0') || !name.isWellFormed())
    throw new AppError(
      'unprocessable',
      `${field} must be valid Unicode without NUL; got ${JSON.stringify(name).slice(0, 80)}.`,
    );
}
