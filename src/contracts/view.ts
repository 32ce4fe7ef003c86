import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ProjectParams, dataOf, isoTime, nullable, oneOf } from './schema-parts.ts';

const NAME_CHARS_MAX = 80;
/** More are not kept of one project. */
export const VIEWS_MAX = 200;
const scope = oneOf(['traces', 'spans', 'llm', 'sessions'], {
  description: 'The listed rows: traces, all spans, LLM calls, or sessions.',
});
const part = (description: string) => nullable(Type.String({ maxLength: 4096 }), { description });
const parts = {
  scope,
  filter: Type.String({ maxLength: 4096, description: 'The filter as it was typed.', examples: ['latency_ms > 4000 and error_count > 0'] }),
  sort: part("Order of the rows, as the page's address has it: `cost`, `started.asc`; null for newest first."),
  columns: part("Columns, as the page's address has them; null for the usual ones."),
  group: part(
    'The grouping of the rows: name, model, user, session, error, or an attribute as `attr:resource.service.version`; null for rows.',
  ),
};

export const ViewParams = Type.Object({
  ...ProjectParams.properties,
  view_name: Type.String({ minLength: 1, maxLength: NAME_CHARS_MAX, description: 'Name of the view.', examples: ['slow and failed'] }),
});
export const SaveViewBody = Type.Object(
  { ...parts, sort: Type.Optional(parts.sort), columns: Type.Optional(parts.columns), group: Type.Optional(parts.group) },
  { title: 'SaveViewBody' },
);
export const RenameViewBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: NAME_CHARS_MAX, description: 'Its new name.' }) },
  { title: 'RenameViewBody' },
);
export const View = Type.Object(
  { name: Type.String({ description: 'Name, unique in the project.' }), ...parts, updated_at: isoTime('When it was saved last.') },
  { title: 'View', description: 'A saved view of a project’s list, visible to every user of the server.' },
);
export type View = Static<typeof View>;
export const ViewReply = dataOf(View);
export const ViewList = dataOf(Type.Array(View, { description: `By name; at most ${VIEWS_MAX}.` }));
