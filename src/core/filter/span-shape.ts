import { AppError } from '#contracts/wire/errors.ts';
import { firstTokenMs, tokensPerSecond } from '#core/trace/token-speed.ts';
import { textOf, type Operand } from './operand.ts';
import { jsonAt } from './json-path.ts';
import type { AnnotationView, SpanView } from './predicate.ts';
import { SpanFamily, type SpanElement } from './span-family.ts';
import {
  booleanField,
  iterable,
  milliseconds,
  numberField,
  stringField,
  timeField,
  upperCasedField,
  type IterableField,
  type Shape,
} from './shape.ts';

/** The cost of one token type on a span, as an element of `cost_details`. */
interface CostDetail {
  readonly tokenType: string;
  readonly isPrompt: boolean;
  readonly cost: number | null;
  readonly tokens: number | null;
  readonly costPerToken: number | null;
}

const costDetailShape: Shape<CostDetail> = {
  noun: 'a cost detail',
  fields: new Map<string, Operand<CostDetail>>([
    ['token_type', stringField((detail) => detail.tokenType)],
    ['is_prompt', booleanField((detail) => detail.isPrompt)],
    ['cost', numberField((detail) => detail.cost)],
    ['tokens', numberField((detail) => detail.tokens)],
    ['cost_per_token', numberField((detail) => detail.costPerToken)],
  ]),
  iterables: new Map(),
  unknownNames: 'refused',
};

/** Prices are not kept yet, so no subject has details of its cost. */
export function costDetails<S>(): IterableField<S> {
  return iterable(
    () => costDetailShape,
    () => [],
  );
}

const annotationShape: Shape<AnnotationView> = {
  noun: 'an annotation',
  fields: new Map<string, Operand<AnnotationView>>([
    ['name', stringField((annotation) => annotation.name)],
    ['label', stringField((annotation) => annotation.label)],
    ['score', numberField((annotation) => annotation.score)],
    ['identifier', stringField((annotation) => annotation.identifier)],
  ]),
  iterables: new Map(),
  unknownNames: 'refused',
};

/** The annotations of a subject as elements of a reduction. */
export function annotationElements<S>(
  list: (subject: S) => readonly AnnotationView[],
): IterableField<S> {
  return iterable(() => annotationShape, list);
}

/**
 * The names of a span, read through `of`, so that a span alone and a span among others share them.
 */
function spanFields<S>(of: (subject: S) => SpanView | null): Map<string, Operand<S>> {
  const read =
    <V>(from: (view: SpanView) => V | null) =>
    (subject: S): V | null => {
      const view = of(subject);
      return view === null ? null : from(view);
    };
  const cumulative = (from: (tokens: { prompt: number; completion: number }) => number) =>
    numberField(read((view) => from(cumulativeTokens(view))));
  const prompt = cumulative((tokens) => tokens.prompt);
  const completion = cumulative((tokens) => tokens.completion);
  const total = cumulative((tokens) => tokens.prompt + tokens.completion);
  const traceId = stringField(read((view) => view.row.traceId));
  const spanId = stringField(read((view) => view.row.spanId));
  return new Map<string, Operand<S>>([
    ['span_id', spanId],
    ['context.span_id', spanId],
    ['trace_id', traceId],
    ['context.trace_id', traceId],
    ['parent_id', stringField(read((view) => view.row.parentSpanId))],
    ['span_kind', upperCasedField(read((view) => view.row.kind))],
    ['name', stringField(read((view) => view.row.name))],
    ['status_code', upperCasedField(read((view) => view.row.statusCode))],
    [
      'status_message',
      stringField(read((view) => view.statusMessage?.() ?? view.row.errorMessage ?? '')),
    ],
    [
      'latency_ms',
      numberField(
        read((view) => milliseconds(view.row.startTimeUnixNano, view.row.endTimeUnixNano)),
      ),
    ],
    ['start_time', timeField(read((view) => view.row.startTimeUnixNano))],
    ['end_time', timeField(read((view) => view.row.endTimeUnixNano))],
    ['time_to_first_token_ms', numberField(read((view) => firstTokenMs(view.row)))],
    ['tokens_per_second', numberField(read((view) => tokensPerSecond(view.row)))],
    ['llm.token_count.prompt', numberField(read((view) => view.row.tokens.prompt))],
    ['llm.token_count.completion', numberField(read((view) => view.row.tokens.completion))],
    ['llm.token_count.total', numberField(read((view) => totalTokens(view)))],
    ['cumulative_llm_token_count_prompt', prompt],
    ['cumulative_llm_token_count_completion', completion],
    ['cumulative_llm_token_count_total', total],
    ['cumulative_token_count.prompt', prompt],
    ['cumulative_token_count.completion', completion],
    ['cumulative_token_count.total', total],
    ['total_cost', numberField(read((view) => view.row.costUsd ?? 0))],
    ['prompt_cost', numberField(read(() => 0))],
    ['completion_cost', numberField(read(() => 0))],
    // Names of attributes that the row has already: reading them costs no unpacking, and a store's
    // indexes can answer them.
    ['llm.model_name', stringField(read((view) => view.row.modelName))],
    ['user.id', stringField(read((view) => view.row.userId))],
    ['session.id', stringField(read((view) => ownSessionId(view)))],
  ]);
}

