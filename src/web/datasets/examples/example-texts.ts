/**
 * JSON texts of the three objects of an example: they go as they were written, so that no number is
 * rounded on the way.
 */
export interface ExampleTexts {
  readonly input: string;
  readonly output: string;
  readonly metadata: string;
}

/** The fields of an example in the text of a JSON object, without its braces. */
export function contentText({ input, output, metadata }: ExampleTexts): string {
  return `"input":${input},"output":${output},"metadata":${metadata}`;
}
