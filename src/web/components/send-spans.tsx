import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { serverInfoOptions } from '../api/server.ts';
import { grpcAddress } from '../lib/grpc-address.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { ROOT_PATH } from '../lib/root-path.ts';
import { KeyNote } from './key-note.tsx';
import { useNeedsKey } from './use-needs-key.ts';

// The lines of all frameworks are too much for a first load.
const SendLines = lazyPart(async () => ({ default: (await import('./send-lines.tsx')).SendLines }));

/** The lines that send spans to this server and one project, by language and by framework: ready to paste. */
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
