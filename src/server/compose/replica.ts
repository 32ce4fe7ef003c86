import type { DatasetUploads } from '#server/datasets/dataset-uploads.ts';
import type { JobRunnerOptions } from '#server/jobs/job-runner.ts';
import { Replica } from '#server/jobs/replica.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { forgetServers } from '#server/stores/meta/servers.queries.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { AuditParts } from './audit.ts';
import type { Config } from '../config.ts';

export interface ReplicaHooks {
  /** The others have taken over this server’s work: it must end. */
  readonly onFatal: (error: Error) => void;
  readonly log: Log;
}

/** What finishes the work of servers that are gone. */
interface Recoverers {
  readonly audit: AuditParts;
  readonly uploads: DatasetUploads;
}

/** This server among those that share its metadata; null where it has them alone. */
export function composeReplica(
  config: Pick<Config, 'clickhouse'>,
  { onFatal, log }: ReplicaHooks,
  db: MetaDb,
  recoverers: () => Recoverers,
): Replica | null {
  // With spans in the working directory, the data directory or the schema is locked for one server.
  if (config.clickhouse === null) return null;
  const recover = async (): Promise<void> => {
    const { audit, uploads } = recoverers();
    await audit.log.recover();
    await uploads.recoverOthers();
  };
  return new Replica({ db, recover, onForgotten: onFatal, log });
}

type JobShare = Pick<JobRunnerOptions, 'isAlone' | 'leaseMs' | 'now' | 'pollMsMax' | 'serverId'>;

/** How a server runs jobs: alone, or with others, which take over within seconds. */
export function jobShare(replica: Replica | null): JobShare {
  return replica === null
    ? { isAlone: true, leaseMs: 60_000, pollMsMax: 30_000, now: () => Date.now() }
    : {
        isAlone: false,
        leaseMs: 10_000,
        pollMsMax: 1_000,
        now: replica.now,
        serverId: () => replica.id,
      };
}

/** Lists this server among the others; one that is alone forgets those there were. */
export async function joinServers(replica: Replica | null, db: MetaDb): Promise<void> {
  if (replica === null) await forgetServers(db);
  else await replica.join();
}
