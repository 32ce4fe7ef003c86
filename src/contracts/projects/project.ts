import { Type, type Static } from 'typebox';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  timeParam,
} from '../wire/schema-parts.ts';

/** The project that takes spans which name none; it always exists. */
export const DEFAULT_PROJECT_NAME = 'default';

const description = nullable(Type.String(), {
  description: 'The description of the project, or null.',
  examples: ['The support assistant'],
});

export const Project = Type.Object(
  {
    id: globalId('Global ID of the project.', 'UHJvamVjdDox'),
    name: Type.String({
      description: 'Unique name; what exporters send as `openinference.project.name`.',
      examples: ['default'],
    }),
    description,
  },
  { title: 'Project' },
);
export type Project = Static<typeof Project>;
export const ProjectPage = pageOf(Project);
export const ProjectReply = dataOf(Project);

const include_experiment_projects = Type.Optional(
  Type.Boolean({ default: false, description: 'Also list projects that belong to experiments.' }),
);

export const ProjectListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
  name_contains: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'Part of the name, compared without case.',
      examples: ['chat'],
    }),
  ),
  include_experiment_projects,
  include_dataset_evaluator_projects: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also list projects that belong to dataset evaluators.',
    }),
  ),
});

const name = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Unique name. A name with `/`, `?` or `#` can only be addressed by its Global ID.',
  examples: ['support-assistant'],
});
export const CreateProjectBody = Type.Object(
  {
    name,
    description: Type.Optional(description),
  },
  { title: 'CreateProjectBody' },
);
export const UpdateProjectBody = Type.Object(
  {
    description: Type.Optional(
      nullable(Type.String(), { description: 'The new description; null or absent leaves it.' }),
    ),
  },
  { title: 'UpdateProjectBody' },
);
export const ChangeProjectBody = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(
      nullable(Type.String(), { description: 'The new description; null removes it.' }),
    ),
  },
  { title: 'ChangeProjectBody', description: 'Absent fields stay unchanged.' },
);
export const ClearProjectBody = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Deletes nothing: only says how many traces it would be.',
      }),
    ),
    before: Type.String({
      description:
        'Traces that started before this time are deleted; ISO 8601, UTC without an offset.',
      examples: ['2026-11-01T00:00:00+00:00'],
    }),
  },
  { title: 'ClearProjectBody' },
);
export const ClearProjectReply = dataOf(
  Type.Object(
    { deleted_trace_count: count('Traces deleted, or that would be.') },
    { title: 'ClearedProject' },
  ),
);

const number = (text: string) => nullable(Type.Number(), { description: text });
export const ProjectSummary = Type.Object(
  {
    project: Project,
    span_count: count('Spans in the window.'),
    trace_count: count('Traces in the window.'),
    error_count: count('Spans with status ERROR in the window.'),
    error_trace_count: count('Traces of the window with a span of status ERROR.'),
    latency_p50_ms: number('Median latency of root spans in milliseconds; null without any.'),
    latency_p99_ms: number(
      '99th percentile of the latency of root spans in milliseconds; null without any.',
    ),
    token_count_prompt: count('Prompt tokens of LLM spans.'),
    token_count_completion: count('Completion tokens of LLM spans.'),
    cost_usd: Type.Number({
      description: 'Cost of LLM and embedding spans in US dollars, as far as known.',
    }),
    last_span_time: nullable(isoTime('Start of the newest span.'), {
      description: 'Start of the newest span of all; null when the project has none.',
    }),
    sparkline: Type.Array(
      Type.Object({
        spans: count('Spans in the interval.'),
        errors: count('Spans with status ERROR in the interval.'),
      }),
      { description: 'Equal intervals of the window, oldest first.' },
    ),
  },
  { title: 'ProjectSummary' },
);
export type ProjectSummary = Static<typeof ProjectSummary>;
export const ProjectSummaryPage = pageOf(ProjectSummary);
export const ProjectSummaryParams = Type.Object({
  start_time: Type.Optional(
    timeParam('Start of the window, inclusive. Default: a day before its end.'),
  ),
  end_time: Type.Optional(timeParam('End of the window, exclusive. Default: now.')),
  buckets: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 24,
      description: 'Intervals in each sparkline, 1 to 500.',
    }),
  ),
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100, 200)),
  name_contains: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'Part of the name, compared without case.',
      examples: ['chat'],
    }),
  ),
  include_experiment_projects,
});
