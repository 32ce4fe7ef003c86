import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps } from 'react';
import { useGrowth } from '#web/platform/http/use-growth.ts';
import { facetsOptions, attributeKeysOptions } from '#web/metrics/figures.calls.ts';
import { grainOf, useFigureFilter } from '#web/lists/list-filter.ts';
import { IconButton, Button } from '#web/ui/button.tsx';
import { FailedLine } from '#web/ui/failed-line.tsx';
import { lookOfKind } from '#web/ui/kind-mark.tsx';
import type { ClickField } from '#web/filter/language/condition.ts';
import { filterBy } from '#web/filter/language/edit.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { Facet } from './facet.tsx';
import type { Facets } from '#contracts/metrics/series.ts';
import { useWholeFacets } from '#web/metrics/whole-figures.calls.ts';
import { aboutName } from './facet-values.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';

const ATTRIBUTES_MAX = 10;

/** The attributes a reader counts in this project; kept in this browser. */
function useChosenAttributes(
  project: string,
): [readonly string[], (keys: readonly string[]) => void] {
  const name = `telltale.facets.${project}`;
  const [held, setHeld] = useState({ name, keys: stored(name) });
  if (held.name !== name) setHeld({ name, keys: stored(name) });
  const choose = (keys: readonly string[]): void => {
    const kept = [...new Set(keys)].slice(0, ATTRIBUTES_MAX);
    writeSetting(name, kept.join('\n'));
    setHeld({ name, keys: kept });
  };
  return [held.keys, choose];
}

function stored(name: string): readonly string[] {
  return (readSetting(name) ?? '').split('\n').filter((key) => key !== '');
}

type AnnotationFacetsProps = Pick<
  ComponentProps<typeof Facet>,
  'project' | 'range' | 'search' | 'click'
>;

/**
 * Names seen so far, and whether they have labels: a name whose rows are all excluded stays, so
 * that the exclusion can be removed.
 */
type Seen = ReadonlyMap<string, boolean>;
const NONE: Seen = new Map();

/**
 * Annotations by name, each name's labels with counts; a name that gives scores alone can be asked
 * for as such.
 */
function AnnotationFacets({ project, range, search, click }: AnnotationFacetsProps) {
  const grain = grainOf(search);
  const { data } = useWholeFacets(project, range, useFigureFilter(project)(search));
  const key = `${project} ${grain}`;
  const [seen, setSeen] = useState({ key, names: NONE });
  const known = seen.key === key ? seen.names : NONE;
  const names = data === undefined ? known : withNames(known, data.annotations);
  if (names !== known || seen.key !== key) setSeen({ key, names });
  const root = grain === 'traces' ? 'trace_annotations' : 'annotations';
  if (names.size === 0) return null;
  return (
    <section
      aria-label="Annotations"
      className="border-t border-line1 pt-8 not-has-[fieldset]:hidden"
    >
      <h2 className="pb-4 text-11 font-550 text-text3">Annotations</h2>
      {[...names].map(([name, hasLabels]) => (
        <Facet
          key={name}
          title={name}
          about={data === undefined ? name : aboutName(data, name)}
          field={{ root, annotation: name, part: hasLabels ? 'label' : 'scored' }}
          {...{ project, range, search, click }}
        />
      ))}
    </section>
  );
}

/**
 * The same map when nothing is new. Names with neither label nor score, such as notes, have no
 * value to choose.
 */
function withNames(known: Seen, found: Facets['annotations']): Seen {
  const fresh = found.filter(({ name, labels, scored }) =>
    labels.length > 0 ? known.get(name) !== true : scored > 0 && !known.has(name),
  );
  if (fresh.length === 0) return known;
  const all = new Map([
    ...known,
    ...fresh.map(({ name, labels }) => [name, labels.length > 0] as const),
  ]);
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface FacetPanelProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  /** Increases with every commit: the counts are fetched again. */
  readonly generation: number;
  readonly onChange: (changes: { q: string | undefined }) => void;
}

const FOLDED = 'telltale.facets.folded';

