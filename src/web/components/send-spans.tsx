import { useQuery } from '@tanstack/react-query';
import { serverInfoOptions } from '../api/server.ts';
import { grpcAddress } from '../lib/grpc-address.ts';
import { RECIPES } from '../lib/send-spans/send-spans.ts';
import { useHash } from '../lib/use-hash.ts';
import { CodeTabs } from './code-tabs.tsx';
import { ROOT_PATH } from '../lib/root-path.ts';
import { KeyNote } from './key-note.tsx';
import { useNeedsKey } from './use-needs-key.ts';

/** The address of a tab: a link shows the same lines. */
function hashOf(name: string): string {
  return `lines-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** The lines that send spans to this server and one project, by language and by framework: ready to paste. */
export function SendSpans({ project }: { project: string }) {
  const server = useQuery(serverInfoOptions);
  const needsKey = useNeedsKey();
  const grpc = server.data === undefined ? null : grpcAddress(server.data, location.hostname);
  const target = { origin: location.origin + ROOT_PATH, grpc, project, needsKey };
  const [hash, setHash] = useHash();
  const shown = RECIPES.find(({ name }) => hashOf(name) === hash) ?? RECIPES[0];
  return (
    <>
      {needsKey && <KeyNote scopes={['traces:write']} />}
      <CodeTabs
        label="Language or framework"
        tabs={RECIPES.map(({ name, lines }) => ({ name, text: lines(target) }))}
        shown={shown?.name ?? ''}
        onShow={(name) => setHash(hashOf(name), { replace: true })}
      />
    </>
  );
}
