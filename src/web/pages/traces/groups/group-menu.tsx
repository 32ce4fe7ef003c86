import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { GROUPINGS } from '../../../lib/search-params.ts';
import type { Grouping } from '../../../lib/search-params.ts';

const WORDS: Readonly<Record<Grouping, string>> = { name: 'Name', model: 'Model', user: 'User', session: 'Session', error: 'Error' };

/** Shows groups in place of rows. */
export function GroupMenu({ group, onChange }: { group: Grouping | undefined; onChange: (group: Grouping | undefined) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button aria-label={group === undefined ? 'Group by' : `Grouped by ${WORDS[group].toLowerCase()}`}>
          {group === undefined ? 'Group' : `By ${WORDS[group].toLowerCase()}`} <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem checked={group === undefined} onSelect={() => onChange(undefined)}>
        No groups
      </MenuItem>
      {GROUPINGS.map((one) => (
        <MenuItem key={one} checked={group === one} onSelect={() => onChange(one)}>
          {WORDS[one]}
        </MenuItem>
      ))}
    </Menu>
  );
}
