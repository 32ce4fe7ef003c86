import { Button } from '../../components/button.tsx';
import { EmptyNote } from '../../components/states.tsx';
import type { ListSearch } from '../../lib/search-params.ts';
import { labelOfRange } from '../../lib/time-range.ts';

interface EmptyRowsProps {
  readonly search: ListSearch;
  readonly range: string;
  readonly onChange: (changes: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }) => void;
}

/** Why nothing is listed, and the two ways out: fewer conditions, more time. */
export function EmptyRows({ search, range, onChange }: EmptyRowsProps) {
  const { q, status, kind, name, model, user } = search;
  const filtered = [q, status, kind, name, model, user].some((one) => one !== undefined);
  const what = search.scope === undefined ? 'traces' : search.scope === 'llm' ? 'LLM calls' : 'spans';
  const clear = { q: undefined, status: undefined, kind: undefined, name: undefined, model: undefined, user: undefined };
  return (
    <EmptyNote title={filtered ? `No ${what} match` : `No ${what} in this range`}>
      <p>
        {filtered ? 'Nothing in this range meets all conditions.' : 'Nothing was received'} ({labelOfRange(range, Date.now()).toLowerCase()}
        )
      </p>
      <div className="flex gap-8">
        {filtered && <Button onClick={() => onChange(clear)}>Drop the conditions</Button>}
        {range !== '1y' && <Button onClick={() => onChange({ range: '1y' })}>Look at the last year</Button>}
      </div>
    </EmptyNote>
  );
}
