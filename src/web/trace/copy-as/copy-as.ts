import type { JsonObject } from '#web/platform/text/json.ts';
import { anthropicRequest } from './anthropic-request.ts';
import { bedrockRequest } from './bedrock-request.ts';
import type { CallShape } from './call-shape.ts';
import type { ChatCall } from './chat-call.ts';
import { googleArguments, googleBody, googleRequest } from './google-request.ts';
import { literal, pythonArguments } from './literal.ts';
import { openAiRequest } from './openai-request.ts';

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

/**
 * The body goes in as a quoted here-document: the shell reads nothing in it, and no line of laid
 * out JSON can end it.
 */
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
 * Arguments that every version of the Python clients accepts by name; all others go into
 * `extra_body`. The clients refuse unknown arguments, and later versions removed some, such as
 * temperature.
 */
const PYTHON_ARGUMENTS: Readonly<Partial<Record<CallShape, ReadonlySet<string>>>> = {
  openai: OPEN_AI_ARGUMENTS,
  azure: OPEN_AI_ARGUMENTS,
  anthropic: new Set(
    'model messages system tools tool_choice max_tokens stop_sequences metadata'.split(' '),
  ),
};

const AZURE_VERSION = '2024-10-21';

/**
 * The lines of a curl command before the body's: address and credentials. Span data occurs only as
 * a part of the address.
 */
function curlHead(call: ChatCall): string {
  const model = encodeURIComponent(call.model.toWellFormed());
  switch (call.shape) {
    case 'anthropic':
      return `curl "\${ANTHROPIC_BASE_URL:-https://api.anthropic.com}/v1/messages" \\
  -H "x-api-key: $ANTHROPIC_API_KEY" \\
  -H "anthropic-version: 2023-06-01" \\`;
    case 'google':
      return `curl "\${GOOGLE_GEMINI_BASE_URL:-https://generativelanguage.googleapis.com}/v1beta/models/${model.replace(/^models%2F/, '')}:generateContent" \\
  -H "x-goog-api-key: $GEMINI_API_KEY" \\`;
    case 'bedrock':
      return `curl "\${AWS_ENDPOINT_URL_BEDROCK_RUNTIME:-https://bedrock-runtime.\${AWS_REGION:-us-east-1}.amazonaws.com}/model/${model}/converse" \\
  -H "Authorization: Bearer $AWS_BEARER_TOKEN_BEDROCK" \\`;
    case 'azure':
      return `curl "$AZURE_OPENAI_ENDPOINT/openai/deployments/${model}/chat/completions?api-version=\${OPENAI_API_VERSION:-${AZURE_VERSION}}" \\
  -H "api-key: $AZURE_OPENAI_API_KEY" \\`;
    case 'openai': {
      const { prefix, baseUrl } = call.address;
      return `curl "\${${prefix}_BASE_URL:-${baseUrl ?? 'https://api.openai.com/v1'}}/chat/completions" \\
  -H "Authorization: Bearer $${prefix}_API_KEY" \\`;
    }
  }
}

/** A Python program that makes the call with these arguments, one per line. */
function pythonProgram(call: ChatCall, args: string): string {
  const base64 = args.includes('base64.b64decode(') ? 'import base64\n' : '';
  switch (call.shape) {
    case 'anthropic':
      return `import os

from anthropic import Anthropic

client = Anthropic(api_key=os.environ["ANTHROPIC_API_KEY"])
message = client.messages.create(
${args})
print(message.content)
`;
    case 'google':
      return `${base64}import os

from google import genai

client = genai.Client(api_key=os.environ["GEMINI_API_KEY"])
response = client.models.generate_content(
${args})
print(response.candidates[0].content)
`;
    case 'bedrock':
      return `${base64}import os

import boto3

client = boto3.client("bedrock-runtime", region_name=os.environ.get("AWS_REGION", "us-east-1"))
response = client.converse(
${args})
print(response["output"]["message"])
`;
    case 'azure':
    case 'openai':
      return openAiPython(call, args);
  }
}

function openAiPython({ shape, address: { prefix, baseUrl } }: ChatCall, args: string): string {
  const base =
    baseUrl === null ? '' : `base_url=os.environ.get("${prefix}_BASE_URL", "${baseUrl}"), `;
  const [name, client] =
    shape === 'azure'
      ? [
          'AzureOpenAI',
          `AzureOpenAI(
    azure_endpoint=os.environ["AZURE_OPENAI_ENDPOINT"],
    api_key=os.environ["AZURE_OPENAI_API_KEY"],
    api_version=os.environ.get("OPENAI_API_VERSION", "${AZURE_VERSION}"),
)`,
        ]
      : ['OpenAI', `OpenAI(${base}api_key=os.environ["${prefix}_API_KEY"])`];
  return `import os

from openai import ${name}

client = ${client}
completion = client.chat.completions.create(
${args})
print(completion.choices[0].message)
`;
}

/** A TypeScript program that makes the call with this object as its argument. */
function typeScriptProgram(call: ChatCall, request: string): string {
  switch (call.shape) {
    case 'anthropic':
      return `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ apiKey: process.env.ANTHROPIC_API_KEY });
const message = await client.messages.create(${request});
console.log(message.content);
`;
    case 'google':
      return `import { GoogleGenAI } from '@google/genai';

const client = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY });
const response = await client.models.generateContent(${request});
console.log(response.candidates?.[0]?.content);
`;
    case 'bedrock':
      return `import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';

const client = new BedrockRuntimeClient({ region: process.env.AWS_REGION ?? 'us-east-1' });
const response = await client.send(new ConverseCommand(${request}));
console.log(response.output?.message);
`;
    case 'azure':
    case 'openai':
      return openAiTypeScript(call, request);
  }
}

function openAiTypeScript(
  { shape, address: { prefix, baseUrl } }: ChatCall,
  request: string,
): string {
  const base = baseUrl === null ? '' : `baseURL: process.env.${prefix}_BASE_URL ?? '${baseUrl}', `;
  const [head, client] =
    shape === 'azure'
      ? [
          `import { AzureOpenAI } from 'openai';`,
          `new AzureOpenAI({
    baseURL: \`\${process.env.AZURE_OPENAI_ENDPOINT}/openai\`,
    apiKey: process.env.AZURE_OPENAI_API_KEY,
    apiVersion: process.env.OPENAI_API_VERSION ?? '${AZURE_VERSION}',
})`,
        ]
      : [
          `import OpenAI from 'openai';`,
          `new OpenAI({ ${base}apiKey: process.env.${prefix}_API_KEY })`,
        ];
  return `${head}

const client = ${client};
const completion = await client.chat.completions.create(${request});
console.log(completion.choices[0]?.message);
`;
}
