import { Suspense, createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const ValueDialog = lazyPart(async () => ({
  default: (await import('./value/value-dialog.tsx')).ValueDialog,
}));

interface OpenedValue {
  readonly text: string;
  /** Key of the attribute, or in words what the value is. */
  readonly label: string;
}

export const OpenValue = createContext<(value: OpenedValue) => void>(() => undefined);

/**
 * Where values open: in a viewer over the page, loaded when the first one does. `spanId` names the
 * span they are of.
 */
export function ValueViewer({ spanId, children }: { spanId: string; children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedValue | null>(null);
  const open = useMemo(() => (value: OpenedValue) => setOpened(value), []);
  return (
    <OpenValue value={open}>
      {children}
      {opened !== null && (
        <Suspense fallback={null}>
          <ValueDialog {...opened} spanId={spanId} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </OpenValue>
  );
}

/** Opens a value in the viewer. */
export function OpenValueButton({ text, label }: OpenedValue) {
  const open = useContext(OpenValue);
  return (
    <button
      type="button"
      onClick={() => open({ text, label })}
      aria-label={`Open ${label}`}
      title="Open: search, JSON tree, compare, download"
      className="touch touch-wide inline-flex size-20 shrink-0 items-center justify-center rounded-chip text-text3 hover:text-text1"
    >
      <Icon name="expand" size={13} />
    </button>
  );
}
