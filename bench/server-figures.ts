import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * CPU of all threads of a process since it started, in microseconds. Linux only, as are the next
 * two.
 */
export function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10_000;
}

/**
 * CPU of its first thread alone, in milliseconds: the first figure of its scheduler statistics, in
 * nanoseconds.
 */
export function mainThreadCpuMs(pid: number): number {
  return (
    Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
  );
}

/** The threads' CPU time, and the time they waited for a CPU while runnable. */
export interface ThreadTimes {
  readonly cpuMs: number;
  readonly waitedMs: number;
}

/**
 * Of its threads whose names begin like one of these, by the scheduler's statistics. A name is cut
 * off after fifteen characters.
 */
export function threadTimes(pid: number, names: readonly string[]): ThreadTimes {
  let cpuMs = 0;
  let waitedMs = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const directory = `/proc/${pid}/task/${task}`;
    const thread = readFileSync(`${directory}/comm`, 'utf8');
    if (!names.some((name) => thread.startsWith(name.slice(0, 15)))) continue;
    const [ran = 0, waited = 0] = readFileSync(`${directory}/schedstat`, 'utf8')
      .split(' ')
      .map(Number);
    cpuMs += ran / 1_000_000;
    waitedMs += waited / 1_000_000;
  }
  return { cpuMs, waitedMs };
}

/** Resident memory now, and at its highest, in megabytes. */
export function memoryMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Its resident memory in megabytes; `proportional` divides shared pages among their processes. */
export interface MemoryShares {
  readonly anonymous: number;
  readonly files: number;
  readonly shared: number;
  readonly proportional: number;
}

export function memoryShares(pid: number): MemoryShares {
  const read = (file: string, name: string) =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
        readFileSync(`/proc/${pid}/${file}`, 'utf8'),
      )?.[1] ?? 0,
    ) / 1_024;
  return {
    anonymous: read('status', 'RssAnon'),
    files: read('status', 'RssFile'),
    shared: read('status', 'RssShmem'),
    proportional: read('smaps_rollup', 'Pss'),
  };
}

/** Files that are removed meanwhile count nothing. */
export function diskBytes(directory: string): number {
  let total = 0;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    total += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }
  return total;
}
