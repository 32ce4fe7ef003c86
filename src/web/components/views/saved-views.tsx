import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteView, isViewOf, renameView, saveView, viewsOptions } from '../../api/views.ts';
import type { ListedView, SavedView } from '../../api/views.ts';
import { copyText } from '../../lib/copy-text.ts';
import { deferDelete, usePendingDeletes } from '../../lib/deferred-delete.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../button.tsx';
import { useMay } from '../may.tsx';
import { ViewLine } from './view-line.tsx';

interface SavedViewsProps {
  readonly project: string;
  /** The listed rows, as a view stores them. */
  readonly listed: ListedView;
  readonly onOpen: (view: SavedView) => void;
  /** The address that shows a view over the time that is shown now. */
  readonly hrefOf: (view: SavedView) => string;
}

/** The project's views of such lists, kept on the server for all who use it: to open, share, rename, to save what is listed now, to delete with an undo. */
export function SavedViews({ project, listed, onOpen, hrefOf }: SavedViewsProps) {
  const { data, error } = useQuery(viewsOptions(project));
  const pending = usePendingDeletes();
  const { keep, rename, share, forget } = useViewActions(project, listed, hrefOf);
  const may = useMay('projects:write');
  const [name, setName] = useState('');
  const all = (data ?? []).filter((view) => !pending.ids.has(idOf(project, view.name)));
  const views = all.filter((view) => isOfSessions(view) === isOfSessions(listed));
  // Names are the project's: one of another kind of list would be replaced as well.
  const replaces = all.some((view) => view.name === name.trim());
  return (
    <>
      {error !== null && data === undefined && <p className="tone-error px-6 text-tone">The views could not be read: {error.message}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <ViewLine
              view={view}
              isCurrent={isViewOf(view, listed)}
              onOpen={() => onOpen(view)}
              onShare={() => share(view)}
              edits={may ? { onRename: (next) => rename(view.name, next), onDelete: () => forget(view.name) } : null}
            />
          </li>
        ))}
      </ul>
      {may && (
        <form
          className="flex gap-6 px-6 pt-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void keep(name.trim()).then((done) => done && setName(''));
          }}
        >
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
        </form>
      )}
    </>
  );
}

function idOf(project: string, view: string): string {
  return `view ${project} ${view}`;
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
      showToast({ tone: 'error', text: `${what}: ${refusal instanceof Error ? refusal.message : 'unknown server error'}` });
      return false;
    }
  };
  return {
    keep: (name: string) => attempt('Not saved', () => saveView(project, name, listed)),
    rename: (name: string, next: string) => attempt('Not renamed', () => renameView(project, name, next)),
    share: (view: SavedView): void => {
      copyText(location.origin + hrefOf(view)).then(
        () => showToast({ text: `Link to ${view.name} copied` }),
        () => showToast({ tone: 'error', text: 'The browser blocked copying' }),
      );
    },
    forget: (view: string): void =>
      deferDelete({
        text: `View ${view} deleted`,
        things: [{ kind: 'other', id: idOf(project, view) }],
        run: async (keepalive) => {
          await deleteView(project, view, keepalive);
          await refresh();
        },
      }),
  };
}
