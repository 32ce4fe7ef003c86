import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';

interface ScoreHeadProps {
  readonly names: readonly string[];
  /** The sort order, if it is a score. */
  readonly sorted: { readonly name: string; readonly order: 'asc' | 'desc' } | null;
  readonly onSort: (name: string) => void;
}

/**
 * The head of the annotations: the list is sorted by the score of one of their names, chosen from a
 * menu.
 */
export function ScoreHead({ names, sorted, onSort }: ScoreHeadProps) {
  if (names.length === 0) return <span className="clip">Annotations</span>;
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={sorted === null ? undefined : `Annotations by ${sorted.name}`}
          className={`inline-flex min-w-0 items-center gap-4 hover:text-text1 ${sorted === null ? '' : 'text-text1'}`}
        >
          <span className="clip">{sorted === null ? 'Annotations' : sorted.name}</span>
          <Icon
            name={
              sorted === null ? 'chevronDown' : sorted.order === 'desc' ? 'arrowDown' : 'arrowUp'
            }
            size={11}
          />
        </button>
      }
    >
      <MenuLabel>Sort by score</MenuLabel>
      {names.map((name) => (
        <MenuItem
          key={name}
          checked={sorted?.name === name}
          hint={hintOf(sorted?.name === name ? sorted.order : null)}
          onSelect={() => onSort(name)}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The effect of choosing the name. */
function hintOf(order: 'asc' | 'desc' | null): string {
  return order === null ? 'highest first' : order === 'desc' ? 'lowest first' : 'newest first';
}
