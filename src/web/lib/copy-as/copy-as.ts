import type { JsonObject } from '../json.ts';
import { anthropicRequest } from './anthropic-request.ts';
import type { ChatCall } from './chat-call.ts';
import { literal, pythonArguments } from './literal.ts';
import { openAiRequest } from './openai-request.ts';

export const COPY_FORMATS = ['curl', 'Python', 'TypeScript'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** The call as something to run. Keys are read from the environment, never written. */
export function copyAs(call: ChatCall, format: CopyFormat): string {
  const body = call.provider === 'anthropic' ? anthropicRequest(call) : openAiRequest(call);
  if (format === 'curl') return curl(call.provider, body);
  return format === 'Python' ? python(call.provider, body) : typeScript(call.provider, body);
}

/** The body goes in as a quoted here-document: the shell reads nothing in it, and no line of laid out JSON can end it. */
function curl(provider: ChatCall['provider'], body: JsonObject): string {
  const head =
    provider === 'anthropic'
      ? `curl "\${ANTHROPIC_BASE_URL:-https://api.anthropic.com}/v1/messages" \\
  -H "x-api-key: $ANTHROPIC_API_KEY" \\
  -H "anthropic-version: 2023-06-01" \\`
      : `curl "\${OPENAI_BASE_URL:-https://api.openai.com/v1}/chat/completions" \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\`;
  return `${head}
  -H "Content-Type: application/json" \\
  --data-binary @- <<'JSON'
${JSON.stringify(body, null, 2)}
JSON
`;
}

/** What every version of the Python clients takes by name. They refuse what they do not know, and later versions know less: temperature, say. */
const PYTHON_ARGUMENTS: Readonly<Record<ChatCall['provider'], ReadonlySet<string>>> = {
  openai: new Set(
    'model messages tools tool_choice temperature top_p n stop seed max_tokens max_completion_tokens presence_penalty frequency_penalty response_format user'.split(
      ' ',
    ),
  ),
  anthropic: new Set('model messages system tools tool_choice max_tokens stop_sequences metadata'.split(' ')),
};

function python(provider: ChatCall['provider'], body: JsonObject): string {
  const args = pythonArguments(body, PYTHON_ARGUMENTS[provider])
    .map((line) => `    ${line},\n`)
    .join('');
  return provider === 'anthropic'
    ? `import os

from anthropic import Anthropic

client = Anthropic(api_key=os.environ["ANTHROPIC_API_KEY"])
message = client.messages.create(
${args})
print(message.content)
`
    : `import os

from openai import OpenAI

client = OpenAI(api_key=os.environ["OPENAI_API_KEY"])
completion = client.chat.completions.create(
${args})
print(completion.choices[0].message)
`;
}

function typeScript(provider: ChatCall['provider'], body: JsonObject): string {
  const request = literal(body, 'typescript');
  return provider === 'anthropic'
    ? `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ apiKey: process.env.ANTHROPIC_API_KEY });
const message = await client.messages.create(${request});
console.log(message.content);
`
    : `import OpenAI from 'openai';

const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY });
const completion = await client.chat.completions.create(${request});
console.log(completion.choices[0]?.message);
`;
}
