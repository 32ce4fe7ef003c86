import { useState } from 'react';
import { useCloseOnBack } from '#web/platform/address/close-on-back.ts';

/** Whether a popover is open: kept by its owner where that says so, else here. */
export function useOpen(
  owned: boolean | undefined,
  onOpenChange: ((open: boolean) => void) | undefined,
) {
  const [own, setOwn] = useState(false);
  const open = owned ?? own;
  const change = (next: boolean): void => {
    setOwn(next);
    onOpenChange?.(next);
  };
  useCloseOnBack(open, () => change(false));
  return { open, onOpenChange: change };
}
