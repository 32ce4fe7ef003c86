import { useKeys } from '#web/platform/keys/keys.ts';

/** X chooses the row whose link has the focus. */
export function useSelectKey(select: (index: number, through: boolean) => void): void {
  const press = (): void => {
    const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (index !== undefined) select(Number(index), false);
  };
  useKeys({ x: { what: 'Select', run: press } });
}
