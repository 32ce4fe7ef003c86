import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attributeKeysOptions } from '../../api/figures.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '../../components/menu.tsx';
import { DIVISIONS, DIVISION_WORDS, divisionLabel, divisionOfAttribute } from '../../lib/metrics/metrics-search.ts';

interface DivisionMenuProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
}

/** The most frequent attributes; others are reached by the address. */
const KEYS_MAX = 40;

/** Chooses what the charts are divided by: a field, or any attribute. */
export function DivisionMenu({ project, of, by, onBy }: DivisionMenuProps) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(attributeKeysOptions(project, of, open));
  const label = by === undefined ? 'Divide by' : `By ${divisionLabel(by)}`;
  return (
    <Menu
      align="end"
      open={open}
      onOpenChange={setOpen}
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
      {(data?.keys.length ?? 0) > 0 && <MenuLabel>Attribute</MenuLabel>}
      {data?.keys.slice(0, KEYS_MAX).map(({ key }) => (
        <MenuItem key={key} checked={by === divisionOfAttribute(key)} onSelect={() => onBy(divisionOfAttribute(key))}>
          {key}
        </MenuItem>
      ))}
    </Menu>
  );
}
