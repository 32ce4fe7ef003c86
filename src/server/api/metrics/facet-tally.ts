import type { Static } from 'typebox';
import type { FigureCoverage, FigureGrain } from '#contracts/metrics/figures.ts';
import { COUNTED, FACETS, type Facet, type FacetsReply } from '#contracts/metrics/series.ts';
import type { LabelCounts } from '#core/ports/annotation-rows.ts';
import type { ValueCounts } from '#core/ports/figure-reader.ts';
import type { ReadContext } from '#server/threads/query.ts';
import { addAttributeValues, type AttributeCounts } from './attribute-values.ts';
import { VALUES_MAX, type Tally } from './count-steps.ts';
import type { FigureRow } from './figure-source.ts';
import { valuesOfTraces } from './trace-span-values.ts';

/** The counts an index gives for all matches, so that no row has to be read. */
export interface Known {
  readonly fields: ValueCounts;
  readonly annotations: readonly LabelCounts[] | null;
}

export interface FacetFrame {
  readonly projectId: number;
  readonly of: FigureGrain;
  readonly attributeKeys: readonly string[];
  /** Only values that hold this text, in any case. */
  readonly search: string;
}

type SavedCounts = readonly (readonly [value: string, count: number])[];

export interface SavedFacets {
  /** The counts the index gave at the beginning: it is not read again with each step. */
  readonly known: Known;
  readonly fields: readonly SavedCounts[];
  readonly attributes: readonly SavedCounts[];
  readonly annotations: SavedAnnotations;
  /** Rows whose fields, models, annotations and attributes were counted. */
  readonly of: readonly number[];
}

const SHOWN_MAX = 50;
/** As many as the store sums up at once. */
const TARGETS_AT_ONCE = 1_000;

/** Whether there is nothing left that rows would tell. */
export function isAllKnown({ fields, annotations }: Known): boolean {
  return annotations !== null && FACETS.every((field) => fields[field] !== undefined);
}

/** The number of rows per value. Values counted by an index are skipped. */
export class FacetTally implements Tally<SavedFacets, Static<typeof FacetsReply>> {
  readonly #context: ReadContext;
  readonly #frame: FacetFrame;
  readonly #known: Known;
  readonly #fields: Readonly<Record<Facet, Map<string, number>>>;
  readonly #attributes: AttributeCounts;
  readonly #annotationTally: AnnotationTally;
  #rows: number;
  #modelled: number;
  #annotated: number;
  #unpacked: number;

  constructor(
    context: ReadContext,
    frame: FacetFrame,
    known: Known,
    saved: SavedFacets | null = null,
  ) {
    this.#context = context;
    this.#frame = frame;
    this.#known = known;
    this.#fields = recordOf((_, at) => new Map(saved?.fields[at]));
    this.#attributes = new Map(
      frame.attributeKeys.map((key, at) => [key, new Map(saved?.attributes[at])]),
    );
    this.#annotationTally = new AnnotationTally(saved?.annotations);
    [this.#rows = 0, this.#modelled = 0, this.#annotated = 0, this.#unpacked = 0] = saved?.of ?? [];
  }

  /** All there is to count of up to 1,000 rows. */
  async add(rows: readonly FigureRow[]): Promise<void> {
    this.addFields(rows);
    await this.addModels(rows);
    await this.addAnnotations(rows);
    await this.addAttributes(rows);
  }

