import type { SpanSpec } from '../otlp/export-request.ts';
import type { Random } from '../otlp/random.ts';
import type { SeedTrace } from './seed-plan.ts';

/** An annotation on its way to the server: the route it goes to, and its item there. */
export interface SeedAnnotation {
  readonly route: 'span_annotations' | 'trace_annotations' | 'document_annotations';
  readonly item: object;
}

/** What the projects of the example data ask reviewers and evaluators for. */
export const SEED_CONFIGS = [
  {
    config: {
      name: 'correctness',
      type: 'CATEGORICAL',
      description: 'Is the answer right?',
      optimization_direction: 'MAXIMIZE',
      values: [
        { label: 'correct', score: 1 },
        { label: 'partly correct', score: 0.5 },
        { label: 'incorrect', score: 0 },
      ],
    },
    projects: ['support-agent', 'rag-docs'],
  },
  {
    config: {
      name: 'helpfulness',
      type: 'CONTINUOUS',
      description: 'How far does it help who asked?',
      optimization_direction: 'MAXIMIZE',
      lower_bound: 0,
      upper_bound: 10,
    },
    projects: ['support-agent', 'code-assistant'],
  },
  {
    config: {
      name: 'remark',
      type: 'FREEFORM',
      description: 'What should be looked at again?',
      optimization_direction: 'NONE',
    },
    projects: ['support-agent'],
  },
] as const;

const VERDICTS = [
  {
    label: 'correct',
    score: 1,
    why: [
      'The answer states what the sources say and leaves nothing out.',
      'Dates and amounts are those that the tools returned.',
      'Everything the answer claims is supported, and it is in the language of the question.',
    ],
  },
  {
    label: 'partly correct',
    score: 0.5,
    why: [
      'The answer is right as far as it goes, but does not name the next step.',
      'The first part is supported; the last sentence goes beyond the sources.',
    ],
  },
  {
    label: 'incorrect',
    score: 0,
    why: [
      'The answer promises something that no source or tool confirmed.',
      'The question was about something else than what is answered.',
    ],
  },
] as const;
const NO_ANSWER = 'There is no answer: the run ended with an error.';
const REMARKS = [
  'Good example for the next training.',
  'The tone is off for somebody who complains.',
  'It should have offered a replacement right away.',
];
/**
 * How often a human gives the label that the model gave: what studies of LLM evaluators find for
 * such questions.
 */
const AGREEMENT = 0.84;

/**
 * Annotations of a trace of the example data: most by a model, some by humans too, who mostly
 * agree.
 */
export function annotationsOf(
  { project, spans }: SeedTrace,
  random: Random,
): readonly SeedAnnotation[] {
  const [root] = spans;
  if (root === undefined) return [];
  const found: SeedAnnotation[] = [];
  if ((project === 'support-agent' || project === 'rag-docs') && random.chance(0.6))
    found.push(...correctness(root, random));
  if ((project === 'support-agent' || project === 'code-assistant') && random.chance(0.4))
    found.push(...helpfulness(root, random));
  if (project === 'support-agent' && random.chance(0.1)) found.push(feedback(root, random));
  if (project === 'support-agent' && random.chance(0.02))
    found.push(
      onSpan(root, 'HUMAN', 'remark', { explanation: random.pick(REMARKS) }, 'reviewer-1'),
    );
  if (project === 'rag-docs' && random.chance(0.3)) found.push(...relevance(spans, random));
  return found;
}

function correctness(root: SpanSpec, random: Random): readonly SeedAnnotation[] {
  const failed = root.status?.code === 2;
  const at = failed ? 2 : random.chance(0.78) ? 0 : random.chance(0.6) ? 1 : 2;
  const byModel = VERDICTS[at] ?? VERDICTS[0];
  const annotated = [
    onSpan(root, 'LLM', 'correctness', {
      label: byModel.label,
      score: byModel.score,
      explanation: failed ? NO_ANSWER : random.pick(byModel.why),
    }),
  ];
  if (!random.chance(0.15)) return annotated;
  const byPerson = random.chance(AGREEMENT) ? byModel : random.pick(VERDICTS);
  return [
    ...annotated,
    onSpan(
      root,
      'HUMAN',
      'correctness',
      { label: byPerson.label, score: byPerson.score },
      'reviewer-1',
    ),
  ];
}

function helpfulness(root: SpanSpec, random: Random): readonly SeedAnnotation[] {
  const score = Math.min(10, Math.max(0, 10 - random.around(2.2, 0.7)));
  const annotated = [onSpan(root, 'LLM', 'helpfulness', { score: Math.round(score * 10) / 10 })];
  if (!random.chance(0.1)) return annotated;
  const byPerson = Math.min(10, Math.max(0, Math.round(score + random.fraction() * 3 - 1.5)));
  return [...annotated, onSpan(root, 'HUMAN', 'helpfulness', { score: byPerson }, 'reviewer-2')];
}

function feedback(root: SpanSpec, random: Random): SeedAnnotation {
  const isPositive = random.chance(0.8);
  return {
    route: 'trace_annotations',
    item: {
      trace_id: hex(root.traceId),
      name: 'user_feedback',
      annotator_kind: 'HUMAN',
      result: { label: isPositive ? 'positive' : 'negative', score: isPositive ? 1 : 0 },
    },
  };
}

/** Documents further down are less often of use. */
function relevance(spans: readonly SpanSpec[], random: Random): readonly SeedAnnotation[] {
  return spans.flatMap((span) => {
    const places = Object.keys(span.attributes ?? {}).flatMap(
      (key) => /^retrieval\.documents\.(\d+)\.document\.content$/.exec(key)?.[1] ?? [],
    );
    return places.map((place): SeedAnnotation => {
      const isRelevant = random.chance(0.9 - 0.15 * Number(place));
      return {
        route: 'document_annotations',
        item: {
          span_id: hex(span.spanId),
          document_position: Number(place),
          name: 'relevance',
          annotator_kind: 'LLM',
          result: { label: isRelevant ? 'relevant' : 'unrelated', score: isRelevant ? 1 : 0 },
        },
      };
    });
  });
}

function onSpan(
  span: SpanSpec,
  kind: 'LLM' | 'HUMAN',
  name: string,
  result: object,
  identifier = '',
): SeedAnnotation {
  return {
    route: 'span_annotations',
    item: { span_id: hex(span.spanId), name, annotator_kind: kind, result, identifier },
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
