import type { ServerResponse } from 'node:http';
import { answerTo, piecesOf, USAGE, vectorOf, type Question } from './answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { sendEvents, sendJson } from './reply.ts';

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response: unknown };
}

interface GenerateRequest {
  readonly contents: readonly { readonly role?: string; readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly Declaration[] }[];
  readonly generationConfig?: {
    readonly responseSchema?: JsonSchema;
    readonly responseJsonSchema?: JsonSchema;
  };
}

interface Declaration {
  readonly name: string;
  readonly parameters?: JsonSchema;
  readonly parametersJsonSchema?: JsonSchema;
  readonly parameters_json_schema?: JsonSchema;
}

/** `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`. */
export async function generateContent(
  response: ServerResponse,
  model: string,
  request: GenerateRequest,
  isStream: boolean,
): Promise<void> {
  const answer = answerTo(questionOf(model, request));
  const calls = answer.calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
  const usageMetadata = {
    promptTokenCount: USAGE.input,
    cachedContentTokenCount: USAGE.cached,
    // Gemini counts thoughts beside the answer.
    candidatesTokenCount: USAGE.output - USAGE.reasoning,
    thoughtsTokenCount: USAGE.reasoning,
    totalTokenCount: USAGE.total,
  };
  const reply = (parts: readonly object[], finishReason: string | undefined) => ({
    candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
    usageMetadata,
    modelVersion: model,
    responseId: 'gemini-mock',
  });
  const texts = answer.text === null ? [] : isStream ? piecesOf(answer.text) : [answer.text];
  const parts = [...calls, ...texts.map((text) => ({ text }))];
  if (!isStream) return sendJson(response, 200, reply(parts, 'STOP'));
  await sendEvents(
    response,
    parts.map((part, at) => ({
      data: reply([part], at === parts.length - 1 ? 'STOP' : undefined),
    })),
  );
}

/** `:embedContent` and `:batchEmbedContents`. */
export function embedContents(
  response: ServerResponse,
  request: { readonly requests?: readonly unknown[] },
): void {
  const count = request.requests?.length ?? 1;
  const embeddings = Array.from({ length: count }, (_, at) => ({
    values: vectorOf('x'.repeat(at + 3)),
  }));
  sendJson(
    response,
    200,
    request.requests === undefined ? { embedding: embeddings[0] } : { embeddings },
  );
}

function questionOf(
  model: string,
  { contents, tools, generationConfig }: GenerateRequest,
): Question {
  const last = contents.at(-1)?.parts ?? [];
  const declared = (tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  return {
    model,
    text: last.map(({ text }) => text ?? '').join(' '),
    tools: declared.map((each) => ({
      name: each.name,
      parameters: each.parameters ?? each.parametersJsonSchema ?? each.parameters_json_schema ?? {},
    })),
    results: last.flatMap(({ functionResponse: one }) =>
      one === undefined ? [] : [JSON.stringify(one.response)],
    ),
    schema: generationConfig?.responseSchema ?? generationConfig?.responseJsonSchema ?? null,
  };
}
