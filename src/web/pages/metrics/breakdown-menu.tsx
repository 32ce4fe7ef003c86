import { AttributeItems } from '../../components/attribute-items.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { DIVISIONS, DIVISION_WORDS, divisionLabel, divisionOfAttribute } from '../../lib/metrics/metrics-search.ts';

interface DivisionMenuProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
}

/** Chooses what the charts are divided by: a field, or any attribute. */
export function DivisionMenu({ project, of, by, onBy }: DivisionMenuProps) {
  const label = by === undefined ? 'Divide by' : `By ${divisionLabel(by)}`;
  return (
    <Menu
      align="end"
      trigger={
        <Button aria-label={label} className="max-md:self-start">
          <span className="clip max-w-160">{label}</span> <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem checked={by === undefined} onSelect={() => onBy(undefined)}>
        Nothing
      </MenuItem>
      {DIVISIONS.map((one) => (
        <MenuItem key={one} checked={by === one} onSelect={() => onBy(one)}>
          {DIVISION_WORDS[one]}
        </MenuItem>
      ))}
      <AttributeItems project={project} of={of} asChoice={divisionOfAttribute} chosen={by} onChoose={onBy} />
    </Menu>
  );
}