function totalTokens(view: SpanView): number | null {
  const { prompt, completion, total } = view.row.tokens;
  return (
    total ?? (prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0))
  );
}

function cumulativeTokens(view: SpanView): { prompt: number; completion: number } {
  if (view.cumulativeTokens === undefined) {
    throw new AppError(
      'unprocessable',
      'The span store cannot filter by cumulative token counts; use llm.token_count.prompt, .completion or .total.',
    );
  }
  return view.cumulativeTokens();
}

/**
 * The span's own `session.id`, when it is the session its trace belongs to; a later, different one
 * was not taken by the trace.
 */
function ownSessionId(view: SpanView): string | null {
  if (view.row.sessionId === null) return null;
  const own = textOf(jsonAt(view.attributes(), ['session', 'id']))?.trim();
  return own === view.row.sessionId ? own : null;
}

/** A span as the subject: unknown names are its attributes. */
export const spanShape: Shape<SpanView> = {
  noun: 'a span',
  fields: new Map<string, Operand<SpanView>>([
    ...spanFields((view: SpanView) => view),
    ['parent_span', { type: 'presence', present: (view) => view.hasParent }],
  ]),
  iterables: new Map([['cost_details', costDetails<SpanView>()]]),
  attributes: (view) => view.attributes(),
  searched: (view) => [view],
  annotations: new Map([
    ['annotations', (view: SpanView) => view.annotations?.() ?? []],
    ['evals', (view: SpanView) => view.annotations?.() ?? []],
    ['trace_annotations', (view: SpanView) => view.traceAnnotations?.() ?? []],
    ['document_annotations', (view: SpanView) => view.documentAnnotations?.() ?? []],
  ]),
  unknownNames: 'attribute',
};

/** A span as an element of `spans`: its own fields, its parent's, and the spans around it. */
export const spanElementShape: Shape<SpanElement> = {
  noun: 'a span',
  fields: new Map<string, Operand<SpanElement>>([
    ...spanFields((element: SpanElement) => element.view),
    ...[...spanFields((element: SpanElement) => parentOf(element))].map(
      ([name, operand]): [string, Operand<SpanElement>] => [`parent_span.${name}`, operand],
    ),
    ['parent_span', { type: 'presence', present: (element) => parentOf(element) !== null }],
  ]),
  iterables: new Map<string, IterableField<SpanElement>>([
    [
      'children',
      iterable(
        () => spanElementShape,
        ({ view, family }) => family.childrenOf(view.row.spanId),
      ),
    ],
    ['siblings', iterable(() => spanElementShape, siblings)],
    ['annotations', annotationElements((element) => element.view.annotations?.() ?? [])],
    ['cost_details', costDetails<SpanElement>()],
  ]),
  attributes: (element) => element.view.attributes(),
  unknownNames: 'refused',
};

function parentOf({ view, family }: SpanElement): SpanView | null {
  const { parentSpanId } = view.row;
  return parentSpanId === null ? null : family.byId(parentSpanId);
}

function siblings({ view, family }: SpanElement): readonly SpanElement[] {
  const { parentSpanId } = view.row;
  return parentSpanId === null
    ? []
    : family.childrenOf(parentSpanId).filter((other) => other.view !== view);
}

/** All spans of a trace as elements that know each other. */
export function spanElements(views: readonly SpanView[]): readonly SpanElement[] {
  return new SpanFamily(views).elements;
}
