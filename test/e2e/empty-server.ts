import { rmSync } from 'node:fs';
import { boot, type BootedServer } from './boot.ts';

/** A server without data, for as long as one test or one file of tests. */
export type EmptyServer = Pick<BootedServer, 'url' | 'grpcTarget'> & AsyncDisposable;

let shared: Promise<{ readonly server: BootedServer; readonly kept: ReadonlySet<string> }> | null =
  null;

/**
 * A server with default settings and without data. Tests of one process share it, one after the
 * other: disposing deletes its projects, datasets, labels and annotation configs, which takes a
 * fifth of the time that starting another server does. Ids go on rising, so a test that needs the
 * first ones, or changes anything else (settings, keys, users, retention policies, the audit log),
 * boots its own server.
 */
export async function emptyServer(): Promise<EmptyServer> {
  shared ??= bootUntilExit().then(async (server) => ({ server, kept: await allIds(server.url) }));
  const { server, kept } = await shared;
  const { url, grpcTarget } = server;
  return { url, grpcTarget, [Symbol.asyncDispose]: () => deleteAllBut(kept, url) };
}

/** Vitest ends its processes with SIGTERM, so nothing that awaits runs at the end. */
async function bootUntilExit(): Promise<BootedServer> {
  const server = await boot();
  const end = (): void => {
    server.signal('SIGKILL');
    rmSync(server.directory, { recursive: true, force: true });
  };
  process.once('exit', end);
  process.once('SIGTERM', () => {
    end();
    process.exit();
  });
  return server;
}

/** The objects tests create, by the route that lists them. */
const KINDS = [
  'projects',
  'datasets',
  'annotation_configs',
  'dataset_labels',
  'waiting_annotations',
];

async function idsOf(url: string, kind: string): Promise<string[]> {
  const all = kind === 'projects' ? '&include_experiment_projects=true' : '';
  const { data } = (await (await fetch(`${url}/v1/${kind}?limit=1000${all}`)).json()) as {
    data: { id: string }[];
  };
  return data.map(({ id }) => id);
}

/**
 * The objects of a new server: the default project and the built-in annotation config among them.
 */
async function allIds(url: string): Promise<ReadonlySet<string>> {
  return new Set((await Promise.all(KINDS.map((kind) => idsOf(url, kind)))).flat());
}

async function deleteAllBut(kept: ReadonlySet<string>, url: string): Promise<void> {
  for (const kind of KINDS) {
    for (const id of (await idsOf(url, kind)).filter((one) => !kept.has(one))) {
      const { status } = await fetch(`${url}/v1/${kind}/${encodeURIComponent(id)}`, {
        method: 'DELETE',
      });
      // Gone before: the test deleted it, and its Undo ran out meanwhile.
      if (status >= 300 && status !== 404)
        throw new Error(`Deleting ${kind} ${id} was answered ${status}.`);
    }
  }
}