  addFields(rows: readonly FigureRow[]): void {
    this.#rows += rows.length;
    for (const field of FACETS) {
      // Models of traces are those of their calls.
      if (
        this.#known.fields[field] !== undefined ||
        (field === 'model' && this.#frame.of === 'traces')
      )
        continue;
      for (const row of rows) bump(this.#fields[field], row[field]);
    }
    if (this.#frame.of === 'spans') this.#modelled = this.#rows;
  }

  /** Of traces. */
  async addModels(rows: readonly FigureRow[]): Promise<void> {
    const { of, projectId } = this.#frame;
    if (of === 'spans') return;
    this.#modelled += rows.length;
    if (this.#known.fields.model !== undefined) return;
    for (const models of (await valuesOfTraces(this.#context, projectId, rows, 'model')).values())
      for (const model of models) bump(this.#fields.model, model);
  }

  async addAnnotations(rows: readonly FigureRow[]): Promise<void> {
    this.#annotated += rows.length;
    if (this.#known.annotations === null)
      await this.#annotationTally.add(this.#context, this.#frame.of, rows);
  }

  async addAttributes(rows: readonly FigureRow[]): Promise<void> {
    this.#unpacked += rows.length;
    await addAttributeValues(this.#context, rows, this.#attributes, VALUES_MAX);
  }

  body(coverage: FigureCoverage): Static<typeof FacetsReply> {
    const { search, attributeKeys } = this.#frame;
    const fields = recordOf((field) => this.#fieldOf(field, coverage));
    const annotations = this.#annotations(fields.status.of, coverage);
    const tallyOf = (field: (typeof COUNTED)[number]) =>
      field === 'annotations' ? annotations : fields[field];
    const top = (values: ReadonlyMap<string, number>) => topByCount(values, search);
    return {
      data: {
        ...recordOf((field) => top(fields[field].counts)),
        annotations: annotations.names.map(({ labels, ...name }) => ({
          ...name,
          labels: top(new Map(labels.map(({ label, count }) => [label, count]))),
        })),
        attributes: Object.fromEntries(
          [...this.#attributes].map(([key, values]) => [key, top(values)]),
        ),
        scanned: Math.max(...COUNTED.map((field) => tallyOf(field).of)),
        complete: FACETS.every((field) => fields[field].isWhole),
        exact: COUNTED.filter((field) => tallyOf(field).isWhole),
        counted: { ...recordOf((field) => fields[field].of), annotations: annotations.of },
        models_scanned: fields.model.of,
        attributes_scanned: attributeKeys.length === 0 ? 0 : this.#unpacked,
        attributes_complete: this.#areAttributesWhole(coverage),
        progress: coverage.progress,
      },
    };
  }

  save(): SavedFacets {
    return {
      known: this.#known,
      fields: FACETS.map((field) => [...this.#fields[field]]),
      attributes: [...this.#attributes.values()].map((values) => [...values]),
      annotations: this.#annotationTally.save(),
      of: [this.#rows, this.#modelled, this.#annotated, this.#unpacked],
    };
  }

  /** The index's counts, else the tally. */
  #fieldOf(field: Facet, { complete }: FigureCoverage): FieldTally {
    const known = this.#known.fields[field];
    if (known !== undefined)
      return { ...known, counts: new Map(known.values.map(({ value, count }) => [value, count])) };
    const of = field === 'model' ? this.#modelled : this.#rows;
    const counts = this.#fields[field];
    return { counts, of, isWhole: complete && of === this.#rows && counts.size < VALUES_MAX };
  }

  #annotations(
    rows: number,
    { complete }: FigureCoverage,
  ): { names: readonly LabelCounts[]; of: number; isWhole: boolean } {
    const { annotations } = this.#known;
    if (annotations !== null) return { names: annotations, of: rows, isWhole: true };
    return {
      names: this.#annotationTally.names(),
      of: this.#annotated,
      isWhole: complete && this.#annotated === this.#rows,
    };
  }

  #areAttributesWhole({ complete }: FigureCoverage): boolean {
    if (this.#attributes.size === 0) return true;
    return (
      complete &&
      this.#unpacked === this.#rows &&
      [...this.#attributes.values()].every((values) => values.size < VALUES_MAX)
    );
  }
}

interface FieldTally {
  readonly counts: ReadonlyMap<string, number>;
  readonly of: number;
  readonly isWhole: boolean;
}

function recordOf<Value>(make: (field: Facet, at: number) => Value): Record<Facet, Value> {
  const of = (field: Facet): Value => make(field, FACETS.indexOf(field));
  return {
    status: of('status'),
    kind: of('kind'),
    name: of('name'),
    model: of('model'),
    user: of('user'),
    session: of('session'),
  };
}

function bump(counts: Map<string, number>, value: string | null): void {
  if (value === null) return;
  const count = counts.get(value);
  if (count !== undefined || counts.size < VALUES_MAX) counts.set(value, (count ?? 0) + 1);
}

type SavedName = readonly [
  name: string,
  count: number,
  scored: number,
  scoreSum: number,
  labels: readonly (readonly [string, number])[],
];
type SavedAnnotations = readonly SavedName[];

interface NameTally {
  count: number;
  scored: number;
  scoreSum: number;
  readonly labels: Map<string, number>;
}

/** Annotations of rows, by name. */
class AnnotationTally {
  readonly #names: Map<string, NameTally>;

  constructor(saved: SavedAnnotations = []) {
    this.#names = new Map(
      saved.map(([name, count, scored, scoreSum, labels]) => [
        name,
        { count, scored, scoreSum, labels: new Map(labels) },
      ]),
    );
  }

  async add(
    { annotations }: ReadContext,
    of: FigureGrain,
    rows: readonly FigureRow[],
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += TARGETS_AT_ONCE) {
      const numbers = rows.slice(from, from + TARGETS_AT_ONCE).map(({ number }) => number);
      for (const summaries of (
        await annotations.annotationSummaries(of === 'spans' ? 'span' : 'trace', numbers)
      ).values())
        for (const { name, score, labels } of summaries) {
          const tally = this.#names.get(name) ?? {
            count: 0,
            scored: 0,
            scoreSum: 0,
            labels: new Map<string, number>(),
          };
          this.#names.set(name, tally);
          tally.count += 1;
          if (score !== null) {
            tally.scored += 1;
            tally.scoreSum += score;
          }
          for (const { label } of labels)
            tally.labels.set(label, (tally.labels.get(label) ?? 0) + 1);
        }
    }
  }

  /** By name. */
  names(): LabelCounts[] {
    return [...this.#names]
      .map(([name, { count, scored, scoreSum, labels }]) => ({
        name,
        count,
        scored,
        score: scored === 0 ? null : scoreSum / scored,
        labels: [...labels].map(([label, times]) => ({ label, count: times })),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  save(): SavedAnnotations {
    return [...this.#names].map(([name, { count, scored, scoreSum, labels }]) => [
      name,
      count,
      scored,
      scoreSum,
      [...labels],
    ]);
  }
}

/** The most frequent values that hold the text, ties by value. */
function topByCount(
  counts: ReadonlyMap<string, number>,
  search: string,
): { value: string; count: number }[] {
  const folded = search.toLowerCase();
  return [...counts]
    .filter(([value]) => folded === '' || value.toLowerCase().includes(folded))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, SHOWN_MAX);
}
