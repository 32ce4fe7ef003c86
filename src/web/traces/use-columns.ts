import { useCallback, useEffect, useMemo } from 'react';
import { columnsOfText, columnsSetting, columnsText, defaultColumns } from '#web/lists/list-columns.ts';
import type { ListColumn } from '#web/lists/list-columns.ts';
import { columnsParam } from '#web/lists/search-params.ts';
import type { Changes, ListSearch } from '#web/lists/search-params.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';

/**
 * The list's columns. They are in the address, so that a link shows the same; what was chosen last in a project is kept in this browser and
 * put into an address that names none.
 */
export function useColumns(
  project: string,
  search: ListSearch,
  change: (changes: Changes<ListSearch>, how?: { readonly replace: true }) => void,
): readonly [readonly ListColumn[], (columns: readonly ListColumn[]) => void] {
  const setting = columnsSetting(project, search.scope);
  const { cols, scope } = search;
  useEffect(() => {
    const kept = cols === undefined ? columnsParam(readSetting(setting) ?? undefined, scope) : undefined;
    if (kept !== undefined) change({ cols: kept }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- on arrival and when another list is shown, not when the columns are put back
  }, [setting]);
  const columns = useMemo(() => (cols === undefined ? null : columnsOfText(cols)) ?? defaultColumns(scope), [cols, scope]);
  const setColumns = useCallback(
    (next: readonly ListColumn[]) => {
      const text = columnsText(next);
      writeSetting(setting, text);
      change({ cols: columnsParam(text, scope) }, { replace: true });
    },
    [setting, scope, change],
  );
  return [columns, setColumns];
}
