import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { Admission, type Visit } from './admission.ts';

/**
 * Check 16 as a simulation, so that it says the same on any machine: senders that keep to
 * Retry-After, a wire, and a writer of a given pace that commits what waits in groups, on a clock
 * of their own. The real server is put under the same load in `test/nightly/overload`.
 */
interface Machine {
  /** The writer's speed for one group, in spans a second, and the overhead of a commit. */
  readonly pace: number;
  readonly commitMs: number;
  /**
   * The bandwidth of all connections together, in bytes a millisecond: refused bodies count too,
   * and slow the others down.
   */
  readonly wire?: number;
  /**
   * The pace from the middle of the run on, where it changes. Requests admitted just before wait
   * longer, and are not counted.
   */
  readonly laterPace?: number;
  /** HTTP says how much will come; gRPC does not. */
  readonly announces: boolean;
  /** Spans of each request, in turn. */
  readonly sizes: readonly number[];
}

interface Outcome {
  readonly spansPerSecond: number;
  readonly acceptedP99Ms: number;
  /** Spans sent, admitted or not, for each one stored. */
  readonly offered: number;
  readonly refusedForMs: readonly number[];
}

const SPAN_BYTES = 1_600;
const WIRE = 500_000;
const GROUP_SPANS_MAX = 5_000;
const RUN_MS = 40_000;
const WARM_MS = 10_000;
const CHANGE_MS = 1_000;

interface Request {
  readonly spans: number;
  readonly sentAtMs: number;
  /** Null for one that was refused by its head: its body is read all the same. */
  readonly visit: Visit | null;
  bytesLeft: number;
}

function simulate(machine: Machine, senders: number): Outcome {
  const gate = new Admission(
    { queueBytesMax: 256 * 2 ** 20, queueSpansMax: 100_000 },
    new Int32Array(1),
    () => undefined,
  );
  gate.open();
  let seed = 42;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const idle = Array.from({ length: senders }, (_, i) => (i * 1_000) / senders);
  const [arriving, queue]: [Request[], (Request & { visit: Visit })[]] = [[], []];
  let [group, groupEndsAtMs]: [typeof queue, number] = [[], 0];
  let [turn, stored, offered] = [0, 0, 0];
  const [waits, refusedForMs]: [number[], number[]] = [[], []];
  const isCounted = (now: number): boolean => now >= WARM_MS;
  const comeBack = (at: number): void => void idle.push(at);
  const refused = (now: number, { retryAfterSeconds }: AppError): void => {
    const waitMs = (retryAfterSeconds ?? 1) * 1_000;
    if (isCounted(now)) refusedForMs.push(waitMs);
    comeBack(now + waitMs * (1 + random() / 2));
  };

  for (let now = 0; now < RUN_MS; now += 1) {
    for (const at of idle.splice(0)) {
      if (at > now) {
        idle.push(at);
        continue;
      }
      const spans = machine.sizes[(turn += 1) % machine.sizes.length] ?? 1;
      const bytes = spans * SPAN_BYTES;
      if (isCounted(now)) offered += spans;
      const closed = gate.closed();
      if (closed !== null) refused(now, closed);
      const visit =
        closed === null
          ? gate.enter(machine.announces ? { bytes, compressed: false } : null)
          : null;
      arriving.push({ spans, sentAtMs: now, visit, bytesLeft: bytes });
    }
    const share = (machine.wire ?? WIRE) / Math.max(1, arriving.length);
    for (const request of arriving.splice(0)) {
      const piece = Math.min(share, request.bytesLeft);
      request.bytesLeft -= piece;
      const unfit = request.visit?.grow(piece) ?? null;
      if (request.bytesLeft > 0 && unfit === null) {
        arriving.push(request);
        continue;
      }
      if (request.visit === null) continue;
      const full = unfit ?? request.visit.enqueue(false);
      if (full instanceof AppError) {
        request.visit.leave();
        refused(now, full);
      } else queue.push({ ...request, visit: request.visit });
    }
    if (group.length > 0 && now >= groupEndsAtMs) {
      for (const { spans, sentAtMs, visit } of group) {
        visit.learn(false, spans);
        visit.leave();
        if (isCounted(now)) {
          stored += spans;
          if (machine.laterPace === undefined || Math.abs(sentAtMs - RUN_MS / 2) > CHANGE_MS)
            waits.push(now - sentAtMs);
        }
        comeBack(now + 1);
      }
      group = [];
    }
    if (group.length === 0 && queue.length > 0) {
      let spans = 0;
      while (queue[0] !== undefined && spans < GROUP_SPANS_MAX) {
        spans += queue[0].spans;
        group.push(...queue.splice(0, 1));
      }
      const pace = now < RUN_MS / 2 ? machine.pace : (machine.laterPace ?? machine.pace);
      groupEndsAtMs = now + machine.commitMs + (spans / pace) * 1_000;
    }
    vi.advanceTimersByTime(1);
  }
  waits.sort((a, b) => a - b);
  return {
    spansPerSecond: stored / ((RUN_MS - WARM_MS) / 1_000),
    acceptedP99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
    offered: offered / stored,
    refusedForMs,
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const LARGE = [512];
const MIXED = [1, 512, 3, 40, 512, 1, 100, 1, 512, 7];

describe.each([
  ['HTTP', true],
  ['gRPC', false],
])('check 16 over %s: three times what the writer can take', (_, announces) => {
  it.each([
    ['a fast machine', { pace: 40_000, commitMs: 15, sizes: LARGE }],
    ['a middling one', { pace: 15_000, commitMs: 20, sizes: LARGE }],
    ['a slow one', { pace: 6_000, commitMs: 30, sizes: LARGE }],
    ['a very slow one', { pace: 2_500, commitMs: 30, sizes: LARGE }],
    ['a slow one behind a narrow wire', { pace: 6_000, commitMs: 30, sizes: LARGE, wire: 60_000 }],
    [
      'a fast one behind a narrow wire',
      { pace: 30_000, commitMs: 20, sizes: LARGE, wire: 200_000 },
    ],
    ['requests of one span to 512', { pace: 15_000, commitMs: 20, sizes: MIXED }],
    ['one that becomes slow', { pace: 20_000, laterPace: 5_000, commitMs: 20, sizes: LARGE }],
    ['one that becomes fast', { pace: 3_000, laterPace: 30_000, commitMs: 20, sizes: LARGE }],
  ] satisfies [string, Omit<Machine, 'announces'>][])(
    '%s',
    (_name, machine: Omit<Machine, 'announces'>) => {
      const mean = machine.sizes.reduce((a, b) => a + b, 0) / machine.sizes.length;
      const capacity = simulate({ ...machine, announces }, Math.ceil(4_096 / mean)).spansPerSecond;
      const fastest = Math.max(machine.pace, machine.laterPace ?? 0);
      const crowd = simulate({ ...machine, announces }, Math.ceil((3 * 2.5 * fastest) / mean));
      expect(crowd.offered).toBeGreaterThan(3);
      expect(crowd.spansPerSecond / capacity).toBeGreaterThan(0.9);
      expect(crowd.acceptedP99Ms).toBeLessThan(1_000);
      expect(Math.max(...crowd.refusedForMs)).toBeLessThanOrEqual(2_000);
    },
  );

  it.each([6_000, 15_000, 40_000])(
    'but none of eight senders is turned away at %i spans a second',
    (pace) => {
      expect(simulate({ pace, commitMs: 30, announces, sizes: LARGE }, 8).refusedForMs).toEqual([]);
    },
  );
});
