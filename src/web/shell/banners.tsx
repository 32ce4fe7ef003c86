import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { serverInfoOptions } from '#web/platform/http/server.ts';
import { tryAgain, useConnection, useLost } from '#web/platform/http/connection.ts';
import { Button } from '#web/ui/button.tsx';

/** Banners on every screen: no connection, authentication off. */
export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <OpenServerBanner />
    </>
  );
}

const LOST = {
  offline: 'You are offline. Data on this page may be outdated. The page updates when the network is back.',
  unreachable: 'Can’t reach the server. Data on this page may be outdated. Retrying every 2 seconds.',
  silent: 'The server is not responding. Data on this page may be outdated.',
};

const LAST_CLICK = {
  undone: 'Your last change was not saved. Try again when the connection is back.',
  waits: 'This page loads when the connection is back.',
};

function ConnectionBanner() {
  const connection = useConnection();
  const isOpening = useRouterState({ select: ({ status }) => status === 'pending' });
  const lost = useLost() ?? (isOpening ? 'waits' : null);
  return (
    <div role="status" className={connection === 'online' ? 'sr-only' : 'tone-error shrink-0 bg-tint text-tone'}>
      {connection !== 'online' && (
        <p className="flex min-h-36 items-center gap-12 px-12 py-4 text-12">
          <span className="flex-1">
            {LOST[connection]}
            {lost !== null && <strong> {LAST_CLICK[lost]}</strong>}
          </span>
          <Button onClick={tryAgain}>Try now</Button>
        </p>
      )}
    </div>
  );
}

/** Without authentication, a page that is reached from elsewhere than this machine deserves a warning. */
function OpenServerBanner() {
  const { data } = useQuery(serverInfoOptions);
  if (data === undefined || data.authentication || isLoopback(location.hostname)) return null;
  return (
    <div role="status" className="tone-warn shrink-0 bg-tint px-12 py-6 text-12 text-tone">
      Authentication is off: anyone who reaches this address can read and delete everything.
    </div>
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.');
}
