import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { facetFilterOf } from '../../api/list-filter.ts';
import { facetsOptions } from '../../api/projects.ts';
import { lookOfKind } from '../../components/kind-mark.tsx';
import { compactCount } from '../../lib/format-number.ts';
import type { ListSearch } from '../../lib/search-params.ts';
import { useHeld } from '../../lib/use-held.ts';

type Value = { readonly value: string; readonly count: number | null };
type Change = (changes: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }) => void;

interface FacetPanelProps {
  readonly project: string;
  readonly range: string;
  readonly search: ListSearch;
  /** Rises with every commit: the counts are asked for again. */
  readonly generation: number;
  readonly onChange: Change;
}

const LISTS = ['name', 'model', 'user'] as const;
const TITLES = { name: 'Name', model: 'Model', user: 'User' };
const VALUES_MAX = 8;

/** Values with counts; a click includes one, another drops it. A facet all rows agree in says nothing and is left out. */
export function FacetPanel({ project, range, search, generation, onChange }: FacetPanelProps) {
  const ofTraces = search.scope === undefined;
  const { status, ...anyStatus } = search;
  const found = useQuery(facetsOptions(project, range, facetFilterOf(anyStatus)));
  // A trace's root seldom names a model: its calls do.
  const calls = useQuery(facetsOptions(project, range, { span_kind: ['LLM'] }, ofTraces));
  const { refetch } = found;
  const { refetch: refetchCalls } = calls;
  useEffect(() => {
    if (generation === 0) return;
    void refetch();
    if (ofTraces) void refetchCalls();
  }, [generation, ofTraces, refetch, refetchCalls]);
  const data = useHeld(`${project} ${search.scope ?? ''}`, found.data);
  if (data === undefined) return <aside className="w-200 shrink-0 border-r border-line1 max-lg:hidden" />;
  const lists = { name: data.name, model: ofTraces ? (calls.data?.model ?? []) : data.model, user: data.user };
  return (
    <aside aria-label="Facets" className="w-200 shrink-0 overflow-y-auto border-r border-line1 px-12 py-8 max-lg:hidden">
      <Facet
        title="Status"
        values={statusValues(data.status, ofTraces)}
        chosen={status === undefined ? [] : [status]}
        tone={(value) => (value === 'error' ? 'tone-error' : 'tone-ok')}
        onToggle={(value) => onChange({ status: status === value ? undefined : value === 'error' ? 'error' : 'ok' })}
      />
      {search.scope !== 'llm' && (
        <Facet
          title="Kind"
          values={data.kind}
          chosen={search.kind ?? []}
          tone={(value) => lookOfKind(value).tone}
          onToggle={(value) => onChange({ kind: toggled(search.kind, value) })}
        />
      )}
      {LISTS.map((field) => (
        <Facet
          key={field}
          title={TITLES[field]}
          note={ofTraces && field === 'model' ? 'calls' : undefined}
          values={lists[field]}
          chosen={search[field] ?? []}
          onToggle={(value) => onChange({ [field]: toggled(search[field], value) })}
        />
      ))}
      {!data.complete && <p className="pt-8 text-11 text-text3">Over the newest {compactCount(data.scanned)}</p>}
    </aside>
  );
}

/** Spans are counted. Traces are not: one has failed when any of its spans has, and the facets see the roots alone. */
function statusValues(status: readonly Value[], ofTraces: boolean): readonly Value[] {
  const errors = status.find((one) => one.value === 'ERROR')?.count ?? 0;
  const total = status.reduce((sum, one) => sum + (one.count ?? 0), 0);
  return [
    { value: 'ok', count: ofTraces ? null : total - errors },
    { value: 'error', count: ofTraces ? null : errors },
  ];
}

function toggled(values: readonly string[] | undefined, value: string): readonly string[] | undefined {
  const next = values?.includes(value) === true ? values.filter((one) => one !== value) : [...(values ?? []), value];
  return next.length === 0 ? undefined : next;
}

interface FacetProps {
  readonly title: string;
  /** What is counted, where that is not the rows of the list. */
  readonly note?: string | undefined;
  readonly values: readonly Value[];
  readonly chosen: readonly string[];
  readonly tone?: (value: string) => string;
  readonly onToggle: (value: string) => void;
}

function Facet({ title, note, values, chosen, tone, onToggle }: FacetProps) {
  const shown = values.slice(0, VALUES_MAX);
  for (const value of chosen)
    if (!shown.some((one) => one.value === value)) shown.push({ value, count: values.find((one) => one.value === value)?.count ?? 0 });
  if (shown.length === 0 || (shown.length === 1 && chosen.length === 0)) return null;
  const most = Math.max(1, ...values.map((one) => one.count ?? 0));
  return (
    <fieldset className="min-w-0 pb-10">
      <legend className="pb-2 text-12 text-text2">
        {title}
        {note !== undefined && <span className="text-text3"> · {note}</span>}
      </legend>
      {shown.map(({ value, count }) => (
        <label
          key={value}
          aria-label={value}
          className={`min-w-0 ${tone?.(value) ?? 'tone-unknown'} flex h-26 items-center gap-8 text-12`}
          title={value}
        >
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
            className="size-13 shrink-0 accent-accent"
          />
          <span className="relative flex h-full min-w-0 flex-1 items-center gap-8">
            <span className="clip flex-1">{value}</span>
            {count !== null && <span className="nums text-text3">{compactCount(count)}</span>}
            <span
              className="absolute bottom-2 left-0 h-2 rounded-chip bg-bar opacity-70"
              style={{ width: `${((count ?? 0) / most) * 100}%` }}
              aria-hidden="true"
            />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
