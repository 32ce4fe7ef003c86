import { useEffect, useState } from 'react';
import { pathText } from './path-text.ts';
import type { ValueClient } from './value-client.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

const SHOWN_CHARS = 4000;

/** The chosen value in full, with its path; long ones are cut on screen, never in what is copied. */
export function JsonSelection({ client, node, label }: { client: ValueClient; node: number; label: string }) {
  const [read, setRead] = useState<{ readonly text: string; readonly path: string } | null>(null);
  useEffect(() => {
    let current = true;
    client.ask({ type: 'read', node }).then(
      ({ text = '', path = [] }) => {
        if (current) setRead({ text, path: pathText(path) });
      },
      () => setRead(null),
    );
    return () => {
      current = false;
    };
  }, [client, node]);
  if (read === null) return null;
  return (
    <div className="flex max-h-[30%] shrink-0 flex-col border-t border-line1">
      <div className="flex items-center gap-8 px-12 py-4 text-12 text-text3">
        <span className="mono clip min-w-0 flex-1">{read.path === '' ? label : read.path}</span>
        <CopyButton text={read.text} label="Copy value" />
        <CopyButton text={read.path} label="Copy path" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div tabIndex={0} className="mono verbatim min-h-0 overflow-auto px-12 pb-8">
        {read.text.slice(0, SHOWN_CHARS)}
        {read.text.length > SHOWN_CHARS && (
          <span className="text-text3"> … {(read.text.length - SHOWN_CHARS).toLocaleString('en-US')} characters more</span>
        )}
      </div>
    </div>
  );
}
