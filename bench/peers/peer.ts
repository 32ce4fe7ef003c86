import type { SpanSpec } from '../../tools/otlp/export-request.ts';
import type { OtlpRequest, Sent } from '../load/send-requests.ts';

/** Spans that all products get, as requests and before they were encoded. */
export interface Chunk {
  readonly requests: readonly OtlpRequest[];
  readonly spans: readonly SpanSpec[];
  readonly connections: number;
}

export const READS = [
  'newest 20 spans',
  'trace by id',
  'slowest 20 spans of a week',
  'rare word',
  'absent word',
  'rare value of an attribute',
] as const;
export type ReadName = (typeof READS)[number];

/** The address to ask with GET, and how many spans a reply has. */
export interface Read {
  readonly url: string;
  readonly countOf: (reply: string) => number;
}

/** A product under measurement, with a database of its own. */
export interface Peer {
  readonly name: string;
  /** Whether its processes can be stopped while others work: it loses no lease meanwhile. */
  readonly isStoppable: boolean;
  /** Its processes, whose time and memory count. */
  readonly pids: () => readonly number[];
  /** Encodes what the product takes; the returned function sends it and waits for the replies. */
  readonly prepare: (chunk: Chunk) => () => Promise<Sent>;
  /** What it has on disk; what is only in memory is written first. */
  readonly diskBytes: () => Promise<number>;
  /** Waits for all merging and packing, or asks for it. */
  readonly settle: () => Promise<void>;
  readonly read: (name: ReadName, traceId: string) => Read;
  readonly stored: () => Promise<number>;
  readonly kill: () => Promise<void>;
  /** After `kill`, on the same data. */
  readonly restart: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** In the texts of one span in 50,000. */
export const RARE_WORD = 'quokka';
export const ABSENT_WORD = 'wombat';
export const TENANT_KEY = 'tenant.name';
/** Of one span in 50,000; the others have one of a hundred. */
export const RARE_TENANT = 'globex industries';
export const PROJECT = 'load';

const WEEK_MS = 7 * 86_400_000;

export function aWeekAgo(): Date {
  return new Date(Date.now() - WEEK_MS);
}

/** Ends a process and waits until it is gone. */
export async function killProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => Promise.resolve(!isRunning(pid)), 60_000);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Asks again and again; fails after so long. */
export async function waitUntil(
  isDone: () => Promise<boolean>,
  withinMs: number,
  everyMs = 200,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Not done within ${withinMs / 1_000} s.`);
    await new Promise((resolve) => {
      setTimeout(resolve, everyMs);
    });
  }
}

export async function getText(url: string): Promise<string> {
  const reply = await fetch(url);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`GET ${url}: ${reply.status} ${text.slice(0, 300)}`);
  return text;
}
