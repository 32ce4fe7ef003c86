import { addSent, NOTHING_SENT, type Sent } from '../load/send-requests.ts';
import { ask } from '../queries/query-set.ts';
import { cpuMicros, memoryMb } from '../server-figures.ts';
import { READS, type Peer, type ReadName } from './peer.ts';
import { chunksOf, type LoadName } from './peer-loads.ts';
import { quiet } from './quiet.ts';

/** How a product took a load. */
export interface LoadResult {
  readonly name: string;
  readonly sent: Sent;
  /** Spans a second of each turn. */
  readonly rates: readonly number[];
  /** What was sent, as OTLP. */
  readonly otlpBytes: number;
  readonly ingestCpuMicros: number;
  readonly settleCpuMicros: number;
  readonly settleSeconds: number;
  readonly peakMb: number;
  readonly diskAsIngested: number;
  readonly diskSettled: number;
  readonly reads: readonly ReadResult[];
}

export interface ReadResult {
  readonly name: ReadName;
  readonly millis: readonly number[];
  readonly cpuMs: number;
  readonly found: number;
}

export interface ComparedLoad {
  readonly load: LoadName;
  readonly count: number;
  readonly rounds: number;
}

interface Side {
  readonly peer: Peer;
  sent: Sent;
  readonly rates: number[];
  otlpBytes: number;
  ingestCpuMicros: number;
  diskAsIngested: number;
}

/** Of the week's traces, as many are asked for by their ids. */
const TRACES_ASKED = 64;
const WARM_UP_ROUNDS = 3;

/**
 * Sends a load to all in turns, then lets each settle, then asks the reads of the spans in order.
 * While one works, the processes of the others are stopped, or have
 * nothing to do.
 */
export async function compareLoad(
  peers: readonly Peer[],
  { load, count, rounds }: ComparedLoad,
): Promise<readonly LoadResult[]> {
  const sides = peers.map((peer): Side => ({
    peer,
    sent: NOTHING_SENT,
    rates: [],
    otlpBytes: 0,
    ingestCpuMicros: 0,
    diskAsIngested: 0,
  }));
  for (const peer of peers) halt(peer);
  try {
    const traceIds = await sendAll(sides, load, count);
    const results: LoadResult[] = [];
    for (const side of sides) {
      results.push(
        await alone(side.peer, () => settled(side, load === 'in-order' ? traceIds : [], rounds)),
      );
      console.error(`${load}, ${side.peer.name}: settled`);
    }
    return results;
  } finally {
    for (const peer of peers) goOn(peer);
  }
}

/** Returns the ids of some traces. */
async function sendAll(
  sides: readonly Side[],
  load: LoadName,
  count: number,
): Promise<readonly string[]> {
  const traceIds: string[] = [];
  let turn = 0;
  for (const chunk of chunksOf(load, count, Date.now() % 2 ** 31)) {
    const bytes = chunk.requests.reduce((sum, { body }) => sum + body.length, 0);
    const shift = turn % sides.length;
    for (const side of [...sides.slice(shift), ...sides.slice(0, shift)]) {
      const send = side.peer.prepare(chunk);
      await alone(side.peer, async () => {
        const cpu = cpuOf(side.peer);
        const sent = await send();
        // What it does later is its work too, and must not fall on the others' turns.
        if (!side.peer.isStoppable) await quiet(side.peer.pids());
        side.ingestCpuMicros += cpuOf(side.peer) - cpu;
        if (sent.isBroken) throw new Error(`${side.peer.name} closed a connection.`);
        side.sent = addSent(side.sent, sent);
        side.rates.push(sent.spans / sent.seconds);
        side.otlpBytes += (bytes * sent.spans) / chunk.spans.length;
      });
    }
    for (let at = 0; at < 8; at += 1) {
      const span = chunk.spans[Math.floor((chunk.spans.length * at) / 8)];
      if (span !== undefined) traceIds.push(Buffer.from(span.traceId).toString('hex'));
    }
    turn += 1;
    console.error(
      `${load}: ${sides.map(({ sent }) => `${sent.spans} at ${Math.round(sent.spans / sent.seconds)}/s`).join(', ')}`,
    );
  }
  for (const side of sides)
    await alone(side.peer, async () => {
      side.diskAsIngested = await side.peer.diskBytes();
    });
  const step = Math.max(1, Math.floor(traceIds.length / TRACES_ASKED));
  return traceIds.filter((_, at) => at % step === 0);
}

async function settled(
  { peer, ...side }: Side,
  traceIds: readonly string[],
  rounds: number,
): Promise<LoadResult> {
  const [cpu, started] = [cpuOf(peer), performance.now()];
  await peer.settle();
  const settleSeconds = (performance.now() - started) / 1_000;
  const settleCpuMicros = cpuOf(peer) - cpu;
  const peakMb = peer.pids().reduce((sum, pid) => sum + memoryMb(pid).peak, 0);
  const stored = await peer.stored();
  if (stored !== side.sent.spans)
    throw new Error(`${peer.name} has ${stored} of ${side.sent.spans} spans.`);
  const diskSettled = await peer.diskBytes();
  const reads: ReadResult[] = [];
  if (traceIds.length > 0)
    for (const name of READS) reads.push(await timeRead(peer, name, traceIds, rounds));
  return {
    name: peer.name,
    ...side,
    settleCpuMicros,
    settleSeconds,
    peakMb,
    diskSettled,
    reads,
  };
}

async function timeRead(
  peer: Peer,
  name: ReadName,
  traceIds: readonly string[],
  rounds: number,
): Promise<ReadResult> {
  const millis: number[] = [];
  let [cpu, found] = [0, 0];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const { url, countOf } = peer.read(
      name,
      traceIds[(round + WARM_UP_ROUNDS) % traceIds.length] ?? '',
    );
    if (round === 0) cpu = cpuOf(peer);
    const { status, text, ms } = await ask(url, 'identity');
    if (status !== 200) throw new Error(`${peer.name}, ${name}: ${status} ${text.slice(0, 300)}`);
    found = countOf(text);
    if (round >= 0) millis.push(ms);
  }
  return { name, millis, found, cpuMs: (cpuOf(peer) - cpu) / 1_000 / rounds };
}

function cpuOf(peer: Peer): number {
  return peer.pids().reduce((sum, pid) => sum + cpuMicros(pid), 0);
}

async function alone<T>(peer: Peer, work: () => Promise<T>): Promise<T> {
  goOn(peer);
  try {
    return await work();
  } finally {
    halt(peer);
  }
}

function halt(peer: Peer): void {
  if (peer.isStoppable) for (const pid of peer.pids()) process.kill(pid, 'SIGSTOP');
}

function goOn(peer: Peer): void {
  if (peer.isStoppable) for (const pid of peer.pids()) process.kill(pid, 'SIGCONT');
}
