import { Type, type Static } from 'typebox';
import { Project } from '../projects/project.ts';
import { dataOf, nullable, oneOf } from '../wire/schema-parts.ts';

export const LookupParams = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      'A trace id, span id or session id as it was sent, or the Global ID of one of them or of a project.',
    examples: ['0af7651916cd43dd8448eb211c80319c'],
  }),
});
export const LookupMatch = Type.Object(
  {
    type: oneOf(['project', 'trace', 'span', 'session'], {
      description: 'The objects with this id.',
    }),
    project: Project,
    trace_id: nullable(Type.String(), { description: 'Trace id of a trace or a span, else null.' }),
    span_id: nullable(Type.String(), { description: 'Span id of a span, else null.' }),
    session_id: nullable(Type.String(), { description: 'Session id of a session, else null.' }),
  },
  { title: 'LookupMatch' },
);
export type LookupMatch = Static<typeof LookupMatch>;
export const LookupReply = dataOf(Type.Array(LookupMatch));
