import { useState } from 'react';
import type { SavedView } from './views.calls.ts';
import type { ViewVisibility } from '#contracts/views/view.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { VisibilityChoice } from './visibility-choice.tsx';

interface ViewLineProps {
  readonly view: SavedView;
  /** Whether the list is just this now. */
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onShare: () => void;
  /** Null for who may not change it. */
  readonly edits: {
    /** Whether it can be private: to whom, is known of users alone. */
    readonly isUser: boolean;
    /** Resolves to whether the view is so now. */
    readonly onUpdate: (next: Pick<SavedView, 'name' | 'visibility'>) => Promise<boolean>;
    readonly onDelete: () => void;
  } | null;
}

const SMALL = '!size-24 max-md:!size-36';

/** One saved view: its name opens it; its other actions are beside it. */
export function ViewLine({ view, isCurrent, onOpen, onShare, edits }: ViewLineProps) {
  const [isEdited, setEdited] = useState(false);
  if (isEdited && edits !== null) return <ViewForm view={view} edits={edits} onClose={() => setEdited(false)} />;
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
        {view.visibility === 'private' && <span className="text-11 text-text3"> · only me</span>}
      </button>
      <IconButton icon="copy" label={`Copy a link to ${view.name}`} className={SMALL} onClick={onShare} />
      {edits !== null && (
        <>
          <IconButton
            icon="edit"
            label={edits.isUser ? `Edit ${view.name}` : `Rename ${view.name}`}
            className={SMALL}
            onClick={() => setEdited(true)}
          />
          <IconButton icon="trash" label={`Delete ${view.name}`} className={SMALL} onClick={edits.onDelete} />
        </>
      )}
    </div>
  );
}

interface ViewFormProps {
  readonly view: SavedView;
  readonly edits: NonNullable<ViewLineProps['edits']>;
  readonly onClose: () => void;
}

function ViewForm({ view, edits, onClose }: ViewFormProps) {
  const [draft, setDraft] = useState(view.name);
  const [visibility, setVisibility] = useState<ViewVisibility>(view.visibility);
  return (
    <form
      className="flex flex-col gap-6 px-6 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        const name = draft.trim();
        if (name === '' || (name === view.name && visibility === view.visibility)) onClose();
        else void edits.onUpdate({ name, visibility }).then((done) => done && onClose());
      }}
    >
      <div className="flex items-center gap-6">
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
          {edits.isUser ? 'Save' : 'Rename'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {edits.isUser && <VisibilityChoice value={visibility} onChange={setVisibility} />}
    </form>
  );
}
