import { useState } from 'react';
import type { SavedView } from '../../api/views.ts';
import { Button, IconButton } from '../button.tsx';

interface ViewLineProps {
  readonly view: SavedView;
  /** Whether the list is just this now. */
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onShare: () => void;
  /** Null for who may not change it. */
  readonly edits: {
    /** Resolves to whether the view has the name now. */
    readonly onRename: (name: string) => Promise<boolean>;
    readonly onDelete: () => void;
  } | null;
}

const SMALL = '!size-24 max-md:!size-36';

/** One saved view: its name opens it; its other actions are beside it. */
export function ViewLine({ view, isCurrent, onOpen, onShare, edits }: ViewLineProps) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null && edits !== null)
    return (
      <form
        className="flex items-center gap-6 px-6 py-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim() === '' || draft.trim() === view.name) setDraft(null);
          else void edits.onRename(draft.trim()).then((done) => done && setDraft(null));
        }}
      >
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that asked for it
          autoFocus
          aria-label={`New name of ${view.name}`}
          value={draft}
          maxLength={80}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setDraft(event.target.value)}
          className="h-28 min-w-0 flex-1 rounded-control border border-line3 bg-bg1 px-8"
        />
        <Button type="submit" disabled={draft.trim() === ''}>
          Rename
        </Button>
        <Button look="quiet" onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </form>
    );
  return (
    <div className="flex items-center">
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        title={view.filter === '' ? 'No filter' : view.filter}
        onClick={onOpen}
        className={`clip h-26 min-w-0 flex-1 rounded-chip px-6 text-left hover:bg-bg3 max-md:h-36 ${isCurrent ? 'text-link' : ''}`}
      >
        {view.name}
      </button>
      <IconButton icon="copy" label={`Copy a link to ${view.name}`} className={SMALL} onClick={onShare} />
      {edits !== null && (
        <>
          <IconButton icon="edit" label={`Rename ${view.name}`} className={SMALL} onClick={() => setDraft(view.name)} />
          <IconButton icon="trash" label={`Delete ${view.name}`} className={SMALL} onClick={edits.onDelete} />
        </>
      )}
    </div>
  );
}
