import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteView, saveView, searchOfView, viewsOptions } from '../../api/views.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { deferDelete, usePendingDeletes } from '../../lib/deferred-delete.ts';
import type { Changes, ListSearch } from '../../lib/search-params.ts';
import { showToast } from '../../lib/toasts.ts';

interface SavedViewsProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly onChoose: (changes: Changes<ListSearch>) => void;
}

/** The project's views, kept on the server for all who use it: to open, to save what is listed now, to delete with an undo. */
export function SavedViews({ project, search, onChoose }: SavedViewsProps) {
  const client = useQueryClient();
  const { data, error } = useQuery(viewsOptions(project));
  const pending = usePendingDeletes();
  const [name, setName] = useState('');
  const idOf = (view: string): string => `view ${project} ${view}`;
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['views', project] });
  const keep = async (): Promise<void> => {
    try {
      await saveView(project, name.trim(), search);
      setName('');
      await refresh();
    } catch (refusal) {
      showToast({ tone: 'error', text: `Not saved: ${refusal instanceof Error ? refusal.message : 'the server did not say why'}` });
    }
  };
  const forget = (view: string): void =>
    deferDelete({
      text: `View ${view} deleted`,
      things: [{ kind: 'other', id: idOf(view) }],
      run: async (keepalive) => {
        await deleteView(project, view, keepalive);
        await refresh();
      },
    });
  const views = (data ?? []).filter((view) => !pending.ids.has(idOf(view.name)));
  return (
    <>
      {error !== null && data === undefined && <p className="tone-error px-6 text-tone">The views could not be read: {error.message}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name} className="flex items-center">
            <button
              type="button"
              title={view.filter}
              onClick={() => onChoose(searchOfView(view))}
              className="clip h-26 min-w-0 flex-1 rounded-chip px-6 text-left hover:bg-bg3"
            >
              {view.name}
            </button>
            <IconButton icon="trash" label={`Delete ${view.name}`} className="!size-24" onClick={() => forget(view.name)} />
          </li>
        ))}
      </ul>
      <form
        className="flex gap-6 px-6 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void keep();
        }}
      >
        <input
          aria-label="Name of the view"
          value={name}
          maxLength={80}
          placeholder="Name this list"
          onChange={(event) => setName(event.target.value)}
          className="h-28 min-w-0 flex-1 rounded-control border border-line3 bg-bg1 px-8"
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Save view
        </Button>
      </form>
    </>
  );
}
