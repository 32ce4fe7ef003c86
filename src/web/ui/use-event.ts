import { useEffect, useRef } from 'react';

/** Listens to an event of the window while the component is there. */
export function useEvent(name: string, listener: () => void): void {
  const current = useRef(listener);
  useEffect(() => {
    current.current = listener;
  });
  useEffect(() => {
    const listen = (): void => current.current();
    addEventListener(name, listen);
    return () => removeEventListener(name, listen);
  }, [name]);
}
