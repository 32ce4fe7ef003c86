import { setTimeout as delay } from 'node:timers/promises';
import { RereadPage, RereadReply, type Reread } from '#contracts/rereads/reread.ts';
import type { ClientEnvironment, Config } from '#server/config.ts';
import { localAddress } from './local-address.ts';
import { oneLine } from './gate-table.ts';
import { ServerClient, unreachable } from './server-client.ts';

const DEFAULT_PORT = 6006;
const POLL_MS = 1_000;
/** The exit status of a command that Ctrl-C ended. */
const INTERRUPTED = 130;
const AGO = /^(\d{1,5})\s*([mhdw])$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

type Given = ReadonlyMap<string, readonly string[]>;

/**
 * `telltale reread`: has a running server read stored spans again, and says how far it is. Exit
 * code 0 when it is done, 1 when it failed or was stopped, 2 when the server cannot tell. The job
 * runs in the server: Ctrl-C ends only the watching.
 */
export async function reread(
  config: Config,
  environment: ClientEnvironment,
  given: Given,
): Promise<void> {
  const local = `${localAddress(config, config.port === 0 ? DEFAULT_PORT : config.port)}${config.rootPath}`;
  const client = new ServerClient(
    given.get('url')?.at(-1) ?? environment.url ?? local,
    environment.apiKey,
    "projects:write of an admin's",
  );
  const begun = given.has('follow') ? await latest(client) : await start(client, given);
  process.once('SIGINT', () => {
    process.stderr.write(
      'telltale: The server continues in the background. Follow it with: telltale reread --follow\n',
    );
    process.exit(INTERRUPTED);
  });
  const ended = await followed(client, begun);
  if (ended.state === 'done') process.stdout.write(`${resultOf(ended)}\n`);
  else {
    const why =
      ended.state === 'stopped'
        ? 'The reread was stopped'
        : `The reread failed: ${oneLine(ended.error ?? 'no details', 1_000)}`;
    process.stderr.write(`telltale: ${why}. ${resultOf(ended)}\n`);
    process.exitCode = 1;
  }
}

async function start(client: ServerClient, given: Given): Promise<Reread> {
  const last = (option: string): string | undefined => given.get(option)?.at(-1);
  const [project, since, until] = [last('project'), timeOf(last('since')), timeOf(last('until'))];
  const body = {
    ...(project === undefined ? {} : { project }),
    ...(since === undefined ? {} : { start_time: since }),
    ...(until === undefined ? {} : { end_time: until }),
    what: given.has('costs') ? 'costs' : 'all',
    dry_run: given.has('dry-run'),
  };
  return (await client.ask('/v1/rereads', RereadReply, { method: 'POST', body })).data;
}

/** The one that runs, else the one that ran last. */
async function latest(client: ServerClient): Promise<Reread> {
  const { data } = await client.ask('/v1/rereads?limit=20', RereadPage);
  const found = data.find(({ state }) => !isOver(state)) ?? data[0];
  if (found === undefined)
    throw unreachable('No reread ran in the last week, so there is nothing to follow.');
  return found;
}

async function followed(client: ServerClient, begun: Reread): Promise<Reread> {
  let [now, printed] = [begun, ''];
  while (!isOver(now.state)) {
    const line = progressOf(now);
    if (line !== printed) process.stderr.write(`telltale: ${line}\n`);
    printed = line;
    await delay(POLL_MS);
    now = (await client.ask(`/v1/rereads/${encodeURIComponent(begun.id)}`, RereadReply)).data;
  }
  return now;
}

function isOver(state: Reread['state']): boolean {
  return state === 'done' || state === 'failed' || state === 'stopped';
}

function progressOf({
  rows_done: done,
  rows_total: total,
  spans_changed: changed,
  dry_run: isTrial,
  waiting,
}: Reread): string {
  if (waiting !== null) return `Waiting: ${oneLine(waiting, 1_000)}`;
  if (total === null) return 'Waiting for its turn.';
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  return `${number(done)} of ${number(total)} spans (${percent} %), ${number(changed)} ${isTrial ? 'would change' : 'changed'}.`;
}

function resultOf(ended: Reread): string {
  const {
    spans_read: read,
    spans_changed: changed,
    spans_unreadable: unreadable,
    traces_moved: moved,
    dry_run: isTrial,
  } = ended;
  return [
    `${number(read)} spans read, ${number(changed)} ${isTrial ? 'would change' : 'changed'}.`,
    ...(moved === 0
      ? []
      : [`${number(moved)} traces ${isTrial ? 'would get' : 'got'} another session.`]),
    `Cost ${dollars(ended.cost_usd_before)} -> ${dollars(ended.cost_usd_after)}.`,
    ...(unreadable === 0 ? [] : [`${number(unreadable)} spans could not be read.`]),
  ].join(' ');
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}

function dollars(usd: number): string {
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: usd !== 0 && Math.abs(usd) < 1 ? 6 : 2 })}`;
}

/** A time as given, for the server to parse; `7d` means seven days ago. */
function timeOf(text: string | undefined): string | undefined {
  const [, count, unit] = AGO.exec(text?.trim() ?? '') ?? [];
  const unitMs = unit === undefined ? undefined : UNIT_MS[unit];
  return unitMs === undefined ? text : new Date(Date.now() - Number(count) * unitMs).toISOString();
}
