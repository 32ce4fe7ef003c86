import { useEffect, useState } from 'react';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly text: string | (() => string);
  readonly label?: string;
  readonly quiet?: boolean;
  readonly onCopied?: () => void;
}

/** Copies a text and says so. */
export function CopyButton({ text, label = 'Copy', quiet = false, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    copyText(typeof text === 'string' ? text : text()).then(
      () => {
        setState('copied');
        onCopied?.();
      },
      () => setState('failed'),
    );
  };
  const word = state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Blocked by the browser';
  return (
    <button
      type="button"
      onClick={copy}
      title={label}
      className={`touch inline-flex shrink-0 items-center gap-4 rounded-chip text-11 text-text3 hover:text-text1 ${quiet ? 'touch-wide size-20 justify-center' : 'h-22 px-6 hover:bg-bg2'}`}
    >
      <Icon name={state === 'copied' ? 'check' : 'copy'} size={13} />
      <span className={quiet ? 'sr-only' : ''} aria-live="polite">
        {word}
      </span>
    </button>
  );
}
