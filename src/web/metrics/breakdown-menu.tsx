import { AttributeItems } from '#web/filter/attribute-items.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { BREAKDOWNS, BREAKDOWN_WORDS, breakdownByAttribute, breakdownLabel } from './metrics-search.ts';

interface BreakdownMenuProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
}

/** Chooses what the charts are grouped by: a field, or any attribute. */
export function BreakdownMenu({ project, of, by, onBy }: BreakdownMenuProps) {
  const label = by === undefined ? 'Group by' : `Grouped by ${breakdownLabel(by)}`;
  return (
    <Menu
      align="end"
      trigger={
        <Button aria-label={label} className="max-md:self-start">
          <span className="clip max-w-160">{by === undefined ? label : `By ${breakdownLabel(by)}`}</span>{' '}
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem checked={by === undefined} onSelect={() => onBy(undefined)}>
        No groups
      </MenuItem>
      {BREAKDOWNS.map((one) => (
        <MenuItem key={one} checked={by === one} onSelect={() => onBy(one)}>
          {BREAKDOWN_WORDS[one]}
        </MenuItem>
      ))}
      <AttributeItems project={project} of={of} asChoice={breakdownByAttribute} chosen={by} onChoose={onBy} />
    </Menu>
  );
}
