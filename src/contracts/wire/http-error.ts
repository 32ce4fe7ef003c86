import { Type, type Static } from 'typebox';

/** The body of every refusal. */
export const ErrorBody = Type.Object(
  {
    detail: Type.String({
      description: 'The error: names the field, the value and the fix.',
      examples: ["Project with name 'chat' not found"],
    }),
  },
  { title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** The body of a 429: the same text twice, since clients look for either. */
export const RateLimitBody = Type.Object(
  {
    error: Type.String({
      description: 'The exceeded limit, and when to retry.',
      examples: [
        "Rate limit exceeded: 60 API calls per minute for the API key 'ci'. Try again in 4 s.",
      ],
    }),
    detail: Type.String({ description: 'The same.' }),
  },
  { title: 'RateLimitError' },
);
export type RateLimitBody = Static<typeof RateLimitBody>;

/** Where a redirect leads, for programs that ask for JSON. */
export const RedirectBody = Type.Object(
  {
    location: Type.String({
      description: 'Where a browser would be redirected.',
      examples: ['/login'],
    }),
  },
  { title: 'Redirect' },
);
export type RedirectBody = Static<typeof RedirectBody>;

/** A rejected field of a body. */
export const FieldError = Type.Object(
  {
    type: Type.String({
      description: '`schema_error`, or `value_error` for what no schema can say.',
      examples: ['value_error'],
    }),
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      description: 'The way to the field: names, and the places in lists.',
      examples: [['body', 'data', 0, 'start_time']],
    }),
    msg: Type.String({ description: 'The problem.', examples: ['body.data.0.name is required.'] }),
  },
  { title: 'FieldError' },
);
export type FieldError = Static<typeof FieldError>;

/**
 * The body of a 422 on routes that take many items, whose clients want to know which one it was.
 */
export const FieldErrorBody = Type.Object(
  {
    detail: Type.Union([Type.Array(FieldError), Type.String()], {
      description: 'The field that is wrong, where it is one of the body; otherwise a message.',
      examples: [
        [
          {
            type: 'schema_error',
            loc: ['body', 'data', 0, 'name'],
            msg: 'body.data.0.name is required.',
          },
        ],
      ],
    }),
  },
  { title: 'FieldErrors' },
);
export type FieldErrorBody = Static<typeof FieldErrorBody>;
