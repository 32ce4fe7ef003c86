import { AttributeItems } from '#web/filter/attribute-items.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { GROUPINGS, groupingByAttribute, groupingName, groupingTitle } from '#web/lists/grouping.ts';
import type { Grouping } from '#web/lists/grouping.ts';

interface GroupMenuProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly group: Grouping | undefined;
  readonly onChange: (group: Grouping | undefined) => void;
}

/** Shows groups in place of rows. */
export function GroupMenu({ project, of, group, onChange }: GroupMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button aria-label={group === undefined ? 'Group by' : `Grouped by ${groupingName(group)}`} className="max-w-240">
          <span className="clip">{group === undefined ? 'Group by' : `By ${groupingName(group)}`}</span>{' '}
          <Icon name="chevronDown" size={12} />
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
      <AttributeItems project={project} of={of} asChoice={groupingByAttribute} chosen={group} onChoose={onChange} />
    </Menu>
  );
}
