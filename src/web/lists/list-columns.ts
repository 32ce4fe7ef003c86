/** A column of a list: a built-in one, or an attribute as `attr:` and its key. */
export type ColumnId = string;

export interface ListColumn {
  readonly id: ColumnId;
  /** Pixels; null shares what is left with the other such columns. */
  readonly width: number | null;
  /** Stays at the left edge while the rest scrolls sideways. */
  readonly pinned: boolean;
}

interface ColumnSpec {
  readonly label: string;
  /** Pixels; of a column that takes a share of what is left, the least it may be. */
  readonly width: number;
  readonly share?: number;
  /** Pixels between which the column is as wide as its texts. */
  readonly bounds?: { readonly least: number; readonly most: number };
  /** Every text is shown whole: a figure. */
  readonly isWhole?: true;
  /** Pixels of what stands beside the text in a cell. */
  readonly beside?: number;
  /** Folds while all rows have one value, or while all are empty. */
  readonly folds?: 'any' | 'empty';
  /** Pixels of what is left in the cells of a folded column. */
  readonly foldedBeside?: number;
  readonly end?: true;
  /** Of spans only: traces have no such value. */
  readonly ofSpans?: true;
}

const SPECS: Readonly<Record<string, ColumnSpec>> = {
  status: { label: 'Status', width: 22 },
  started: { label: 'Started', width: 104 },
  kind: { label: 'Kind', width: 64, bounds: { least: 64, most: 110 }, folds: 'any' },
  // Beside the name are the mark of its kind and the number of its spans.
  name: {
    label: 'Name',
    width: 88,
    bounds: { least: 96, most: 240 },
    beside: 56,
    folds: 'any',
    foldedBeside: 64,
  },
  input: { label: 'Input', width: 80, share: 2, folds: 'any' },
  output: { label: 'Output', width: 80, share: 2, folds: 'any' },
  // The bar beside the text gives way first.
  duration: {
    label: 'Duration',
    width: 66,
    bounds: { least: 88, most: 116 },
    isWhole: true,
    beside: 28,
  },
  ttft: {
    label: 'Time to first token',
    width: 96,
    bounds: { least: 96, most: 112 },
    isWhole: true,
    folds: 'empty',
    end: true,
    ofSpans: true,
  },
  speed: { label: 'Tokens/s', width: 76, folds: 'empty', end: true, ofSpans: true },
  tokens: {
    label: 'Tokens',
    width: 60,
    bounds: { least: 60, most: 80 },
    isWhole: true,
    folds: 'empty',
    end: true,
  },
  cost: {
    label: 'Cost',
    width: 74,
    bounds: { least: 74, most: 106 },
    isWhole: true,
    folds: 'empty',
    end: true,
  },
  model: { label: 'Model', width: 72, bounds: { least: 72, most: 160 }, folds: 'any' },
  annotations: { label: 'Annotations', width: 76, share: 1.2 },
  session: { label: 'Session', width: 72, bounds: { least: 72, most: 140 }, folds: 'any' },
  user: { label: 'User', width: 64, bounds: { least: 64, most: 140 }, folds: 'any' },
  spans: {
    label: 'Spans',
    width: 56,
    bounds: { least: 56, most: 72 },
    isWhole: true,
    folds: 'any',
    end: true,
  },
  trace: { label: 'Trace id', width: 96, bounds: { least: 96, most: 136 }, folds: 'any' },
};
const ATTRIBUTE_SPEC = { width: 80, bounds: { least: 80, most: 180 }, folds: 'any' } as const;

const DEFAULTS = [
  'status',
  'started',
  'name',
  'input',
  'output',
  'duration',
  'tokens',
  'cost',
  'annotations',
];
const FIRST_FIGURE = 'duration';
const ATTRIBUTE = 'attr:';
export const COLUMN_WIDTH_MIN = 26;
const COLUMN_WIDTH_MAX = 900;
/** As many as the rows are served with. */
export const ATTRIBUTE_COLUMNS_MAX = 20;
const COLUMNS_MAX = 40;
const DEFAULT_COLUMNS: readonly ListColumn[] = DEFAULTS.map((id) => ({
  id,
  width: null,
  pinned: false,
}));
const DEFAULT_SPAN_COLUMNS: readonly ListColumn[] = [
  ...DEFAULT_COLUMNS,
  { id: 'model', width: null, pinned: false },
];

/**
 * A list's default columns: they fit 1440 px. In a trace list, input and output need the space more
 * than the model of the newest call, which the facets show.
 */
export function defaultColumns(scope: string | undefined): readonly ListColumn[] {
  return scope === undefined ? DEFAULT_COLUMNS : DEFAULT_SPAN_COLUMNS;
}

/** Every column of a list's own. */
export function ownColumns(of: 'traces' | 'spans'): readonly ColumnId[] {
  return Object.keys(SPECS).filter((id) => of === 'spans' || SPECS[id]?.ofSpans !== true);
}

