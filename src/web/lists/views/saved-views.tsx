import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import {
  deleteView,
  isViewOf,
  saveView,
  updateView,
  viewsOptions,
  type ListedView,
  type SavedView,
} from './views.calls.ts';
import type { ViewVisibility } from '#contracts/views/view.ts';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { deferDelete, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useMay } from '#web/accounts/may.tsx';

interface SavedViewsProps {
  readonly project: string;
  /** The listed rows, as a view stores them. */
  readonly listed: ListedView;
  readonly onOpen: (view: SavedView) => void;
  /** The address that shows a view over the time that is shown now. */
  readonly hrefOf: (view: SavedView) => string;
}

/**
 * Views of such lists, kept on the server for everyone in the project or for oneself: to open,
 * share, rename, to save what is listed now, to delete with an undo.
 */
export function SavedViews({ project, listed, onOpen, hrefOf }: SavedViewsProps) {
  const { data, error } = useQuery(viewsOptions(project));
  const pending = usePendingDeletes();
  const { keep, update, share, forget } = useViewActions(project, listed, hrefOf);
  const { data: viewer } = useQuery(viewerOptions);
  // Without authentication all callers are the same user.
  const isUser = viewer !== undefined && viewer.auth_method !== 'ANONYMOUS';
  const may = useMay('projects:write');
  const all = (data ?? []).filter((view) => !pending.ids.has(idOf(project, view)));
  const views = all.filter((view) => isOfSessions(view) === isOfSessions(listed));
  return (
    <>
      {error !== null && data === undefined && (
        <p className="tone-error px-6 text-tone">The views could not be read: {error.message}</p>
      )}
      <ul>
        {views.map((view) => (
          <li key={idOf(project, view)}>
            <ViewLine
              view={view}
              isCurrent={isViewOf(view, listed)}
              onOpen={() => onOpen(view)}
              onShare={() => share(view)}
              edits={
                may
                  ? {
                      isUser,
                      onUpdate: (next) => update(view.name, next),
                      onDelete: () => forget(view),
                    }
                  : null
              }
            />
          </li>
        ))}
      </ul>
      {may && <SaveForm isUser={isUser} all={all} onSave={keep} />}
    </>
  );
}

interface SaveFormProps {
  readonly isUser: boolean;
  /** The project's views, of every kind of list. */
  readonly all: readonly SavedView[];
  /** Resolves to whether it is saved. */
  readonly onSave: (name: string, visibility: ViewVisibility) => Promise<boolean>;
}

function SaveForm({ isUser, all, onSave }: SaveFormProps) {
  const [name, setName] = useState('');
  const [visibility, setVisibility] = useState<ViewVisibility>('project');
  // Names are the project's: one of another kind of list would be replaced as well.
  const replaces = all.some(
    (view) =>
      view.name === name.trim() && (visibility === 'project' || view.visibility === 'private'),
  );
  return (
    <form
      className="flex flex-col gap-6 px-6 pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '')
          void onSave(name.trim(), visibility).then((done) => done && setName(''));
      }}
    >
      <div className="flex gap-6">
        <input
          aria-label="Name of the view"
          value={name}
          maxLength={80}
          placeholder="Save this view"
          onChange={(event) => setName(event.target.value)}
          className="h-28 min-w-0 flex-1 rounded-control border border-line3 bg-bg1 px-8"
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {replaces ? 'Replace view' : 'Save view'}
        </Button>
      </div>
      {isUser && <VisibilityChoice value={visibility} onChange={setVisibility} />}
    </form>
  );
}

function idOf(project: string, { name, visibility }: SavedView): string {
  return `view ${visibility} ${project} ${name}`;
}

function isOfSessions({ scope }: Pick<ListedView, 'scope'>): boolean {
  return scope === 'sessions';
}

function useViewActions(project: string, listed: ListedView, hrefOf: SavedViewsProps['hrefOf']) {
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['views', project] });
  /** Whether the server took it; says why where it did not. */
  const attempt = async (what: string, act: () => Promise<void>): Promise<boolean> => {
    try {
      await act();
      await refresh();
      return true;
    } catch (refusal) {
      showToast({
        tone: 'error',
        text: `${what}: ${refusal instanceof Error ? refusal.message : 'unknown server error'}`,
      });
      return false;
    }
  };
  return {
    keep: (name: string, visibility: ViewVisibility) =>
      attempt('Not saved', () => saveView(project, name, listed, visibility)),
    update: (name: string, next: Pick<SavedView, 'name' | 'visibility'>) =>
      attempt('Not changed', () => updateView(project, name, next)),
    share: (view: SavedView): void => {
      copyText(location.origin + hrefOf(view)).then(
        () => showToast({ text: `Link to ${view.name} copied` }),
        () => showToast({ tone: 'error', text: 'The browser blocked copying' }),
      );
    },
    forget: (view: SavedView): void =>
      deferDelete({
        text: `View ${view.name} deleted`,
        things: [{ kind: 'other', id: idOf(project, view) }],
        run: async (keepalive) => {
          await deleteView(project, view.name, keepalive);
          await refresh();
        },
      }),
  };
}

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
function ViewLine({ view, isCurrent, onOpen, onShare, edits }: ViewLineProps) {
  const [isEdited, setEdited] = useState(false);
  if (isEdited && edits !== null)
    return <ViewForm view={view} edits={edits} onClose={() => setEdited(false)} />;
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
      <IconButton
        icon="copy"
        label={`Copy a link to ${view.name}`}
        className={SMALL}
        onClick={onShare}
      />
      {edits !== null && (
        <>
          <IconButton
            icon="edit"
            label={edits.isUser ? `Edit ${view.name}` : `Rename ${view.name}`}
            className={SMALL}
            onClick={() => setEdited(true)}
          />
          <IconButton
            icon="trash"
            label={`Delete ${view.name}`}
            className={SMALL}
            onClick={edits.onDelete}
          />
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

const CHOICES = [
  { value: 'project', label: 'Everyone in the project' },
  { value: 'private', label: 'Only me' },
] as const;

interface VisibilityChoiceProps {
  readonly value: ViewVisibility;
  readonly onChange: (value: ViewVisibility) => void;
}

/** Who sees a view. */
function VisibilityChoice({ value, onChange }: VisibilityChoiceProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-12 gap-y-2 text-12 text-text2">
      <legend className="sr-only">Visible to</legend>
      {CHOICES.map((choice) => (
        <label key={choice.value} className="flex items-center gap-6 max-md:h-36">
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
