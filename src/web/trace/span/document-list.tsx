import { useState } from 'react';
import type { RankedDocument } from './documents.ts';
import { threeDigits } from '#web/platform/text/format-number.ts';
import { RelevanceButtons } from '#web/annotations/relevance-buttons.tsx';
import { useRelevance } from '#web/annotations/use-relevance.ts';
import { TextBlock } from '#web/trace/text-block.tsx';

const SHOWN_FIRST = 50;
/**
 * Of each document's text: ranks and scores are compared by eye, which twenty whole pages do not
 * allow.
 */
const FIRST_CHARS = 360;

interface DocumentListProps {
  readonly documents: readonly RankedDocument[];
  /** OpenTelemetry id of the span whose documents they are, where they can be annotated. */
  readonly span?: string;
  /** A reranker's order: what was not there before is marked. */
  readonly reranked?: boolean;
}

/**
 * Documents by rank, each with its score as a bar, where a reranker moved it from, and whether it
 * is relevant.
 */
export function DocumentList({ documents, span, reranked = false }: DocumentListProps) {
  const relevance = useRelevance(span, documents.length);
  const [all, setAll] = useState(false);
  const most = Math.max(1e-9, ...documents.map((one) => one.score ?? 0));
  const shown = all ? documents : documents.slice(0, SHOWN_FIRST);
  return (
    <ol className="flex flex-col gap-8">
      {shown.map((one) => (
        <li
          key={one.rank}
          className={`tone-retriever rounded-control border bg-bg1 px-10 py-8 ${relevance?.current === one.rank - 1 ? 'border-line3' : 'border-line1'}`}
        >
          <div className="nums flex items-center gap-8 text-12 text-text3">
            <span className="font-semibold text-text1">{one.rank}</span>
            {one.rankBefore !== null && <Move from={one.rankBefore} to={one.rank} />}
            {reranked && one.rankBefore === null && <span>new</span>}
            {one.id !== null && <span className="mono clip">{one.id}</span>}
            {one.score !== null && (
              <span className="ml-auto flex items-center gap-8">
                <span className="h-4 w-64 overflow-hidden rounded-chip bg-bg3">
                  <span
                    className="block h-4 bg-bar"
                    style={{ width: `${Math.max(0, Math.min(1, one.score / most)) * 100}%` }}
                  />
                </span>
                {threeDigits(one.score)}
              </span>
            )}
          </div>
          <div className="pt-4">
            <TextBlock
              text={one.text}
              look="prose"
              label={`document ${one.rank}`}
              firstChars={FIRST_CHARS}
            />
          </div>
          {relevance !== null && <RelevanceButtons relevance={relevance} position={one.rank - 1} />}
          {one.metadata !== null && (
            <details>
              <summary className="pt-4 text-12 text-text3 hover:text-text1">metadata</summary>
              <TextBlock
                text={JSON.stringify(one.metadata, null, 2)}
                label={`metadata of document ${one.rank}`}
              />
            </details>
          )}
        </li>
      ))}
      {shown.length < documents.length && (
        <button type="button" className="self-start text-12 text-link" onClick={() => setAll(true)}>
          Show all {documents.length} documents
        </button>
      )}
    </ol>
  );
}

function Move({ from, to }: { from: number; to: number }) {
  if (from === to) return <span>unmoved</span>;
  return (
    <span className={`${from > to ? 'tone-ok' : 'tone-warn'} text-tone`}>
      {from > to ? '↑' : '↓'} from {from}
    </span>
  );
}
