import { useEffect, useState } from 'react';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { readTraceSpans } from '#web/trace/traces.calls.ts';
import { pairedRows, textDifferences, type Difference, type StepTexts } from './compare-rows.ts';
import { nestAttributes } from '#web/trace/span/nest-attributes.ts';
import { attributesOf } from '#web/trace/span/span-attributes-codec.ts';
import { spanTextsOf } from '#web/trace/span-texts.ts';
import { alignTraces } from './trace-align.ts';
import type { LoadedSide } from './use-sides.ts';

/** Pairs of spans that are read at once. */
const BATCH = 20;
/** No more pairs are read, and no more characters of their texts: what is left is compared when it is looked at. */
const PAIRS_MAX = 2000;
const CHARS_MAX = 20_000_000;

interface TextReading {
  /** By the node of the first trace: which texts differ. Steps without a difference are left out. */
  readonly differences: ReadonlyMap<number, readonly Difference[]>;
  readonly read: number;
  readonly pairs: number;
  readonly state: 'same' | 'reading' | 'done' | 'stopped' | 'failed';
}

const SAME: TextReading = { differences: new Map(), read: 0, pairs: 0, state: 'same' };
const NOTHING: TextReading = { differences: new Map(), read: 0, pairs: 0, state: 'reading' };

/** Compares the texts of all steps that both traces have, one batch after the other, while the page is used. */
export function useTextDifferences(a: LoadedSide, b: LoadedSide): TextReading {
  const [reading, setReading] = useState(NOTHING);
  const isSame = a.skeleton.trace.id === b.skeleton.trace.id;
  useEffect(() => {
    if (isSame) return undefined;
    const abort = new AbortController();
    const rows = alignTraces(a, b);
    const pairs = pairedRows(a, b, rows);
    const differences = new Map<number, readonly Difference[]>();
    const read = async (): Promise<void> => {
      let chars = 0;
      for (let from = 0; from < pairs.length; from += BATCH) {
        const stopped = from >= PAIRS_MAX || chars > CHARS_MAX;
        setReading({ differences: new Map(differences), read: from, pairs: pairs.length, state: stopped ? 'stopped' : 'reading' });
        if (stopped) return;
        const batch = pairs.slice(from, from + BATCH);
        const [first, second] = await Promise.all([
          readTexts(
            a,
            batch.map((at) => rows[at]?.a ?? -1),
            abort.signal,
          ),
          readTexts(
            b,
            batch.map((at) => rows[at]?.b ?? -1),
            abort.signal,
          ),
        ]);
        for (const [index, at] of batch.entries()) {
          const [one, other] = [first[index], second[index]];
          if (one === undefined || other === undefined) continue; // deleted meanwhile
          chars += one.input.length + one.output.length + other.input.length + other.output.length;
          const found = textDifferences(one, other);
          if (found.length > 0) differences.set(rows[at]?.a ?? -1, found);
        }
      }
      setReading({ differences, read: pairs.length, pairs: pairs.length, state: 'done' });
    };
    read().catch(() => {
      if (!abort.signal.aborted) setReading((before) => ({ ...before, state: 'failed' }));
    });
    return () => abort.abort();
  }, [a, b, isSame]);
  return isSame ? SAME : reading;
}

/** The texts of some nodes' spans, in the same order; undefined for what is gone. */
async function readTexts(side: LoadedSide, nodes: readonly number[], signal: AbortSignal): Promise<readonly (StepTexts | undefined)[]> {
  const ids = nodes.map((node) => encodeGlobalId('Span', side.skeleton.ids[side.tree.span[node] ?? -1] ?? 0));
  const spans = await readTraceSpans(side.skeleton.trace.trace_id, ids, signal);
  const texts = new Map(
    spans.map((span) => [span.id, { ...spanTextsOf(nestAttributes(attributesOf(span.attributes))), message: span.status_message }]),
  );
  return ids.map((id) => texts.get(id));
}

/** How far the texts are compared, in words; empty once all are. */
export function textReadingNote({ state, read, pairs }: TextReading): string {
  const [done, all] = [read.toLocaleString('en-US'), pairs.toLocaleString('en-US')];
  if (state === 'same') return 'A and B are the same trace';
  if (state === 'reading') return pairs === 0 ? '' : `comparing texts, ${done} of ${all}`;
  if (state === 'stopped') return `texts of the first ${done} of ${all} steps compared`;
  return state === 'failed' ? `texts could not be read after ${done} of ${all} steps` : '';
}