export function attributeColumn(key: string): ColumnId {
  return `${ATTRIBUTE}${key}`;
}

/** The attribute's key, or null for a column of the list's own. */
export function attributeOfColumn(id: ColumnId): string | null {
  return id.startsWith(ATTRIBUTE) ? id.slice(ATTRIBUTE.length) : null;
}

export function labelOfColumn(id: ColumnId): string {
  return attributeOfColumn(id) ?? SPECS[id]?.label ?? id;
}

export function columnSpec(id: ColumnId): Readonly<ColumnSpec> {
  return SPECS[id] ?? { label: labelOfColumn(id), ...ATTRIBUTE_SPEC };
}

export function isEndAligned(id: ColumnId): boolean {
  return SPECS[id]?.end === true;
}

/** The keys that the rows have to carry. */
export function attributeKeysOf(columns: readonly ListColumn[]): string[] {
  return columns.map(({ id }) => attributeOfColumn(id)).filter((key) => key !== null);
}

/**
 * Columns as an address keeps them: `!name~240,input,attr:metadata.tier`; pinned with `!`, the
 * width after `~`.
 */
export function columnsText(columns: readonly ListColumn[]): string {
  return columns
    .map(({ id, width, pinned }) => {
      const attribute = attributeOfColumn(id);
      const name =
        attribute === null
          ? id
          : attributeColumn(encodeURIComponent(attribute).replaceAll('~', '%7E'));
      return `${pinned ? '!' : ''}${name}${width === null ? '' : `~${Math.round(width)}`}`;
    })
    .join(',');
}

/** The columns of such a text: what is not known is left out; null when nothing is left. */
export function columnsOfText(text: string): readonly ListColumn[] | null {
  const columns: ListColumn[] = [];
  for (const part of text.split(',').slice(0, COLUMNS_MAX)) {
    const [, pin, name = '', width] = /^(!?)([^~]+)(?:~(\d{1,4}))?$/.exec(part) ?? [];
    const id = columnId(name);
    if (id === null || columns.some((one) => one.id === id)) continue;
    if (attributeOfColumn(id) !== null && attributeKeysOf(columns).length >= ATTRIBUTE_COLUMNS_MAX)
      continue;
    columns.push({
      id,
      width: width === undefined ? null : clampWidth(Number(width)),
      pinned: pin === '!',
    });
  }
  return columns.length === 0 ? null : pinnedFirst(columns);
}

function columnId(name: string): ColumnId | null {
  const attribute = attributeOfColumn(name);
  if (attribute === null) return Object.hasOwn(SPECS, name) ? name : null;
  try {
    const key = decodeURIComponent(attribute);
    return key === '' || key.length > 256 ? null : attributeColumn(key);
  } catch {
    return null; // a broken escape, such as a hand-written %
  }
}

/**
 * Where the columns last chosen in a project's list are kept in this browser; traces and spans have
 * their own.
 */
export function columnsSetting(project: string, scope: string | undefined): string {
  return `telltale.columns.${project}.${scope === undefined ? 'traces' : 'spans'}`;
}

export function clampWidth(width: number): number {
  return Math.min(COLUMN_WIDTH_MAX, Math.max(COLUMN_WIDTH_MIN, Math.round(width)));
}

/**
 * Adds a column. An attribute goes with the texts, before the figures: at the end it would be
 * partly off screen.
 */
export function withColumn(columns: readonly ListColumn[], id: ColumnId): readonly ListColumn[] {
  if (columns.some((one) => one.id === id)) return columns;
  const figures =
    attributeOfColumn(id) === null
      ? -1
      : columns.findIndex((one) => one.id === FIRST_FIGURE && !one.pinned);
  return columns.toSpliced(figures === -1 ? columns.length : figures, 0, {
    id,
    width: null,
    pinned: false,
  });
}

/** Pinned columns are at the left; the order is otherwise kept. */
export function pinnedFirst(columns: readonly ListColumn[]): readonly ListColumn[] {
  return [...columns.filter((one) => one.pinned), ...columns.filter((one) => !one.pinned)];
}

/** Moves a column before or after another one. */
export function moveColumn(
  columns: readonly ListColumn[],
  id: ColumnId,
  to: number,
): readonly ListColumn[] {
  const moved = columns.find((one) => one.id === id);
  if (moved === undefined) return columns;
  const rest = columns.filter((one) => one.id !== id);
  const at = Math.max(0, Math.min(rest.length, to));
  return pinnedFirst([...rest.slice(0, at), moved, ...rest.slice(at)]);
}

/** How wide a column is at least, in pixels. */
export function leastWidth({ id, width }: ListColumn): number {
  return width ?? columnSpec(id).width;
}

export const SELECT_WIDTH = 30;
