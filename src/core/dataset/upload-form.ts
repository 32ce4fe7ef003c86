import { AppError } from '#contracts/wire/errors.ts';
import type { ColumnAssignment } from './column-assignment.ts';
import type { DatasetUpload } from './dataset-upload.ts';
import { uploadAction, uploadDescription, uploadName } from './upload-fields.ts';

/** The fields of a form by name, each with its values in order. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/**
 * The dataset fields of a file upload's form; the description defaults to the file's name. Throws
 * `unprocessable`.
 */
export function uploadHead(fields: FormFields, fileName: string): DatasetUpload {
  return {
    name: uploadName(one(fields, 'name')),
    action: uploadAction(one(fields, 'action')),
    description: uploadDescription(one(fields, 'description') ?? fileName),
    splitsGiven: true,
  };
}

/**
 * The columns that the form assigns; lists may be spelled with `[]` or without. Throws
 * `unprocessable`.
 */
export function uploadAssignment(fields: FormFields): ColumnAssignment {
  const assignment: ColumnAssignment = {
    inputKeys: many(fields, 'input_keys'),
    outputKeys: many(fields, 'output_keys'),
    metadataKeys: many(fields, 'metadata_keys'),
    flattenKeys: many(fields, 'flatten_keys'),
    splitKeys: many(fields, 'split_keys'),
    splitKey: column(fields, 'split_key'),
    spanIdKey: column(fields, 'span_id_key'),
    exampleIdKey: column(fields, 'example_id_key'),
    typed: flag(fields, 'typed'),
  };
  if (assignment.splitKey !== null && assignment.splitKeys.length > 0)
    throw new AppError(
      'unprocessable',
      'split_key and split_keys[] cannot be given together: name one column, or one column for each split.',
    );
  return assignment;
}

/**
 * Whether the form wants lines left out that have not as many cells as the header. Throws
 * `unprocessable`.
 */
export function leavesOutUneven(fields: FormFields): boolean {
  return flag(fields, 'leave_out_uneven_lines');
}

function many(fields: FormFields, name: string): readonly string[] {
  const keys = [...(fields.get(`${name}[]`) ?? []), ...(fields.get(name) ?? [])];
  return [...new Set(keys)];
}

function column(fields: FormFields, name: string): string | null {
  const key = one(fields, name);
  return key === null || key === '' ? null : key;
}

function one(fields: FormFields, name: string): string | null {
  const values = fields.get(name) ?? [];
  if (values.length > 1)
    throw new AppError(
      'unprocessable',
      `${name} is given ${values.length} times; it takes one value.`,
    );
  return values[0] ?? null;
}

function flag(fields: FormFields, name: string): boolean {
  const value = one(fields, name)?.trim().toLowerCase() ?? 'false';
  if (value !== 'true' && value !== 'false')
    throw new AppError(
      'unprocessable',
      `${name} must be true or false; got '${value.slice(0, 80)}'.`,
    );
  return value === 'true';
}
