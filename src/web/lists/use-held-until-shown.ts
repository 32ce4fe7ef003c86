import { useEffect, useLayoutEffect, useRef } from 'react';
import { dropKeys, holdKeys, releaseKeys } from '#web/platform/keys/held-keys.ts';

/** Keeps the keys of a page that opens with the panel for annotating, until that is there or the page has failed; with the page they are forgotten. */
export function useHeldUntilShown(hasPanel: boolean, hasFailed: boolean): void {
  const opensWithPanel = useRef(hasPanel);
  // Before what is on the page says that it is there.
  useLayoutEffect(() => {
    if (opensWithPanel.current) holdKeys();
    return dropKeys;
  }, []);
  useEffect(() => {
    if (hasFailed) releaseKeys();
  }, [hasFailed]);
}
