import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attributeKeysOptions } from '#web/metrics/figures.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';

interface AddFacetProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly chosen: readonly string[];
  readonly onAdd: (key: string) => void;
}

const SHOWN_MAX = 100;

/** Counts one more attribute: one of those in use, or any other by its key. */
export function AddFacet({ project, of, chosen, onAdd }: AddFacetProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const keys = useQuery(attributeKeysOptions(project, of, isOpen));
  const folded = text.trim().toLowerCase();
  const found = (keys.data?.keys ?? [])
    .filter(({ key }) => key.toLowerCase().includes(folded) && !chosen.includes(key))
    .slice(0, SHOWN_MAX);
  const add = (key: string): void => {
    setOpen(false);
    setText('');
    if (key !== '') onAdd(key);
  };
  return (
    <Popover
      label="Count an attribute"
      className="flex w-280 flex-col gap-4 p-8"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" className="-ml-10 text-text3">
          <Icon name="plus" size={13} /> Attribute
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add(found[0]?.key ?? text.trim());
        }}
      >
        <input
          aria-label="Attribute key"
          value={text}
          placeholder="Attribute key"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="mono h-30 w-full rounded-control border border-line3 bg-bg1 px-8 text-text1"
        />
      </form>
      <ul className="max-h-300 overflow-y-auto">
        {found.map(({ key, count }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => add(key)}
              className="flex h-26 w-full items-center gap-8 rounded-chip px-8 text-12 hover:bg-bg3"
            >
              <span className="clip mono min-w-0 flex-1 text-left">{key}</span>
              <span className="nums text-11 text-text3">{count}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && text.trim() !== '' && <p className="px-8 text-11 text-text3">Enter counts this key.</p>}
    </Popover>
  );
}
