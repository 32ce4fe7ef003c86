import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useEffect, useState } from 'react';
import { serverInfoOptions } from '../api/server.ts';
import { keyHelp, useKeys } from '../lib/keys.ts';
import { projectsPath, sessionsPath, tracesPath } from '../lib/paths.ts';
import { readSetting, writeSetting } from '../lib/stored-setting.ts';
import { Kbd } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Sidebar } from './sidebar.tsx';

const FOLDED_KEY = 'telltale.sidebar';
const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** The frame round every page. */
export function Shell() {
  const [folded, setFolded] = useState(readSetting(FOLDED_KEY) === 'folded');
  const [sheet, setSheet] = useState(false);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    const open = (): void => setSheet(true);
    addEventListener('telltale:menu', open);
    return () => removeEventListener('telltale:menu', open);
  }, []);
  const fold = (): void => {
    writeSetting(FOLDED_KEY, folded ? 'open' : 'folded');
    setFolded(!folded);
  };
  useShellKeys(fold, () => setHelp(true));
  return (
    <div className="flex h-full">
      <a
        href="#content"
        className="absolute top-4 left-4 z-50 -translate-y-60 rounded-control bg-accent px-12 py-6 text-white focus:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar folded={folded} sheet={sheet} onFold={fold} onHelp={() => setHelp(true)} onClose={() => setSheet(false)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <OpenServerBanner />
        <div className="min-h-0 flex-1">
          <Outlet />
        </div>
      </div>
      {help && <KeyHelp onClose={() => setHelp(false)} />}
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </div>
  );
}

function useShellKeys(onFold: () => void, onHelp: () => void): void {
  const navigate = useNavigate();
  const { project } = useParams({ strict: false });
  useKeys(
    {
      '?': { what: 'This help', run: onHelp },
      '[': { what: 'Fold the sidebar', run: onFold },
      'g p': { what: 'Projects', run: () => void navigate({ to: projectsPath }) },
      ...(project === undefined
        ? {}
        : {
            'g t': { what: 'Traces', run: () => void navigate({ to: tracesPath(project) }) },
            'g s': { what: 'Sessions', run: () => void navigate({ to: sessionsPath(project) }) },
          }),
    },
    'Everywhere',
  );
}

/** Without authentication, a page that is reached from elsewhere than this machine deserves a warning. */
function OpenServerBanner() {
  const { data } = useQuery(serverInfoOptions);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  if (data === undefined || data.authentication || local) return null;
  return (
    <div role="status" className="tone-warn shrink-0 bg-tint px-12 py-6 text-12 text-tone">
      Authentication is off: anyone who reaches this address can read and delete everything.
    </div>
  );
}

/** The keys that work on this screen, as they were when it opened. */
function KeyHelp({ onClose }: { onClose: () => void }) {
  const [groups] = useState(keyHelp);
  return (
    <Dialog title="Keyboard" onClose={onClose} wide>
      <div className="grid grid-cols-2 gap-x-32 gap-y-16 max-md:grid-cols-1">
        {[...groups].map(([where, lines]) => (
          <section key={where}>
            <h3 className="mb-6 text-11 text-text3">{where}</h3>
            <dl className="grid gap-4">
              {lines.map(({ keys, what }) => (
                <div key={what} className="flex items-center justify-between gap-12 text-12">
                  <dt>{what}</dt>
                  <dd className="flex gap-4">
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
