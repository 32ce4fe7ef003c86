import type { QueryClient } from '@tanstack/react-query';
import { datasetKey } from '#web/platform/address/address-ids.ts';
import { datasetPath, projectPath, sessionPath, tracesPath } from '#web/platform/address/paths.ts';
import { startReading } from './start-reading.ts';

/** An address that names something, and what reads it. */
export interface Named<Params> {
  readonly context: { readonly client: QueryClient };
  readonly params: Params;
  readonly location: {
    readonly pathname: string;
    readonly searchStr: string;
    readonly hash: string;
  };
}

/**
 * Where a link leads that names a project by its Global ID, as some do, or names none of its pages;
 * null for an address as the page writes it.
 */
export async function leadProject({
  context,
  params,
  location,
}: Named<{ readonly project: string }>): Promise<string | null> {
  const key = await startReading.projectKey(context.client, params.project);
  const path = location.pathname.replace(/(?<!\/)\/+$/, '');
  if (path.split('/').length <= 3) return tracesPath(key);
  return key === params.project
    ? null
    : withPath([projectPath(key), ...path.split('/').slice(3)].join('/'), location);
}

/** Where a link leads that names a session by its Global ID. */
export async function leadSession(
  named: Named<{ readonly project: string; readonly session: string }>,
): Promise<string | null> {
  const { context, params, location } = named;
  const key = await startReading.sessionKey(context.client, params.session);
  return key === params.session ? null : withPath(sessionPath(params.project, key), location);
}

/**
 * Where a link leads that names a dataset by its Global ID, as older ones and those of clients do,
 * or by its name.
 */
export async function leadDataset({
  context,
  params,
  location,
}: Named<{ readonly dataset: string }>): Promise<string | null> {
  const [, , named, ...rest] = location.pathname.split('/');
  const id = await startReading.datasetId(context.client, params.dataset);
  return id === null || datasetKey(id) === named
    ? null
    : withPath([datasetPath(id), ...rest].join('/'), location);
}

/** Another path with the same search and hash. */
function withPath(path: string, { searchStr, hash }: Named<object>['location']): string {
  return `${path}${searchStr}${hash === '' ? '' : `#${hash}`}`;
}
