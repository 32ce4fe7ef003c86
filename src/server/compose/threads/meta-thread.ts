import type { MetaBatchStep } from '#server/stores/meta/meta-batch.ts';
import { MetaConnection, type MetaStatement } from '#server/stores/meta/meta-connection.ts';
import type { MetaPlace } from '#server/stores/meta/meta-place.ts';
import type { Notice } from '#server/stores/meta/notice.ts';
import type { MetaTextPage, MetaTextQuery } from '#server/stores/meta/meta-text-page.ts';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import {
  runThread,
  serveCalls,
  serveTurns,
  ThreadPort,
  type CallResult,
  type IncomingCall,
} from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { reportingDamage } from '../damage-report.ts';

/** The metadata thread's start options. */
export interface MetaThreadOptions extends MetaPlace {
  /** Whether other servers use the same metadata, and hear of changes. */
  readonly isShared: boolean;
}

/** Another server published something. */
export interface MetaNotice extends Notice {
  readonly kind: 'notice';
}

/** Another server has the metadata by now: this one must end. */
export interface MetaTaken {
  readonly kind: 'taken';
  readonly detail: string;
}

/** A call for several statements that run together. */
export interface MetaBatchCall {
  readonly steps: readonly MetaBatchStep[];
  readonly session: number;
}

await runThread(async () => {
  const port = new ThreadPort<MetaThreadOptions>();
  const { path, postgres } = port.options;
  return postgres === null ? serveSqlite(port, path) : servePostgres(port, postgres);
});

function serveSqlite(port: ThreadPort<MetaThreadOptions>, path: string): () => void {
  const connection = new MetaConnection({ path, backup: true });
  const handle = async ({ method, params }: IncomingCall): Promise<CallResult> => {
    if (method === 'statement')
      return { value: connection.execute(typedReply<MetaStatement>(params)) };
    if (method === 'batch')
      return { value: connection.batch(typedReply<MetaBatchCall>(params).steps) };
    if (method === 'textPage')
      return pageResult(connection.textPage(typedReply<MetaTextQuery>(params)));
    throw unknownMethod(method);
  };
  serveCalls(
    port,
    (call) =>
      reportingDamage(call, {
        handle,
        partOf: () => 'the metadata database',
        tell: (found) => port.event(found),
      }),
    () => connection.close(),
  );
  port.ready(connection.migration);
  return () => connection.rest();
}

async function servePostgres(
  port: ThreadPort<MetaThreadOptions>,
  settings: PostgresSettings,
): Promise<void> {
  // Here and not above: with SQLite none of it is loaded.
  const { PostgresMeta } = await import('#server/stores/meta/postgres/postgres-meta.ts');
  const taken = ({ message: detail }: Error): void =>
    port.event({ kind: 'taken', detail } satisfies MetaTaken);
  const meta = await PostgresMeta.open(settings, taken, port.options.isShared);
  const notices = port.options.isShared ? await openNotices(port, settings) : null;
  const handle = async ({ method, params }: IncomingCall): Promise<CallResult> => {
    if (method === 'statement')
      return { value: await meta.execute(typedReply<MetaStatement>(params)) };
    if (method === 'textPage')
      return pageResult(await meta.textPage(typedReply<MetaTextQuery>(params)));
    if (method === 'notice')
      return { value: (await notices?.send(typedReply<Notice>(params))) ?? null };
    if (method !== 'batch') throw unknownMethod(method);
    const { steps, session } = typedReply<MetaBatchCall>(params);
    return { value: await meta.batch(steps, session) };
  };
  serveTurns(port, handle, async () => {
    await notices?.close();
    await meta.close();
  });
  port.ready(meta.migration);
}

async function openNotices(port: ThreadPort<MetaThreadOptions>, settings: PostgresSettings) {
  const { PostgresNotices } = await import('#server/stores/meta/postgres/postgres-notices.ts');
  return PostgresNotices.open(settings, (notice) =>
    port.event({ kind: 'notice', ...notice } satisfies MetaNotice),
  );
}

function pageResult(page: MetaTextPage): CallResult {
  return { value: page, transfer: [page.bytes.buffer] };
}

function unknownMethod(method: string): Error {
  return new Error(`The metadata thread knows no method ${method}.`);
}
