import {
  clickhouseName,
  type ClickHouseSettings,
} from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';

/** How spans in ClickHouse are backed up: by its own statement. */
export function clickhouseBackupAdvice(settings: ClickHouseSettings): string {
  const { database, cluster } = settings;
  const on = cluster === null ? '' : ` ON CLUSTER ${cluster}`;
  return `Spans and annotations are in ${clickhouseName(settings)} and are not part of a backup of this command. Back them up with ClickHouse’s own statement, before the metadata:

  BACKUP DATABASE ${database}${on} TO Disk('backups', 'telltale.zip')

and restore them into a server without that database:

  RESTORE DATABASE ${database}${on} FROM Disk('backups', 'telltale.zip')

`;
}
