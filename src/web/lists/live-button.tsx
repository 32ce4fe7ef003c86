import type { LiveState } from '#web/platform/http/live.ts';
import { useConnection } from '#web/platform/http/connection.ts';

export function LiveButton({
  on,
  state,
  onToggle,
}: {
  on: boolean;
  state: LiveState;
  onToggle: () => void;
}) {
  const connection = useConnection();
  // A stream may seem open for a while after the network went.
  const isOpen = state === 'open' && connection === 'online';
  const word = on ? (isOpen ? 'Live' : 'Connecting') : 'Paused';
  return (
    <button
      type="button"
      aria-pressed={on}
      title={on ? 'New rows appear automatically (l)' : 'Follow new rows (l)'}
      onClick={onToggle}
      className={`${on ? (isOpen ? 'tone-ok text-tone' : 'tone-warn text-tone') : 'text-text3'} touch inline-flex h-28 items-center gap-6 rounded-control px-8 text-12 hover:bg-bg2`}
    >
      <span className={`size-6 rounded-full ${on ? 'bg-bar' : 'bg-track'}`} aria-hidden="true" />
      {word}
    </button>
  );
}
