import type { FrameColumn } from './frame-columns.ts';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly tz?: string;
  readonly extDtype?: string;
}

/**
 * The schema of a frame as pandas writes it (`DataFrame.to_json(orient="table")`, which follows
 * Frictionless Table Schema): fields in the order of the columns, the first `levels` of them the
 * index. A column of integers or booleans that some row lacks cannot be of that type there:
 * integers become numbers, booleans objects.
 */
export function tableSchema(columns: readonly FrameColumn[], levels: number, rows: number): object {
  const fields = columns.map((column, place) => fieldOf(column, place, rows));
  return {
    fields,
    primaryKey: fields.slice(0, levels).map(({ name }) => name),
    pandas_version: '1.4.0',
  };
}

/**
 * A column's name in rows and schema: prefixed with its position, so that names may repeat and need
 * not be texts.
 */
export function fieldName(name: string, place: number): string {
  return `${place}_${name}`;
}

function fieldOf({ name: bare, kind, cells }: FrameColumn, place: number, rows: number): Field {
  const name = fieldName(bare, place);
  const whole = cells === rows;
  switch (kind) {
    case 'datetime':
      return { name, type: 'datetime', tz: 'UTC' };
    case 'number':
      return { name, type: 'number' };
    case 'integer':
      return { name, type: whole ? 'integer' : 'number' };
    case 'boolean':
      return whole ? { name, type: 'boolean' } : { name, type: 'string' };
    case 'object':
      return { name, type: 'string' };
    // Texts, and columns without a value: as numbers, those would turn up as a column of NaN.
    default:
      return { name, type: 'string', extDtype: 'str' };
  }
}
