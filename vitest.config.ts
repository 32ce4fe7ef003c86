import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { POSTGRES } from './test/postgres-server.ts';
import { SlowFirst } from './tools/check/slow-first.ts';

// Tests that boot the product, drive a browser or kill processes. Some of their time is spent
// waiting, for a disk, a process to start or a page to settle: three files at a time fill two
// cores.
const BLACK_BOX = [
  'test/e2e/**/*.test.ts',
  'test/examples/**/*.test.ts',
  'test/examples*.test.ts',
  'test/clients/**/*.test.ts',
  'test/reliability/**/*.test.ts',
];
/**
 * Tests of units that need a directory server, openssl or ClickHouse's engine, which `npm test` may
 * still be installing while the others run.
 */
const NEED_PROGRAMS = [
  'src/server/auth/directory/directory.test.ts',
  'src/server/api/sign-in/{ldap,directory-people}.test.ts',
  'src/server/{config-problems,settings/read-tls}.test.ts',
  'test/clickhouse/{statements,several-writers,copy,interrupted-writes}.test.ts',
];
/** Tests of what works with metadata run a second time, with the metadata in PostgreSQL. */
const ON_POSTGRES = [
  'src/server/stores/meta/**/*.test.ts',
  'src/server/{audit,jobs}/**/*.test.ts',
  'src/server/datasets/*.test.ts',
  'src/server/experiments/frame-cache.test.ts',
  'src/server/auth/{authenticator,account-lock,usage/*}.test.ts',
  'src/server/api/{alerts,annotations,api-keys,apps,audit,datasets,experiments,jobs,prices,projects,secrets,sign-in,users,views}/**/*.test.ts',
  'src/server/api/mass-assignment.test.ts',
  'src/server/compose/follow-servers.test.ts',
  'src/server/auth/shared-limits.test.ts',
];
/** Those that are about PostgreSQL run on it alone. */
const POSTGRES_ALONE = [
  'src/server/stores/meta/postgres/postgres-*.test.ts',
  'src/server/compose/follow-servers.test.ts',
  'src/server/auth/shared-limits.test.ts',
];
/**
 * Of those, some look into the file of SQLite; some are about annotations, which are stored with
 * the spans; and some take long with what is not metadata: passwords, directories, providers,
 * files.
 */
const NOT_ON_POSTGRES = [
  'src/server/stores/meta/{meta-connection,meta-log-wiper,older-database}.test.ts',
  'src/server/audit/audit-verifier.test.ts',
  'src/server/api/annotations/{annotation-bad-input,note-bad-input,annotations}.test.ts',
  'src/server/api/annotations/{figures,lists,records}/*.test.ts',
  'src/server/datasets/purge-experiment.test.ts',
  'src/server/api/sign-in/{auth,ldap,directory-people,oauth2,mails,session-replies,provider-*}.test.ts',
  'src/server/api/users/user-passwords.test.ts',
  'src/server/api/apps/{authorize,app-rights,app-replays}.test.ts',
  'src/server/jobs/handlers/{retention-sweep,span-reread}.test.ts',
  'src/server/api/datasets/{dataset-parquet,dataset-files}.test.ts',
  'src/server/api/experiments/figures/{hostile-figures,gate}.test.ts',
];
/** The engine of ClickHouse answers one query at a time here: its conformance suite takes minutes. */
const NIGHTLY = ['test/nightly/**/*.test.ts', 'test/clickhouse/span-store.test.ts'];
/** These run with every commit and, with more cases, in the long programme as well. */
const LONGER_NIGHTLY = [
  'test/reliability/{fuzz,annotation-fuzz,conservation,out-of-order,http2-abuse,clock-jumps,power-cut,idle-connections}.test.ts',
  'test/e2e/{durability,dataset-kill,dataset-stop,dataset-limit-lowered,experiment-kill,audit-kill,limits-under-abuse}.test.ts',
  'test/e2e/{page-access,page-annotated,page-annotations,page-audit,page-configs,page-datasets,page-experiment-compare,page-parts,page-scores}.test.ts',
  'test/e2e/{page-sessions,page-settings,page-untrusted,page-untrusted-views,page-untrusted-newer,page-untrusted-access}.test.ts',
  'src/core/otlp/oracle.test.ts',
  'src/server/datasets/files/file-fuzz.test.ts',
  'src/server/stores/spans/sqlite/read/searched-spans.test.ts',
  'src/server/stores/spans/sqlite/{blocks/wanted-words,index/text-words}.test.ts',
  'src/{core/search/text-search,server/api/search/hostile-searches}.test.ts',
  'test/schema-fuzz.test.ts',
];
const MINUTES = 60_000;
/**
 * Left to itself it is a second, which a job or a page on a busy machine may take. Only what fails
 * takes this long.
 */