/** The facets beside a list; they fold away, and stay so. */
export function FacetPanel(props: FacetPanelProps) {
  const [isFolded, setFolded] = useState(readSetting(FOLDED) === 'yes');
  const fold = (next: boolean): void => {
    setFolded(next);
    writeSetting(FOLDED, next ? 'yes' : 'no');
  };
  if (isFolded) {
    return (
      <aside
        aria-label="Facets"
        className="flex w-32 shrink-0 flex-col items-center border-r border-line1 pt-4 max-lg:hidden"
      >
        <IconButton icon="filter" label="Show the facets" onClick={() => fold(false)} />
      </aside>
    );
  }
  return (
    <aside
      aria-label="Facets"
      className="relative w-200 shrink-0 overflow-y-auto border-r border-line1 px-12 py-8 max-lg:hidden [&>fieldset:first-of-type>legend]:pr-20"
    >
      <FacetList {...props} />
      <IconButton
        icon="chevronLeft"
        label="Fold the facets"
        className="absolute top-4 right-4"
        onClick={() => fold(true)}
      />
    </aside>
  );
}

const FIELDS = ['status', 'kind', 'name', 'model', 'user', 'session'] as const;
const TITLES = {
  status: 'Status',
  kind: 'Kind',
  name: 'Name',
  model: 'Model',
  user: 'User',
  session: 'Session',
};

/**
 * Values with counts over the matches: a click keeps one, Alt and a click exclude it, another click
 * undoes it.
 */
export function FacetList({ project, range, search, generation, onChange }: FacetPanelProps) {
  const client = useQueryClient();
  const [attributes, setAttributes] = useChosenAttributes(project);
  const grain = grainOf(search);
  const all = useQuery(facetsOptions(project, range, useFigureFilter(project)(search)));
  const grow = useGrowth(
    () => client.invalidateQueries({ queryKey: ['facets', project] }),
    project,
  );
  useEffect(() => {
    if (generation > 0) grow();
  }, [generation, grow]);
  const click = (field: ClickField, value: string, negate: boolean): void => {
    const q = filterBy(search.q ?? '', grain, field, value, negate);
    onChange({ q: q === '' ? undefined : q });
  };
  return (
    <>
      {all.data === undefined && (
        <FailedLine what="The counts" error={all.error} onRetry={() => void all.refetch()} />
      )}
      {FIELDS.filter((field) => field !== 'kind' || search.scope !== 'llm').map((field) => (
        <Facet
          key={field}
          title={TITLES[field]}
          field={field}
          {...{ project, range, search, click }}
          {...(field === 'status'
            ? { tone: toneOfStatus }
            : field === 'kind'
              ? { tone: (value: string) => lookOfKind(value).tone }
              : {})}
        />
      ))}
      {attributes.map((key) => (
        <Facet
          key={key}
          title={key}
          field={{ attribute: key }}
          {...{ project, range, search, click }}
          onRemove={() => setAttributes(attributes.filter((one) => one !== key))}
        />
      ))}
      <AnnotationFacets {...{ project, range, search, click }} />
      <AddFacet
        project={project}
        of={grain}
        chosen={attributes}
        onAdd={(key) => setAttributes([...attributes, key])}
      />
    </>
  );
}

function toneOfStatus(value: string): string {
  return value === 'ERROR' ? 'tone-error' : value === 'OK' ? 'tone-ok' : 'tone-unknown';
}

interface AddFacetProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly chosen: readonly string[];
  readonly onAdd: (key: string) => void;
}

const SHOWN_MAX = 100;

/** Counts one more attribute: one of those in use, or any other by its key. */
function AddFacet({ project, of, chosen, onAdd }: AddFacetProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const keys = useQuery(attributeKeysOptions(project, of, isOpen));
  const folded = text.trim().toLowerCase();
  const found = (keys.data?.keys ?? [])
    .filter(({ key }) => key.toLowerCase().includes(folded) && !chosen.includes(key))
    .slice(0, SHOWN_MAX);
  const add = (key: string): void => {
    setOpen(false);
    setText('');
    if (key !== '') onAdd(key);
  };
  return (
    <Popover
      label="Count an attribute"
      className="flex w-280 flex-col gap-4 p-8"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" className="-ml-10 text-text3">
          <Icon name="plus" size={13} /> Attribute
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add(found[0]?.key ?? text.trim());
        }}
      >
        <input
          aria-label="Attribute key"
          value={text}
          placeholder="Attribute key"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="mono h-30 w-full rounded-control border border-line3 bg-bg1 px-8 text-text1"
        />
      </form>
      <ul className="max-h-300 overflow-y-auto">
        {found.map(({ key, count }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => add(key)}
              className="flex h-26 w-full items-center gap-8 rounded-chip px-8 text-12 hover:bg-bg3"
            >
              <span className="clip mono min-w-0 flex-1 text-left">{key}</span>
              <span className="nums text-11 text-text3">{count}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && text.trim() !== '' && (
        <p className="px-8 text-11 text-text3">Enter counts this key.</p>
      )}
    </Popover>
  );
}
