import type { JsonRow } from './json-tree.ts';
import { Icon } from '#web/ui/icon.tsx';

const INDENT_PX = 14;
/** Deeper levels are not moved further right: the value would be off the screen. */
const INDENTED_MAX = 30;
const COLOURS: Readonly<Record<JsonRow['type'], string>> = {
  text: 'tone-ok text-tone',
  number: 'tone-info text-tone',
  boolean: 'tone-warn text-tone',
  null: 'text-text3',
  object: 'text-text3',
  list: 'text-text3',
};

interface JsonLineProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly top: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** One row of the tree: key, and value or contents. The tree itself has the focus and the keys. */
export function JsonLine({ id, row, top, selected, onSelect }: JsonLineProps) {
  const holds = row.type === 'object' || row.type === 'list';
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={selected}
      {...(row.children > 0 ? { 'aria-expanded': row.open } : {})}
      onClick={onSelect}
      className={`mono absolute inset-x-0 top-0 flex h-20 cursor-pointer items-center gap-4 pr-12 ${selected ? 'bg-sel' : 'hover:bg-bg2'}`}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 12 + Math.min(row.depth, INDENTED_MAX) * INDENT_PX }}
    >
      <span className={`size-12 shrink-0 text-text3 ${row.open ? 'rotate-90' : ''}`}>
        {row.children > 0 && <Icon name="chevronRight" size={12} />}
      </span>
      {row.key !== null && <span className="clip max-w-[40%] shrink-0 text-text2">{row.key}:</span>}
      <span className={`clip min-w-0 ${COLOURS[row.type]}`}>
        {holds ? brackets(row) : row.type === 'text' ? `"${row.preview}"` : row.preview}
      </span>
    </div>
  );
}

function brackets(row: JsonRow): string {
  const [open, close] = row.type === 'object' ? ['{', '}'] : ['[', ']'];
  return row.children === 0 ? `${open}${close}` : `${open} ${row.preview} ${close}`;
}
