import { exactCount } from '#web/platform/text/format-number.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';

interface NameFilterProps {
  /** The kind of name: `Label`, `Split`. */
  readonly noun: string;
  /** In the order of the menu, with how many rows each has. */
  readonly names: readonly { readonly name: string; readonly count: number }[];
  /** Rows with any of them are shown. */
  readonly chosen: readonly string[];
  readonly onChosen: (names: readonly string[]) => void;
}

/**
 * Filters a list by names: a menu of all, and the selected ones beside it. Nothing if there are
 * none.
 */
export function NameFilter({ noun, names, chosen, onChosen }: NameFilterProps) {
  if (names.length === 0 && chosen.length === 0) return null;
  const toggle = (name: string): void =>
    onChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <>
      <Menu
        trigger={
          <Button>
            {noun} <Icon name="chevronDown" size={12} />
          </Button>
        }
      >
        {names.map(({ name, count }) => (
          <MenuItem
            key={name}
            checked={chosen.includes(name)}
            hint={exactCount(count)}
            onSelect={() => toggle(name)}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
      {chosen.map((name) => (
        <span
          key={name}
          className="inline-flex h-24 max-w-200 items-center gap-2 rounded-chip bg-bg3 pl-8 text-12"
        >
          <span className="clip">{name}</span>
          <IconButton
            icon="close"
            label={`Without the ${noun.toLowerCase()} ${name}`}
            className="size-24!"
            onClick={() => toggle(name)}
          />
        </span>
      ))}
    </>
  );
}
