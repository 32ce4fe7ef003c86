import { invariant } from '#contracts/wire/errors.ts';
import type { Migration } from '#server/stores/migrator.ts';
import { jobsAndRetention } from './0001-jobs-and-retention.ts';
import { datasets } from './0002-datasets.ts';
import { annotationConfigs } from './0003-annotation-configs.ts';
import { access } from './0004-access.ts';
import { auditLog } from './0005-audit-log.ts';
import { keyUsage } from './0006-key-usage.ts';
import { alerts } from './0007-alerts.ts';
import { directoryUsers } from './0008-directory-users.ts';
import { alertDeliveries } from './0009-alert-deliveries.ts';
import { signInPlaces } from './0010-sign-in-places.ts';
import { directoryPeople } from './0011-directory-people.ts';
import { versionMakers } from './0012-version-makers.ts';
import { providerGrants } from './0013-provider-grants.ts';
import { apps } from './0014-apps.ts';
import { auditOfUsers } from './0015-audit-of-users.ts';
import { nullableJson } from './0016-nullable-json.ts';
import { experiments } from './0017-experiments.ts';
import { pendingRunTraces } from './0018-pending-run-traces.ts';
import { ownModelPrices } from './0019-own-model-prices.ts';
import { servers } from './0020-servers.ts';
import { noticesAndTokens } from './0021-notices-and-tokens.ts';
import { rowNumbers } from './0022-row-numbers.ts';
import { foldedNames } from './0023-folded-names.ts';
import { postgresAccess } from './postgres/0019-access.ts';
import { postgresDatasets } from './postgres/0019-datasets.ts';
import { postgresExperiments } from './postgres/0019-experiments.ts';
import { postgresFunctions } from './postgres/0019-functions.ts';
import { postgresSettings } from './postgres/0019-settings.ts';

/** One step of the schema, on both engines. */
interface MetaMigration extends Migration {
  /**
   * The same step in PostgreSQL's SQL; of those up to `POSTGRES_FROM`, the last has the whole
   * schema.
   */
  readonly postgres?: string;
  /**
   * The version of the oldest program that goes on with a schema after this step, while servers of
   * a cluster are replaced one by one; its own version unless given. A step may name an older one
   * if it only adds what that program doesn't need to know.
   */
  readonly oldestProgram?: number;
}

/** The first version that PostgreSQL was supported with: no database there has an older one. */
const POSTGRES_FROM = 19;

/**
 * The metadata database's migrations, in order. Released ones never change; a new one is added at
 * the end.
 */
export const META_MIGRATIONS: readonly MetaMigration[] = [
  jobsAndRetention,
  datasets,
  annotationConfigs,
  access,
  auditLog,
  keyUsage,
  alerts,
  directoryUsers,
  alertDeliveries,
  signInPlaces,
  directoryPeople,
  versionMakers,
  providerGrants,
  apps,
  auditOfUsers,
  nullableJson,
  experiments,
  pendingRunTraces,
  {
    ...ownModelPrices,
    postgres: [
      postgresFunctions,
      postgresSettings,
      postgresAccess,
      postgresDatasets,
      postgresExperiments,
    ].join('\n'),
  },
  servers,
  noticesAndTokens,
  rowNumbers,
  foldedNames,
];

/** A step of PostgreSQL's schema, with the oldest program that its schema is for. */
export interface PostgresMigration extends Migration {
  readonly oldestProgram: number;
}

/** The same list for PostgreSQL. */
export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = META_MIGRATIONS.filter(
  ({ version }) => version >= POSTGRES_FROM,
).map(({ version, name, postgres, oldestProgram = version }) => {
  invariant(postgres !== undefined, `migration ${version} has SQL for PostgreSQL`);
  return { version, name, sql: postgres, oldestProgram };
});
