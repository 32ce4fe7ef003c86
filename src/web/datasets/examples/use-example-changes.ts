import { useQueryClient } from '@tanstack/react-query';
import { assignSplit, nameSplit } from '#web/datasets/dataset-splits.calls.ts';
import { deleteExamples } from './example-changes.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { deferDelete } from '#web/ui/notices/deferred-delete.ts';
import type { ExamplePages } from './example-pages.ts';
import { exampleName, type ExampleRow } from './example-row.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { showToast } from '#web/ui/notices/toasts.ts';

/** A split as it is chosen: one there is, by its Global ID, or a new one by its name. */
export type SplitChoice =
  | { readonly id: string; readonly name: string }
  | { readonly id: null; readonly name: string };

/**
 * The user's changes and their effect on the page. Changed rows are updated in place; counts are
 * fetched again.
 */
export function useExampleChanges(dataset: Dataset, pages: ExamplePages) {
  const client = useQueryClient();
  const recount = async (): Promise<void> => {
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'datasets' || queryKey[1] === dataset.id,
    });
  };
  return {
    /** An example was changed, or with null a new one was added. */
    saved: (row: ExampleRow | null) => {
      if (row === null) pages.reopen();
      else pages.replace(row);
      void recount();
    },
    remove: (rows: readonly ExampleRow[]) => {
      const ids = rows.map(({ id }) => id);
      const [only] = rows;
      deferDelete({
        text:
          rows.length === 1 && only !== undefined
            ? `${exampleName(only)} deleted`
            : `${plural(rows.length, 'example')} deleted`,
        things: ids.map((id) => ({ kind: 'other' as const, id })),
        run: async (keepalive) => {
          await deleteExamples(dataset.id, ids, keepalive);
          pages.remove(new Set(ids));
          await recount();
        },
      });
    },
    assign: async (rows: readonly ExampleRow[], split: SplitChoice, into: boolean) => {
      const ids = rows.map(({ id }) => id);
      try {
        if (split.id === null) await nameSplit(dataset.name, rows, split.name);
        else await assignSplit(dataset.id, split.id, ids, into);
        pages.change(new Set(ids), (row) => {
          const others = (row.splits ?? []).filter((one) => one !== split.name);
          return { ...row, splits: into ? [...others, split.name].toSorted() : others };
        });
        showToast({
          text: `${plural(rows.length, 'example')} ${into ? 'added to' : 'removed from'} ${split.name}`,
        });
        await recount();
      } catch (error) {
        showToast({
          tone: 'error',
          text: error instanceof Error ? error.message : 'The split could not be changed.',
        });
      }
    },
  };
}