const POLL_MS_MAX = 60_000;

/**
 * What black-box tests see of the server, with metadata in PostgreSQL and spans in ClickHouse:
 * clients, examples, the page and the wires. Single tests that cannot hold there are in
 * `test/cluster-exceptions.ts`.
 */
const ON_CLUSTER = [
  'test/clients/**/*.test.ts',
  'test/examples/**/*.test.ts',
  'test/examples*.test.ts',
  'test/e2e/*.test.ts',
  'test/nightly/page-screens.test.ts',
];
/**
 * Of those, some are about the files of SQLite or the data directory, and some start the engines
 * of a cluster themselves.
 */
const NOT_ON_CLUSTER = [
  'test/e2e/{closed-files,damaged-store,dataset-kill,durability,experiment-kill,life,private-files,reread,start-refusals,starting}.test.ts',
  'test/e2e/{clickhouse,postgres,replicas,replicas-access,dev-page}.test.ts',
];

/** The long programme of docs/RELIABILITY.md runs only when asked for: `npm run check:nightly`. */
const nightly = process.env['TELLTALE_NIGHTLY'] === '1';
/** So does its second half, on the engines of a cluster. */
const onCluster = process.env['TELLTALE_TEST_CLUSTER'] === '1';

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: onCluster
      ? [
          {
            extends: true,
            test: {
              name: 'cluster',
              include: ON_CLUSTER,
              exclude: [...configDefaults.exclude, ...NOT_ON_CLUSTER],
              globalSetup: ['test/cluster-setup.ts'],
              setupFiles: ['test/cluster-exceptions.ts'],
              // The engine of ClickHouse answers one query at a time here.
              maxWorkers: 2,
              isolate: false,
              testTimeout: 15 * MINUTES,
              hookTimeout: 5 * MINUTES,
              expect: { poll: { timeout: POLL_MS_MAX } },
            },
          },
        ]
      : nightly
        ? [
            {
              extends: true,
              test: {
                name: 'nightly',
                include: [...NIGHTLY, ...LONGER_NIGHTLY],
                fileParallelism: false,
                testTimeout: 30 * MINUTES,
                hookTimeout: 5 * MINUTES,
                expect: { poll: { timeout: POLL_MS_MAX } },
              },
            },
          ]
        : [
            {
              extends: true,
              test: {
                name: 'unit',
                include: [
                  'src/**/*.test.ts',
                  'src/**/*.test.tsx',
                  'test/**/*.test.ts',
                  'tools/**/*.test.ts',
                  'bench/**/*.test.ts',
                ],
                exclude: [...BLACK_BOX, ...NEED_PROGRAMS, ...POSTGRES_ALONE, ...NIGHTLY],
                setupFiles: ['test/property-limit.ts'],
                // One more than there are cores: some files wait for deadlines. Left to itself,
                // vitest keeps one of two cores for itself.
                maxWorkers: availableParallelism() + 1,
                // A process for each file would spend half of the time on loading the product again.
                // What a file changes, it puts back.
                isolate: false,
                testTimeout: 2 * MINUTES,
                hookTimeout: 2 * MINUTES,
                expect: { poll: { timeout: POLL_MS_MAX } },
                sequence: { groupOrder: 0 },
              },
            },
            {
              extends: true,
              test: {
                name: 'postgres',
                include: POSTGRES === null ? [] : ON_POSTGRES,
                exclude: NOT_ON_POSTGRES,
                globalSetup: ['test/postgres-setup.ts'],
                setupFiles: ['test/property-limit.ts', 'test/postgres-tests.ts'],
                maxWorkers: availableParallelism() + 1,
                isolate: false,
                testTimeout: 2 * MINUTES,
                hookTimeout: 2 * MINUTES,
                expect: { poll: { timeout: POLL_MS_MAX } },
                sequence: { groupOrder: 2 },
              },
            },
            {
              extends: true,
              test: {
                name: 'e2e',
                include: [...BLACK_BOX, ...NEED_PROGRAMS],
                maxWorkers: 3,
                isolate: false,
                testTimeout: 8 * MINUTES,
                hookTimeout: 4 * MINUTES,
                expect: { poll: { timeout: POLL_MS_MAX } },
                sequence: { groupOrder: 1 },
              },
            },
          ],
  },
});
