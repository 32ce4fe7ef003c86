import { useMemo, useState } from 'react';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { TrendChart } from './trend-chart.tsx';
import { trendsOf } from './trend-series.ts';

/** Kind hues in fixed order, as charts of experiments take them. */
const TONES = [
  'tone-llm',
  'tone-tool',
  'tone-agent',
  'tone-retriever',
  'tone-evaluator',
  'tone-guardrail',
  'tone-reranker',
  'tone-prompt',
] as const;

interface TrendStripProps {
  readonly rows: readonly ExperimentSummary[];
  readonly evaluators: readonly string[];
  readonly onOpen: (number: number) => void;
}

/** How figures went over the last experiments; nothing before there are two. */
export function TrendStrip({ rows, evaluators, onOpen }: TrendStripProps) {
  const trends = useMemo(() => trendsOf(rows, evaluators), [rows, evaluators]);
  // All are over the same experiments.
  const [cursor, setCursor] = useState<number | null>(null);
  if (trends.length === 0) return null;
  return (
    <div role="region" aria-label="Trends" className="flex h-77 shrink-0 overflow-x-auto overflow-y-hidden border-b border-line1">
      {trends.map((trend, index) => (
        <TrendChart
          key={trend.key}
          trend={trend}
          tone={trend.key.startsWith('score ') ? (TONES[index % TONES.length] ?? TONES[0]) : 'tone-unknown'}
          cursor={cursor}
          onCursor={setCursor}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}
