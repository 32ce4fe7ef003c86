import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Menu, MenuItem } from './floating/menu.tsx';

export interface SortChoice {
  readonly key: string;
  readonly label: string;
  readonly onChoose: () => void;
}

interface SortMenuProps {
  readonly choices: readonly SortChoice[];
  /** Key of the order that the list has. */
  readonly current: string;
  /** Also on wide screens: where there are no heads at all. */
  readonly isWide?: boolean;
}

/** A list's order where its rows have no heads to click: on narrow screens, and among cards. */
export function SortMenu({ choices, current, isWide = false }: SortMenuProps) {
  const label = choices.find(({ key }) => key === current)?.label ?? 'Newest first';
  return (
    <Menu
      align="end"
      trigger={
        <Button className={isWide ? '' : 'md:hidden'} aria-label={`Sort: ${label}`}>
          Sort <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      {choices.map(({ key, label: text, onChoose }) => (
        <MenuItem key={key} checked={key === current} onSelect={onChoose}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
