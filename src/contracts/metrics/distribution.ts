import { Type, type Static } from 'typebox';
import { FigureCoverage, FigureParams } from './figures.ts';
import { count, dataOf } from '../wire/schema-parts.ts';

export const DistributionParams = FigureParams;

const Histogram = Type.Object(
  {
    count: count('How many spans or traces have a value.'),
    edges: Type.Array(Type.Number(), {
      description:
        'Borders of the bars, rising: one more than there are bars. A bar holds its lower border and not its upper one. Empty without values.',
      examples: [[10, 31.6, 100]],
    }),
    counts: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'How many values are in each bar.',
    }),
  },
  { title: 'Histogram' },
);
export type Histogram = Static<typeof Histogram>;

export const Distributions = Type.Object(
  {
    latency_ms: Histogram,
    token_count: Histogram,
    cost_usd: Histogram,
    scores: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Name of the annotations.', examples: ['correctness'] }),
          histogram: Histogram,
        },
        { title: 'ScoreHistogram' },
      ),
      {
        description:
          'Mean scores of the annotations of the spans or traces themselves, by name: those with most scores, at most 8.',
      },
    ),
    coverage: FigureCoverage,
  },
  { title: 'Distributions', description: 'How figures of spans or traces are distributed.' },
);
export type Distributions = Static<typeof Distributions>;
export const DistributionsReply = dataOf(Distributions);
