import { sampleOf, type JsonSchema } from './json-schema.ts';

/** What any of the mocked APIs is asked, once its own shape is taken off. */
export interface Question {
  readonly model: string;
  /** The text of the user's last message. */
  readonly text: string;
  readonly tools: readonly Tool[];
  /** Texts of the tools' results that came after the user's last message. */
  readonly results: readonly string[];
  /** The answer has to be JSON of this schema. */
  readonly schema: JsonSchema | null;
}

export interface Tool {
  readonly name: string;
  readonly parameters: JsonSchema;
}

export interface Answer {
  readonly text: string | null;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
}

/**
 * The same for every call, so that a test can name them: of the input 64 were read from a cache, of
 * the output 10 were spent on reasoning.
 */
export const USAGE = { input: 120, cached: 64, output: 30, reasoning: 10, total: 150 };

/** Models that refuse, with the status and the text of their refusal. */
export const REFUSALS: ReadonlyMap<string, { readonly status: number; readonly message: string }> =
  new Map([
    [
      'no-such-model',
      {
        status: 404,
        message: 'The model `no-such-model` does not exist or you do not have access to it.',
      },
    ],
    [
      'busy-model',
      { status: 429, message: 'Rate limit reached for busy-model. Please try again in 20s.' },
    ],
  ]);

/** Tools by which agents hand in their answer: they are called last. */
const FINAL_TOOL =
  /^final_|_output$|^output_|^Final|structured_output|set_model_response|^Weather$/;

/**
 * Calls the first tool once, then answers from its result: by the tool that takes answers where
 * there is one, else as text.
 */
export function answerTo(question: Question): Answer {
  const { tools, results, schema } = question;
  const tool = tools.find(({ name }) => !FINAL_TOOL.test(name));
  if (tool !== undefined && results.length === 0)
    return {
      text: null,
      calls: [{ id: 'call_1', name: tool.name, args: sampleOf(tool.parameters) }],
    };
  const final = tools.find(({ name }) => FINAL_TOOL.test(name));
  const isHandedIn = results.some((result) => /final|success/i.test(result));
  if (final !== undefined && !isHandedIn)
    return {
      text: null,
      calls: [{ id: 'call_2', name: final.name, args: sampleOf(final.parameters) }],
    };
  if (schema !== null) return { text: JSON.stringify(sampleOf(schema)), calls: [] };
  return {
    text:
      results.length > 0
        ? `The weather in Lisbon: ${results[0]}`
        : `You asked: ${question.text.slice(0, 60)} The answer is 42.`,
    calls: [],
  };
}

/** The answer's text in the pieces in which it is streamed. */
export function piecesOf(text: string): readonly string[] {
  return text.split(/(?<= )/);
}

/** A vector of eight numbers that depends on the text alone. */
export function vectorOf(text: string): readonly number[] {
  return Array.from(
    { length: 8 },
    (_, at) => Math.round(Math.sin(text.length + at) * 1_000) / 1_000,
  );
}
