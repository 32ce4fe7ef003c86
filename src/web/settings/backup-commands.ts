import type { ServerInfo } from '#contracts/server/server-info.ts';

/** How what a server keeps is backed up. */
interface BackupCommands {
  readonly note: string;
  readonly commands: readonly { readonly label: string; readonly text: string }[];
}

const BACK_UP = {
  label: 'Back up (the server may be running)',
  text: 'telltale backup ./telltale-backup',
};
const FROM_A_CLONE = {
  label: 'From a clone',
  text: 'npm run telltale -- backup ./telltale-backup',
};
const RESTORE = {
  label: 'Restore (the server must be stopped)',
  text: 'telltale restore ./telltale-backup',
};
const WHERE = 'Run these commands on the server’s machine with the same settings.';

/** The commands of a backup, by where spans and metadata are. */
export function backupCommands({
  spans_in: spans,
  metadata_in: metadata,
}: Pick<ServerInfo, 'spans_in' | 'metadata_in'>): BackupCommands {
  if (spans === 'clickhouse')
    return {
      note: 'Spans and annotations are in ClickHouse, everything else is in PostgreSQL. Back up both with their own tools; this command prints what to run.',
      commands: [{ ...BACK_UP, label: 'Print the commands' }, FROM_A_CLONE],
    };
  const commands = [BACK_UP, FROM_A_CLONE, RESTORE];
  return metadata === 'postgresql'
    ? {
        note: `${WHERE} They copy spans and annotations; the first one prints how to back up the rest, which is in PostgreSQL. The target directory must not exist.`,
        commands,
      }
    : { note: `${WHERE} The target directory must not exist.`, commands };
}
