import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { serverInfoOptions } from '../api/server.ts';
import { RECIPES } from '../lib/send-spans/send-spans.ts';
import { useHash } from '../lib/use-hash.ts';
import { CopyButton } from './copy-button.tsx';
import { ROOT_PATH } from '../lib/root-path.ts';

/** The address of a tab: a link shows the same lines. */
function hashOf(name: string): string {
  return `lines-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** The lines that send spans to this server and one project, by language and by framework: ready to paste. */
export function SendSpans({ project }: { project: string }) {
  const server = useQuery(serverInfoOptions);
  const target = { origin: location.origin + ROOT_PATH, grpcPort: server.data?.grpc_port ?? null, project };
  const [hash, setHash] = useHash();
  const shown = RECIPES.find(({ name }) => hashOf(name) === hash) ?? RECIPES[0];
  return (
    <Tabs.Root
      value={shown?.name ?? ''}
      onValueChange={(name) => setHash(hashOf(name), { replace: true })}
      className="overflow-hidden rounded-popover border border-line1 bg-bg1"
    >
      <Tabs.List aria-label="Language or framework" className="flex flex-wrap border-b border-line1 px-8">
        {RECIPES.map(({ name }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="h-34 border-b-2 border-transparent px-10 text-12 font-medium whitespace-nowrap text-text2 hover:text-text1 data-[state=active]:border-focus data-[state=active]:text-text1 max-md:h-44"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {RECIPES.map(({ name, lines }) => (
        <Tabs.Content key={name} value={name} aria-label={name} className="relative">
          <span className="absolute top-8 right-8 rounded-chip bg-bg1">
            <CopyButton text={lines(target)} />
          </span>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard */}
          <pre tabIndex={0} className="mono max-h-400 overflow-auto p-16 pt-32 text-text1">
            {lines(target)}
          </pre>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
