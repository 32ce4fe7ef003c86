import path from 'node:path';
import type { Config } from '#server/config.ts';
import { StartError } from '../start-error.ts';
import { count, CopyProgress } from './copy-progress.ts';
import { openSides, type CopySides } from './copy-sides.ts';

/** How the databases are named on the command line that the settings of the server name. */
const CLUSTER = 'cluster';

export interface Direction {
  readonly directory: string;
  readonly isToCluster: boolean;
}

/**
 * `telltale copy`: moves everything between a data directory and the databases of a cluster, and
 * says what to set to go on there. The source stays as it is. A copy that was interrupted goes on
 * when the same command is given again. Exit code 1 when a count differs at the end.
 */
export async function copy(
  config: Config,
  given: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const direction = directionOf(given);
  const sides = await openSides(config, direction);
  try {
    await run(sides);
  } finally {
    await sides.close();
  }
}

async function run(sides: CopySides): Promise<void> {
  process.stdout.write(`${sides.announcement}\n`);
  let isContinued = false;
  for (const part of sides.parts) isContinued = (await part.begin()) || isContinued;
  if (isContinued) process.stdout.write('Continuing the copy that was interrupted.\n');
  let total = 0;
  for (const part of sides.parts) total += await part.rowsLeft();
  const progress = new CopyProgress(total);
  for (const part of sides.parts)
    await part.copy((name, rows) => {
      progress.step(name, rows);
    });
  progress.end();
  const counts = [];
  for (const part of sides.parts) counts.push(...(await part.counts()));
  const width = Math.max(...counts.map(({ name }) => name.length));
  for (const { name, source, target } of counts)
    process.stdout.write(
      `${source === target ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${count(source)}${source === target ? '' : ` in the source, ${count(target)} in the copy`}\n`,
    );
  const wrong = counts.filter(({ source, target }) => source !== target);
  if (wrong.length > 0)
    throw new StartError(
      `The copy is not whole: ${wrong.map(({ name }) => name).join(', ')} differ. The source is unchanged; empty the target and copy again.`,
    );
  await sides.finish();
  process.stdout.write(`\n${sides.nextSteps}\n`);
}

function directionOf(given: ReadonlyMap<string, readonly string[]>): Direction {
  const [from, to] = [given.get('from')?.at(-1), given.get('to')?.at(-1)];
  if (from === undefined || to === undefined || (from === CLUSTER) === (to === CLUSTER))
    throw new StartError(
      `One of --from and --to is a data directory, and the other is ${CLUSTER}: the databases that SERVICE_SQL_DATABASE_URL and SERVICE_CLICKHOUSE_URL name. Accepted is telltale copy --from DIR --to ${CLUSTER}, or --from ${CLUSTER} --to DIR.`,
      { exitCode: 2 },
    );
  return { directory: path.resolve(from === CLUSTER ? to : from), isToCluster: to === CLUSTER };
}
