import { useCallback, useState } from 'react';
import { placeOf, rememberPlace } from '#web/lists/list-place.ts';

/** The row that the keys are at, by its Global ID: rows that come in above it do not move it. */
export function useActiveRow(list: string): readonly [string | null, (id: string) => void] {
  const [active, setActive] = useState({ list, id: placeOf(list).activeId });
  const set = useCallback(
    (id: string) => {
      rememberPlace(list, { activeId: id });
      setActive({ list, id });
    },
    [list],
  );
  return [active.list === list ? active.id : placeOf(list).activeId, set];
}
