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
  /** Pixels, or a share of what is left and the least it may be. */
  readonly width: number | { readonly share: number; readonly least: number };
  readonly end?: true;
  /** Of spans only: traces have no such value. */
  readonly ofSpans?: true;
}

const SPECS: Readonly<Record<string, ColumnSpec>> = {
  status: { label: 'Status', width: 22 },
  started: { label: 'Started', width: 104 },
  kind: { label: 'Kind', width: 92 },
  name: { label: 'Name', width: { share: 1.5, least: 146 } },
  input: { label: 'Input', width: { share: 2, least: 96 } },
  output: { label: 'Output', width: { share: 2, least: 96 } },
  duration: { label: 'Duration', width: 116 },
  ttft: { label: 'Time to first token', width: 112, end: true, ofSpans: true },
  speed: { label: 'Tokens/s', width: 76, end: true, ofSpans: true },
  tokens: { label: 'Tokens', width: 66, end: true },
  cost: { label: 'Cost', width: 106, end: true },
  model: { label: 'Model', width: { share: 0.5, least: 92 } },
  annotations: { label: 'Annotations', width: { share: 0.8, least: 104 } },
  session: { label: 'Session', width: 128 },
  user: { label: 'User', width: 112 },
  spans: { label: 'Spans', width: 64, end: true },
  trace: { label: 'Trace id', width: 136 },
};

const DEFAULTS = ['status', 'started', 'name', 'input', 'output', 'duration', 'tokens', 'cost', 'annotations'];
const FIRST_FIGURE = 'duration';
const ATTRIBUTE = 'attr:';
const ATTRIBUTE_WIDTH = 120;
export const COLUMN_WIDTH_MIN = 26;
const COLUMN_WIDTH_MAX = 900;
/** As many as the rows are served with. */
export const ATTRIBUTE_COLUMNS_MAX = 20;
const COLUMNS_MAX = 40;
const DEFAULT_COLUMNS: readonly ListColumn[] = DEFAULTS.map((id) => ({ id, width: null, pinned: false }));
const DEFAULT_SPAN_COLUMNS: readonly ListColumn[] = [...DEFAULT_COLUMNS, { id: 'model', width: null, pinned: false }];

/**
 * A list's default columns: they fit 1440 px. In a trace list, input and output need the space more than the model of the newest call,
 * which the facets show.
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

export function isEndAligned(id: ColumnId): boolean {
  return SPECS[id]?.end === true;
}

/** The keys that the rows have to carry. */
export function attributeKeysOf(columns: readonly ListColumn[]): string[] {
  return columns.map(({ id }) => attributeOfColumn(id)).filter((key) => key !== null);
}

/** Columns as an address keeps them: `!name~240,input,attr:metadata.tier`; pinned with `!`, the width after `~`. */
export function columnsText(columns: readonly ListColumn[]): string {
  return columns
    .map(({ id, width, pinned }) => {
      const attribute = attributeOfColumn(id);
      const name = attribute === null ? id : attributeColumn(encodeURIComponent(attribute).replaceAll('~', '%7E'));
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
    if (attributeOfColumn(id) !== null && attributeKeysOf(columns).length >= ATTRIBUTE_COLUMNS_MAX) continue;
    columns.push({ id, width: width === undefined ? null : clampWidth(Number(width)), pinned: pin === '!' });
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

/** Where the columns last chosen in a project's list are kept in this browser; traces and spans have their own. */
export function columnsSetting(project: string, scope: string | undefined): string {
  return `telltale.columns.${project}.${scope === undefined ? 'traces' : 'spans'}`;
}

export function clampWidth(width: number): number {
  return Math.min(COLUMN_WIDTH_MAX, Math.max(COLUMN_WIDTH_MIN, Math.round(width)));
}

/** Adds a column. An attribute goes with the texts, before the figures: at the end it would be partly off screen. */
export function withColumn(columns: readonly ListColumn[], id: ColumnId): readonly ListColumn[] {
  if (columns.some((one) => one.id === id)) return columns;
  const figures = attributeOfColumn(id) === null ? -1 : columns.findIndex((one) => one.id === FIRST_FIGURE && !one.pinned);
  return columns.toSpliced(figures === -1 ? columns.length : figures, 0, { id, width: null, pinned: false });
}

/** Pinned columns are at the left; the order is otherwise kept. */
export function pinnedFirst(columns: readonly ListColumn[]): readonly ListColumn[] {
  return [...columns.filter((one) => one.pinned), ...columns.filter((one) => !one.pinned)];
}

/** Moves a column before or after another one. */
export function moveColumn(columns: readonly ListColumn[], id: ColumnId, to: number): readonly ListColumn[] {
  const moved = columns.find((one) => one.id === id);
  if (moved === undefined) return columns;
  const rest = columns.filter((one) => one.id !== id);
  const at = Math.max(0, Math.min(rest.length, to));
  return pinnedFirst([...rest.slice(0, at), moved, ...rest.slice(at)]);
}

/** How wide a column is at least, in pixels: what a sticky neighbour is placed by. */
export function leastWidth({ id, width }: ListColumn): number {
  if (width !== null) return width;
  const spec = SPECS[id]?.width ?? ATTRIBUTE_WIDTH;
  return typeof spec === 'number' ? spec : spec.least;
}

/** The CSS grid of a row, after its checkbox; a pinned column has a fixed width, because its neighbor starts at its edge. */
export function gridOf(columns: readonly ListColumn[]): { readonly template: string; readonly leastWidth: number } {
  const tracks = columns.map((column) => {
    const spec = SPECS[column.id]?.width ?? ATTRIBUTE_WIDTH;
    if (column.width !== null || column.pinned || typeof spec === 'number') return `${leastWidth(column)}px`;
    return `minmax(${spec.least}px,${spec.share}fr)`;
  });
  // Without a column that stretches, the last one's right edge would float: what is left goes behind it.
  return {
    template: `${SELECT_WIDTH}px ${tracks.join(' ')} minmax(0,${tracks.some((one) => one.includes('fr')) ? '0px' : '1fr'})`,
    leastWidth: columns.reduce((sum, column) => sum + leastWidth(column), SELECT_WIDTH),
  };
}

export const SELECT_WIDTH = 30;
