import { useRef, useState, type ReactNode } from 'react';
import { hasModifier } from '#web/platform/keys/keys.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';

const KEY = 'telltale.split';
const SHARE_DEFAULT = 0.58;

/** Two panes with a border that can be dragged, or moved by the arrow keys; the share is kept. */
export function SplitPane({ left, right }: { left: ReactNode; right: ReactNode }) {
  const [share, setShare] = useState(() => clamp(Number(readSetting(KEY) ?? SHARE_DEFAULT)));
  const box = useRef<HTMLDivElement>(null);
  const set = (next: number): void => {
    setShare(clamp(next));
    writeSetting(KEY, String(clamp(next)));
  };
  return (
    <div ref={box} className="flex min-h-0 flex-1">
      <div className="min-w-0" style={{ width: `${share * 100}%` }}>
        {left}
      </div>
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the tree"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={25}
        aria-valuemax={80}
        tabIndex={0}
        className="relative z-10 w-1 shrink-0 cursor-col-resize touch-none bg-line1 after:absolute after:inset-y-0 after:-inset-x-4 hover:bg-focus"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          const rect = box.current?.getBoundingClientRect();
          if (rect !== undefined && event.currentTarget.hasPointerCapture(event.pointerId))
            set((event.clientX - rect.left) / rect.width);
        }}
        onKeyDown={(event) => {
          if (hasModifier(event) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight'))
            return;
          event.preventDefault();
          set(share + (event.key === 'ArrowLeft' ? -0.02 : 0.02));
        }}
      />
      <div className="min-w-0 flex-1">{right}</div>
    </div>
  );
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(0.8, Math.max(0.25, share)) : SHARE_DEFAULT;
}
