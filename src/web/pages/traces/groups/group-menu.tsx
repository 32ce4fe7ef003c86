import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attributeKeysOptions } from '../../../api/figures.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '../../../components/menu.tsx';
import { GROUPINGS, groupingByAttribute, groupingName, groupingTitle } from '../../../lib/grouping.ts';
import type { Grouping } from '../../../lib/grouping.ts';

interface GroupMenuProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly group: Grouping | undefined;
  readonly onChange: (group: Grouping | undefined) => void;
}

/** What people look at apart, before the keys that are most frequent. */
const FIRST_KEYS: readonly string[] = [
  'resource.service.version',
  'resource.deployment.environment.name',
  'resource.deployment.environment',
  'resource.service.name',
];
const KEYS_MAX = 40;

/** Shows groups in place of rows. */
export function GroupMenu({ project, of, group, onChange }: GroupMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(attributeKeysOptions(project, of, isOpen));
  const used = (data?.keys ?? []).map(({ key }) => key);
  const keys = [...FIRST_KEYS.filter((key) => used.includes(key)), ...used.filter((key) => !FIRST_KEYS.includes(key))].slice(0, KEYS_MAX);
  return (
    <Menu
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button aria-label={group === undefined ? 'Group by' : `Grouped by ${groupingName(group)}`} className="max-w-240">
          <span className="clip">{group === undefined ? 'Group' : `By ${groupingName(group)}`}</span> <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem checked={group === undefined} onSelect={() => onChange(undefined)}>
        No groups
      </MenuItem>
      {GROUPINGS.map((one) => (
        <MenuItem key={one} checked={group === one} onSelect={() => onChange(one)}>
          {groupingTitle(one)}
        </MenuItem>
      ))}
      {keys.length > 0 && <MenuLabel>Attribute</MenuLabel>}
      {keys.map((key) => (
        <MenuItem key={key} checked={group === groupingByAttribute(key)} onSelect={() => onChange(groupingByAttribute(key))}>
          {key}
        </MenuItem>
      ))}
    </Menu>
  );
}
