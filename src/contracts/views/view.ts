import { Type, type Static } from 'typebox';
import { ProjectParams, dataOf, isoTime, nullable, oneOf } from '../wire/schema-parts.ts';

const NAME_CHARS_MAX = 80;
/** More are not kept of one project, nor more private ones of a user in it. */
export const VIEWS_MAX = 200;
const scope = oneOf(['traces', 'spans', 'llm', 'sessions'], {
  description: 'The listed rows: traces, all spans, LLM calls, or sessions.',
});
/** Visible to all users who may read the project, or only to the user who saved the view. */
export const VIEW_VISIBILITIES = ['project', 'private'] as const;
export type ViewVisibility = (typeof VIEW_VISIBILITIES)[number];
const visibility = oneOf(VIEW_VISIBILITIES, {
  description:
    'Who sees it: everyone in the project, or only the user who saved it. Private views need authentication, and a key or session of a user.',
});
const part = (description: string) => nullable(Type.String({ maxLength: 4096 }), { description });
const parts = {
  scope,
  filter: Type.String({
    maxLength: 4096,
    description: 'The filter as it was typed.',
    examples: ['latency_ms > 4000 and error_count > 0'],
  }),
  sort: part(
    "Order of the rows, as the page's address has it: `cost`, `started.asc`; null for newest first.",
  ),
  columns: part("Columns, as the page's address has them; null for the usual ones."),
  group: part(
    'The grouping of the rows: name, model, user, session, error, or an attribute as `attr:resource.service.version`; null for rows.',
  ),
};

export const ViewParams = Type.Object({
  ...ProjectParams.properties,
  view_name: Type.String({
    minLength: 1,
    maxLength: NAME_CHARS_MAX,
    description: 'Name of the view.',
    examples: ['slow and failed'],
  }),
});
export const SaveViewBody = Type.Object(
  {
    ...parts,
    sort: Type.Optional(parts.sort),
    columns: Type.Optional(parts.columns),
    group: Type.Optional(parts.group),
    visibility: Type.Optional(
      oneOf(VIEW_VISIBILITIES, {
        default: 'project',
        description: 'Who is to see it: `project` or `private`.',
      }),
    ),
  },
  { title: 'SaveViewBody' },
);
export const UpdateViewBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: NAME_CHARS_MAX, description: 'Its new name.' }),
    ),
    visibility: Type.Optional(
      oneOf(VIEW_VISIBILITIES, { description: 'Who sees it from now on.' }),
    ),
  },
  { title: 'UpdateViewBody' },
);
export const View = Type.Object(
  {
    name: Type.String({
      description:
        'Name, unique among the views of the project, and among the private ones of a user.',
    }),
    ...parts,
    visibility,
    updated_at: isoTime('When it was saved last.'),
  },
  {
    title: 'View',
    description:
      'A saved view of a project’s list, visible to everyone in the project or only to its owner.',
  },
);
export type View = Static<typeof View>;
export const ViewReply = dataOf(View);
export const ViewList = dataOf(
  Type.Array(View, {
    description: `Those of the project by name, then the caller’s private ones by name; at most ${VIEWS_MAX} of each.`,
  }),
);
