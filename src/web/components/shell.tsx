import { Outlet, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverInfoOptions } from '../api/server.ts';
import { KEY_HELP, useKeys } from '../lib/keys.ts';
import { projectsPath } from '../lib/paths.ts';
import { readSetting, writeSetting } from '../lib/theme.ts';
import { Kbd } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Sidebar } from './sidebar.tsx';

const FOLDED_KEY = 'telltale.sidebar';

/** The frame round every page. */
export function Shell() {
  const [folded, setFolded] = useState(readSetting(FOLDED_KEY) === 'folded');
  const [sheet, setSheet] = useState(false);
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const lastG = useRef(0);
  useEffect(() => {
    const open = (): void => setSheet(true);
    addEventListener('telltale:menu', open);
    return () => removeEventListener('telltale:menu', open);
  }, []);
  const fold = (): void => {
    writeSetting(FOLDED_KEY, folded ? 'open' : 'folded');
    setFolded(!folded);
  };
  useKeys({
    '[': fold,
    '?': () => setHelp(true),
    g: () => {
      lastG.current = Date.now();
    },
    p: () => {
      if (Date.now() - lastG.current < 1500) void navigate({ to: projectsPath });
    },
  });
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
    </div>
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

function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <div className="grid grid-cols-2 gap-x-24 gap-y-16 max-md:grid-cols-1">
        {KEY_HELP.map((group) => (
          <section key={group.where}>
            <h3 className="mb-6 text-11 text-text3">{group.where}</h3>
            <dl className="grid gap-4">
              {group.keys.map(([keys, what]) => (
                <div key={keys} className="flex items-center justify-between gap-12 text-12">
                  <dt>{what}</dt>
                  <dd className="flex gap-4">
                    {keys.split(' ').map((key) => (
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
