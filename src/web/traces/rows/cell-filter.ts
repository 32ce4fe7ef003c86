import type { ListRow } from '#web/lists/list-row.ts';
import { conditionOfChip } from '#web/annotations/annotation-filter.ts';
import type { ClickField } from '#web/filter/language/condition.ts';
import { attributeOfColumn, labelOfColumn, type ColumnId } from '#web/lists/list-columns.ts';

/** A cell as a condition: the field and its value. */
export interface CellValue {
  readonly field: ClickField;
  readonly value: string;
  /** How the column is called. */
  readonly label: string;
}

/** The columns of a list's own that a click narrows by. */
const OWN = ['status', 'kind', 'name', 'model', 'session', 'user'] as const;
/** Longer values are texts, not something to filter by: an address has to hold them. */
const VALUE_CHARS_MAX = 500;

/** The condition of a cell; null for numeric and text columns, and for cells without a value. */
export function cellValue(column: ColumnId, row: ListRow): CellValue | null {
  const attribute = attributeOfColumn(column);
  const field = attribute === null ? OWN.find((one) => one === column) : { attribute };
  if (field === undefined) return null;
  const value = attribute === null ? ownValue(column, row) : attributeValue(row, attribute);
  if (value === null || value === '' || value.length > VALUE_CHARS_MAX) return null;
  return { field, value, label: labelOfColumn(column) };
}

/** The conditions of a row's chips, by name; none for means of several scores. */
export function chipValues({ spanId, annotations }: ListRow): readonly CellValue[] {
  return annotations.flatMap((summary) => {
    const condition = conditionOfChip(spanId === null ? 'trace' : 'span', summary);
    return condition === null ? [] : [{ ...condition, label: summary.name }];
  });
}

/**
 * All conditions a row offers: from its own fields, shown as columns or not, and from the
 * attributes shown.
 */
export function rowValues(columns: readonly ColumnId[], row: ListRow): readonly CellValue[] {
  const attributes = columns.filter((id) => attributeOfColumn(id) !== null);
  return [
    ...[...OWN, ...attributes].map((id) => cellValue(id, row)).filter((one) => one !== null),
    ...chipValues(row),
  ];
}

function ownValue(column: ColumnId, row: ListRow): string | null {
  switch (column) {
    case 'status':
      return row.status;
    case 'kind':
      return row.kind;
    case 'name':
      // Without a kind there is no root, and the name is a note that says so.
      return row.kind === null ? null : row.name;
    case 'model':
      return row.model;
    case 'session':
      return row.session;
    case 'user':
      return row.user;
    default:
      return null;
  }
}

function attributeValue({ attributes }: ListRow, key: string): string | null {
  return attributes !== undefined && Object.hasOwn(attributes, key)
    ? String(attributes[key])
    : null;
}
