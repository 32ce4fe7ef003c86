import { useNavigate, useParams } from '@tanstack/react-router';
import { useContext } from 'react';
import { attributeCondition } from '../../../lib/attribute-filter.ts';
import type { Json } from '../../../lib/json.ts';
import { DEFAULT_COLUMNS, attributeColumn, columnsText } from '../../../lib/list-columns.ts';
import { tracesPath } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toasts.ts';
import { IconButton } from '../../button.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { Menu, MenuItem } from '../../menu.tsx';
import { OpenValue } from './open-value.tsx';

interface AttributeMenuProps {
  readonly name: string;
  readonly value: Json;
  readonly text: string;
  /** Attributes of spans can be filtered by; those of events, links and resources cannot. */
  readonly ofSpan: boolean;
}

/** What can be done with a value: copied, opened, filtered by. */
export function AttributeMenu({ name, value, text, ofSpan }: AttributeMenuProps) {
  const { project = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const open = useContext(OpenValue);
  const copy = (what: string, copied: string): void => {
    copyText(copied).then(
      () => showToast({ text: `${what} copied` }),
      () => showToast({ text: 'The browser did not allow to copy.', tone: 'error' }),
    );
  };
  const filter = (condition: string): void => {
    void navigate({ to: `${tracesPath(project)}?${new URLSearchParams({ scope: 'spans', q: condition }).toString()}` });
  };
  const addColumn = (): void => {
    const cols = columnsText([...DEFAULT_COLUMNS, { id: attributeColumn(name), width: null, pinned: false }]);
    void navigate({ to: `${tracesPath(project)}?${new URLSearchParams({ scope: 'spans', cols }).toString()}` });
  };
  const same = ofSpan ? attributeCondition(name, value, false) : null;
  const other = ofSpan ? attributeCondition(name, value, true) : null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          icon="more"
          label={`Actions for ${name}`}
          className="size-20! opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 max-md:opacity-100"
        />
      }
    >
      <MenuItem onSelect={() => copy('Value', text)}>Copy value</MenuItem>
      <MenuItem onSelect={() => copy('Key', name)}>Copy key</MenuItem>
      <MenuItem onSelect={() => open({ text, label: name })}>Open</MenuItem>
      {same !== null && <MenuItem onSelect={() => filter(same)}>Filter by this</MenuItem>}
      {other !== null && <MenuItem onSelect={() => filter(other)}>Exclude this</MenuItem>}
      {ofSpan && <MenuItem onSelect={addColumn}>Add column</MenuItem>}
    </Menu>
  );
}
