import type { Dataset } from '../../../api/model.ts';
import { exactCount } from '../../../lib/format-number.ts';
import { Button, IconButton } from '../../button.tsx';
import { Icon } from '../../icon.tsx';
import { Menu, MenuItem } from '../../menu.tsx';

interface LabelFilterProps {
  readonly datasets: readonly Dataset[];
  /** Names of labels; what has any of them is shown. */
  readonly chosen: readonly string[];
  readonly onChosen: (names: readonly string[]) => void;
}

/** Narrows the datasets to those with one of some labels. */
export function LabelFilter({ datasets, chosen, onChosen }: LabelFilterProps) {
  const counts = new Map<string, number>();
  for (const { labels } of datasets) for (const { name } of labels) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (counts.size === 0 && chosen.length === 0) return null;
  const toggle = (name: string): void => onChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <>
      <Menu
        trigger={
          <Button>
            Label <Icon name="chevronDown" size={12} />
          </Button>
        }
      >
        {[...counts]
          .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
          .map(([name, count]) => (
            <MenuItem key={name} checked={chosen.includes(name)} hint={exactCount(count)} onSelect={() => toggle(name)}>
              {name}
            </MenuItem>
          ))}
      </Menu>
      {chosen.map((name) => (
        <span key={name} className="inline-flex h-24 max-w-200 items-center gap-2 rounded-chip bg-bg3 pl-8 text-12">
          <span className="clip">{name}</span>
          <IconButton icon="close" label={`Without the label ${name}`} className="size-24" onClick={() => toggle(name)} />
        </span>
      ))}
    </>
  );
}
