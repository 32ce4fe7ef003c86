import { useState } from 'react';
import type { ComponentProps } from 'react';
import { grainOf, useFigureFilter } from '#web/lists/list-filter.ts';
import type { Facets } from '#web/platform/http/model.ts';
import { useWholeFacets } from '#web/metrics/whole-figures.calls.ts';
import { Facet } from './facet.tsx';
import { aboutName } from './facet-values.ts';

type AnnotationFacetsProps = Pick<ComponentProps<typeof Facet>, 'project' | 'range' | 'search' | 'click'>;

/** Names seen so far, and whether they have labels: a name whose rows are all excluded stays, so that the exclusion can be removed. */
type Seen = ReadonlyMap<string, boolean>;
const NONE: Seen = new Map();

/** Annotations by name, each name's labels with counts; a name that gives scores alone can be asked for as such. */
export function AnnotationFacets({ project, range, search, click }: AnnotationFacetsProps) {
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
    <section aria-label="Annotations" className="border-t border-line1 pt-8 not-has-[fieldset]:hidden">
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

/** The same map when nothing is new. Names with neither label nor score, such as notes, have no value to choose. */
function withNames(known: Seen, found: Facets['annotations']): Seen {
  const fresh = found.filter(({ name, labels, scored }) => (labels.length > 0 ? known.get(name) !== true : scored > 0 && !known.has(name)));
  if (fresh.length === 0) return known;
  const all = new Map([...known, ...fresh.map(({ name, labels }) => [name, labels.length > 0] as const)]);
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}
