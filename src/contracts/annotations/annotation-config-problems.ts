import type { AnnotationConfigBody } from './annotation-config.ts';

/** Something in a config that makes no sense although it has the right form. */
export interface ConfigProblem {
  /** Where: `name`, `values`, `values.0.label`, `lower_bound`. */
  readonly path: string;
  /** The problem and its fix; begins with the name of the field. */
  readonly message: string;
}

const SHOWN_CHARS = 200;

/**
 * The problems of a config, in the order of its fields. The server and the page use the same words;
 * `nameOf` names a field.
 */
export function configProblems(
  body: AnnotationConfigBody,
  nameOf: (path: string) => string,
): readonly ConfigProblem[] {
  if (body.type === 'CATEGORICAL') return labelProblems(body.values, nameOf);
  const { lower_bound: lower, upper_bound: upper } = body;
  if (
    lower === undefined ||
    lower === null ||
    upper === undefined ||
    upper === null ||
    lower < upper
  )
    return [];
  return [
    {
      path: 'lower_bound',
      message: `${nameOf('lower_bound')} ${lower} must be less than ${nameOf('upper_bound')} ${upper}.`,
    },
  ];
}

function labelProblems(
  values: readonly { readonly label: string }[],
  nameOf: (path: string) => string,
): readonly ConfigProblem[] {
  if (values.length === 0)
    return [
      {
        path: 'values',
        message: `${nameOf('values')} is empty: a categorical config needs at least one label.`,
      },
    ];
  const seen = new Set<string>();
  return values.flatMap(({ label }, index) => {
    const path = `values.${index}.label`;
    if (label.trim() === '')
      return [{ path, message: `${nameOf(path)} is blank; give the label a text.` }];
    if (seen.has(label))
      return [
        {
          path,
          message: `${nameOf(path)} '${label.slice(0, SHOWN_CHARS)}' is there twice; labels are unique.`,
        },
      ];
    seen.add(label);
    return [];
  });
}
