import { Type } from 'typebox';
import type { Static } from 'typebox';

/** The body of every refusal. */
export const ErrorBody = Type.Object(
  {
    detail: Type.String({
      description: 'What went wrong: names the field, the value and the way out.',
      examples: ["Project with name 'chat' not found"],
    }),
  },
  { title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;
