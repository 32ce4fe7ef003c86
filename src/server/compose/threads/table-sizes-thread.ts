import { damagedParts } from '#server/stores/spans/sqlite/upkeep/damaged-parts.ts';
import type { ClickHouseSettings } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import { tableSizes } from '#server/stores/table-sizes.ts';
import { giveWay } from '#server/threads/give-way.ts';
import { runThread, serveCalls, ThreadPort } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';

giveWay();
await runThread(async () => {
  const port = new ThreadPort<null>();
  const answer = async ({
    method,
    params,
  }: {
    readonly method: string;
    readonly params: unknown;
  }) => ({
    value: await answerOf(method, params),
  });
  serveCalls(port, answer, () => undefined);
  port.ready(null);
});

async function answerOf(method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case 'check':
      return damagedParts(typedReply<string>(params));
    case 'sizes':
      return tableSizes(typedReply<string>(params));
    case 'clickhouse sizes': {
      // Here and not above: with a file it is not loaded.
      const { clickhouseTableSizes } =
        await import('#server/stores/spans/clickhouse/read/table-sizes.ts');
      return clickhouseTableSizes(typedReply<ClickHouseSettings>(params));
    }
    case 'postgres sizes': {
      const { postgresTableSizes } =
        await import('#server/stores/meta/postgres/postgres-table-sizes.ts');
      return postgresTableSizes(typedReply<PostgresSettings>(params));
    }
    default:
      return null;
  }
}
