import type { JsonObject } from '#web/platform/text/json.ts';
import { anthropicRequest } from './anthropic-request.ts';
import { bedrockRequest } from './bedrock-request.ts';
import type { CallShape } from './call-shape.ts';
import type { ChatCall } from './chat-call.ts';
import { googleArguments, googleBody, googleRequest } from './google-request.ts';
import { literal, pythonArguments } from './literal.ts';
import { openAiRequest } from './openai-request.ts';
import { curlHead, pythonProgram, typeScriptProgram } from './programs.ts';

export const COPY_FORMATS = ['curl', 'Python', 'TypeScript'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** The call as something to run. Keys are read from the environment, never written. */
export function copyAs(call: ChatCall, format: CopyFormat): string {
  const { body, args } = requestOf(call);
  if (format === 'curl') return curl(call, body);
  if (format === 'TypeScript') return typeScriptProgram(call, literal(args, 'typescript'));
  const lines = pythonArguments(args, PYTHON_ARGUMENTS[call.shape] ?? new Set(Object.keys(args)));
  return pythonProgram(call, lines.map((line) => `    ${line},\n`).join(''));
}

/** The request as its interface takes it, and as the arguments of its clients. */
function requestOf(call: ChatCall): { readonly body: JsonObject; readonly args: JsonObject } {
  switch (call.shape) {
    case 'google': {
      const request = googleRequest(call);
      return { body: googleBody(request), args: googleArguments(request) };
    }
    case 'bedrock': {
      const { modelId, body } = bedrockRequest(call);
      return { body, args: { modelId, ...body } };
    }
    case 'anthropic': {
      const body = anthropicRequest(call);
      return { body, args: body };
    }
    case 'azure':
    case 'openai': {
      const body = openAiRequest(call);
      return { body, args: body };
    }
  }
}

/** The body goes in as a quoted here-document: the shell reads nothing in it, and no line of laid out JSON can end it. */
function curl(call: ChatCall, body: JsonObject): string {
  return `${curlHead(call)}
  -H "Content-Type: application/json" \\
  --data-binary @- <<'JSON'
${JSON.stringify(body, null, 2)}
JSON
`;
}

const OPEN_AI_ARGUMENTS = new Set(
  'model messages tools tool_choice temperature top_p n stop seed max_tokens max_completion_tokens presence_penalty frequency_penalty response_format user'.split(
    ' ',
  ),
);

/**
 * Arguments that every version of the Python clients accepts by name; all others go into `extra_body`. The clients refuse unknown
 * arguments, and later versions removed some, such as temperature.
 */
const PYTHON_ARGUMENTS: Readonly<Partial<Record<CallShape, ReadonlySet<string>>>> = {
  openai: OPEN_AI_ARGUMENTS,
  azure: OPEN_AI_ARGUMENTS,
  anthropic: new Set('model messages system tools tool_choice max_tokens stop_sequences metadata'.split(' ')),
};
