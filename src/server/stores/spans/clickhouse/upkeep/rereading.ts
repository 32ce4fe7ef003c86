import { countedUsage, REPEAT } from '#core/trace/repeated-call.ts';
import type { RereadCounts, RereadScope } from '#core/ports/span-rereader.ts';
import { applyWaiting } from '../annotations/waiting-annotations.ts';
import { traceFacts, type TraceFacts } from '../read/trace-facts.ts';
import { callFacts, type StoredSpan } from '../schema/stored-span.ts';
import { sessionNumbers } from '../write/batch-state.ts';
import { changedMarks, isCall, storedCalls } from '../write/marks.ts';
import { isSameReading, withReading } from '../write/reread-record.ts';
import { insertSpans, wholeSpans, wholeSpansOfTraces } from '../write/span-table.ts';
import { summarizeTraces } from '../write/trace-summaries.ts';
import type { WriteContext } from '../write/write-context.ts';

type Counts = { -readonly [Key in keyof RereadCounts]: number };

/** What each span that was read names as its session, by the trace and the number of the span. */
type NamedSessions = Map<string, Map<number, string | null>>;

/** Reads spans again, and stores what reads differently, with all that is counted from it. */
export async function reread(
  context: WriteContext,
  spans: readonly StoredSpan[],
  { what, isTrial }: Pick<RereadScope, 'what' | 'isTrial'>,
  bytesOf: (span: StoredSpan) => Uint8Array = ({ bytes }) => bytes,
): Promise<Counts> {
  const counts: Counts = {
    passed: spans.length,
    read: 0,
    changed: 0,
    unreadable: 0,
    traces: 0,
    costUsdBefore: 0,
    costUsdAfter: 0,
  };
  const changed = new Map<number, StoredSpan>();
  const named: NamedSessions = new Map();
  for (const span of spans) {
    const bytes = bytesOf(span);
    const record = context.readSpans(bytes)(0, bytes.length);
    if (record === null) {
      counts.unreadable += 1;
      continue;
    }
    const next =
      what === 'costs' ? { ...span, costUsd: record.costUsd } : withReading(span, record, bytes);
    counts.read += 1;
    counts.costUsdBefore += costOf(span);
    counts.costUsdAfter += costOf(next);
    if (what === 'all') noteSession(named, span, record.sessionId);
    if (isSameReading(span, next)) continue;
    counts.changed += 1;
    changed.set(span.number, next);
  }
  const moved = await movedSessions(context, named);
  counts.traces = moved.size;
  if (!isTrial) await storeChanges(context, changed, moved);
  return counts;
}

function noteSession(
  named: NamedSessions,
  { traceId, number }: StoredSpan,
  sessionId: string | null,
): void {
  const read = named.get(traceId) ?? new Map<number, string | null>();
  read.set(number, sessionId);
  named.set(traceId, read);
}

function costOf(span: StoredSpan): number {
  return countedUsage({ ...callFacts(span), repeats: span.repeats }).costUsd ?? 0;
}

/** The traces whose session changes, and to which. */
async function movedSessions(
  context: WriteContext,
  named: NamedSessions,
): Promise<ReadonlyMap<string, string | null>> {
  const facts = await traceFacts(context.db, [...named.keys()]);
  const moved = new Map<string, string | null>();
  for (const [traceId, read] of named) {
    const trace = facts.get(traceId);
    if (trace === undefined) continue;
    const sessionId = await sessionOf(context, trace, read);
    if (sessionId !== trace.sessionId) moved.set(traceId, sessionId);
  }
  return moved;
}

/**
 * The first session that the trace's spans name, in the order in which they were stored; the one it
 * has while nothing says otherwise.
 */
async function sessionOf(
  context: WriteContext,
  trace: TraceFacts,
  read: ReadonlyMap<number, string | null>,
): Promise<string | null> {
  const current = trace.sessionId;
  const names = [...read.values()].filter((sessionId) => sessionId !== null);
  if (
    names.every((sessionId) => sessionId === current) &&
    (current === null || names.includes(current))
  )
    return current;
  const spans = (await wholeSpansOfTraces(context.db, [trace.traceId])).sort(
    (a, b) => a.number - b.number,
  );
  const [first] = spans;
  const isLost =
    current !== null && !names.includes(current) && first !== undefined && read.has(first.number);
  if (!isLost && names.every((sessionId) => sessionId === current)) return current;
  for (const { number, bytes } of spans) {
    const sessionId =
      read.get(number) ?? context.readSpans(bytes)(0, bytes.length)?.sessionId ?? null;
    if (sessionId !== null) return sessionId;
  }
  return null;
}

async function storeChanges(
  context: WriteContext,
  changed: ReadonlyMap<number, StoredSpan>,
  moved: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { db } = context;
  const next = new Map(changed);
  if (moved.size > 0) {
    const numbers = await sessionNumbers(
      context,
      [...moved.values()].filter((sessionId) => sessionId !== null),
    );
    for (const span of await wholeSpansOfTraces(db, [...moved.keys()])) {
      const session = moved.get(span.traceId) ?? null;
      const sessionNumber = session === null ? 0 : (numbers.get(session) ?? 0);
      next.set(span.number, {
        ...(next.get(span.number) ?? span),
        session: session ?? '',
        sessionNumber,
      });
    }
  }
  await markAnew(context, next);
  const spans = [...next.values()].map((span) => ({ ...span, revision: span.revision + 1 }));
  await insertSpans(db, spans);
  if (moved.size > 0) await summarizeTraces(db, [...moved.keys()]);
  await applyWaiting(context, spans);
}

/** Marks the calls of the traces anew, among what is about to be stored and beside it. */
async function markAnew({ db }: WriteContext, next: Map<number, StoredSpan>): Promise<void> {
  const traceIds = [...new Set([...next.values()].map(({ traceId }) => traceId))];
  const before = (await storedCalls(db, traceIds)).filter(({ number }) => !next.has(number));
  const marks = changedMarks([...before, ...[...next.values()].filter(isCall)]);
  for (const span of next.values())
    if (!isCall(span) && span.repeats !== REPEAT.none)
      next.set(span.number, { ...span, repeats: REPEAT.none });
  for (const [number, repeats] of marks) {
    const span = next.get(number) ?? (await wholeSpans(db, [number]))[0];
    if (span !== undefined) next.set(number, { ...span, repeats });
  }
}
