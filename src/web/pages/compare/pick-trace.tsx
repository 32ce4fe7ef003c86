import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { traceRowsOptions } from '../../api/rows.ts';
import { Button } from '../../components/button.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { formatWhen, formatDuration } from '../../lib/format-time.ts';
import type { Changes, CompareSearch } from '../../lib/search-params.ts';

const SHOWN = 20;
const RANGE = '30d';

interface PickTraceProps {
  readonly project: string;
  readonly search: CompareSearch;
  readonly side: 'a' | 'b';
  readonly onChange: (changes: Changes<CompareSearch>) => void;
}

/** Which traces to compare: by id, or one of the newest. */
export function PickTrace({ project, search, side, onChange }: PickTraceProps) {
  const [id, setId] = useState('');
  const { data } = useInfiniteQuery(traceRowsOptions(project, RANGE, {}));
  const rows = (data?.pages ?? []).flatMap((page) => page.data).filter((row) => row.trace_id !== search.a);
  return (
    <div className="mx-auto flex w-full max-w-640 min-w-0 flex-col gap-16 overflow-auto px-16 py-24">
      <h2 className="text-16 font-semibold">{side === 'a' ? 'Which trace?' : 'Compare with which trace?'}</h2>
      <form
        className="flex gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') onChange({ [side]: id.trim() });
        }}
      >
        <label className="min-w-0 flex-1">
          <span className="sr-only">Trace id</span>
          <input
            value={id}
            onChange={(event) => setId(event.target.value)}
            placeholder="Trace id"
            spellCheck={false}
            className="mono h-30 w-full rounded-control border border-line2 bg-bg1 px-8 outline-none focus:border-focus"
          />
        </label>
        <Button type="submit" look="accent" disabled={id.trim() === ''}>
          Compare
        </Button>
      </form>
      {data === undefined ? (
        <SkeletonRows rows={8} height={30} />
      ) : (
        <ul className="border-t border-line1" aria-label="Newest traces">
          {rows.slice(0, SHOWN).map((row) => (
            <li key={row.id} className="border-b border-line1">
              <button
                type="button"
                onClick={() => onChange({ [side]: row.trace_id })}
                className="flex min-h-30 w-full items-center gap-12 px-4 text-left text-13 hover:bg-bg2"
              >
                <span className="flex min-w-0 flex-1 gap-8 max-md:flex-col max-md:gap-0 max-md:py-6">
                  <span className="clip shrink-0 font-medium max-md:shrink">{row.name ?? row.trace_id}</span>
                  <span className="clip text-text2">{row.input_preview ?? row.error_message ?? ''}</span>
                </span>
                <span className="nums text-12 text-text3">{formatDuration(row.latency_ms)}</span>
                <span className="nums w-100 text-right text-12 text-text3">{formatWhen(row.start_time, Date.now())}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
