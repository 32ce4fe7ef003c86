import { useCallback, useEffect, useMemo } from 'react';
import { DEFAULT_COLUMNS, columnsOfText, columnsSetting, columnsText } from '../../lib/list-columns.ts';
import type { ListColumn } from '../../lib/list-columns.ts';
import { columnsParam } from '../../lib/search-params.ts';
import type { Changes, ListSearch } from '../../lib/search-params.ts';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';

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
  const { cols } = search;
  useEffect(() => {
    const kept = cols === undefined ? columnsParam(readSetting(setting) ?? undefined) : undefined;
    if (kept !== undefined) change({ cols: kept }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- on arrival and when another list is shown, not when the columns are put back
  }, [setting]);
  const columns = useMemo(() => (cols === undefined ? null : columnsOfText(cols)) ?? DEFAULT_COLUMNS, [cols]);
  const setColumns = useCallback(
    (next: readonly ListColumn[]) => {
      const text = columnsText(next);
      writeSetting(setting, text);
      change({ cols: columnsParam(text) }, { replace: true });
    },
    [setting, change],
  );
  return [columns, setColumns];
}
