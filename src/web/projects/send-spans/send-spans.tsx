import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { serverInfoOptions } from '#web/platform/http/server.ts';
import { grpcAddress } from '#web/projects/grpc-address.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { KeyNote } from '#web/accounts/key-note.tsx';
import { useNeedsKey } from '#web/accounts/use-needs-key.ts';

// The lines of all frameworks are too much for a first load.
const SendLines = lazyPart(async () => ({ default: (await import('./send-lines.tsx')).SendLines }));

/**
 * The lines that send spans to this server and one project, by language and by framework: ready to
 * paste.
 */
export function SendSpans({ project }: { project: string }) {
  const server = useQuery(serverInfoOptions);
  const needsKey = useNeedsKey();
  const grpc = server.data === undefined ? null : grpcAddress(server.data, location.hostname);
  return (
    <>
      {needsKey && <KeyNote scopes={['traces:write']} />}
      <Suspense fallback={<div className="h-400 shrink-0" />}>
        <SendLines target={{ origin: location.origin + ROOT_PATH, grpc, project, needsKey }} />
      </Suspense>
    </>
  );
}
