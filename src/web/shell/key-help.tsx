import { useState } from 'react';
import { keyHelp } from '#web/platform/keys/keys.ts';
import { Kbd } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Shortcuts that no screen declares because they are not plain keys. */
const ALWAYS = [
  {
    keys: [/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl', 'K'],
    what: 'Search and commands',
  },
  { keys: ['F8'], what: 'Go to notices (Undo)' },
  { keys: ['Esc'], what: 'Close, or up one level' },
];

/** The keys that work on this screen, as they were when it opened. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => {
    const groupsNow = new Map(keyHelp());
    groupsNow.set('Everywhere', [...ALWAYS, ...(groupsNow.get('Everywhere') ?? [])]);
    return groupsNow;
  });
  return (
    <Dialog title="Keyboard" onClose={onClose} size="wide">
      <div className="columns-2 gap-32 max-md:columns-1">
        {[...groups].map(([where, lines]) => (
          <section key={where} className="mb-16 break-inside-avoid">
            <h3 className="mb-6 text-11 text-text3">{where}</h3>
            <dl className="grid gap-4">
              {lines.map(({ keys, what }) => (
                <div key={what} className="flex items-center justify-between gap-12 text-12">
                  <dt className="text-text1">{what}</dt>
                  <dd className="flex gap-4">
                    <span className="sr-only">{keys.join(' ')}</span>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
