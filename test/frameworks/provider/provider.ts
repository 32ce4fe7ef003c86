import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicMessage } from './anthropic.ts';
import { REFUSALS } from './answer.ts';
import { converse } from './bedrock.ts';
import { embedContents, generateContent } from './gemini.ts';
import { chatCompletion, embeddings } from './openai-chat.ts';
import { responsesCall } from './openai-responses.ts';
import { sendJson } from './reply.ts';

const GEMINI = /^\/(?:v1|v1beta|v1beta1)\/(?:.*\/)?models\/([^:/]+):(\w+)/;
const BEDROCK = /^\/model\/([^/]+)\/(converse|converse-stream)$/;

/**
 * A stand-in for the APIs of OpenAI, Anthropic, Gemini and Bedrock on one port. It says the same to
 * the same question, calls tools and refuses the models of REFUSALS, so that what a library makes
 * of it can be compared.
 */
export async function startProvider(): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      sendJson(response, 500, { error: { message: String(error) } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const body = (text === '' ? {} : JSON.parse(text)) as { model?: string };
  const [path = ''] = (request.url ?? '').split('?');
  const gemini = GEMINI.exec(path);
  const bedrock = BEDROCK.exec(path);
  // The Agent Development Kit takes a name for Gemini's by how it begins.
  const refusal = REFUSALS.get(
    (body.model ?? gemini?.[1] ?? bedrock?.[1] ?? '').replace(/^gemini-/, ''),
  );
  if (refusal !== undefined)
    return sendJson(
      response,
      refusal.status,
      refusalBody(refusal, gemini !== null, bedrock !== null),
    );
  if (gemini !== null) {
    const [, model = '', call = ''] = gemini;
    if (/embed/i.test(call)) return embedContents(response, body as never);
    return await generateContent(response, model, body as never, call === 'streamGenerateContent');
  }
  if (bedrock !== null)
    return await converse(
      response,
      decodeURIComponent(bedrock[1] ?? ''),
      body as never,
      bedrock[2] === 'converse-stream',
    );
  if (path.endsWith('/chat/completions')) return await chatCompletion(response, body as never);
  if (path.endsWith('/embeddings')) return embeddings(response, body as never);
  if (path.endsWith('/responses')) return await responsesCall(response, body as never);
  if (path.endsWith('/messages')) return await anthropicMessage(response, body as never);
  sendJson(response, 404, {
    error: { message: `No such address: ${request.method} ${request.url}` },
  });
}

function refusalBody(
  { status, message }: { status: number; message: string },
  isGemini: boolean,
  isBedrock: boolean,
): object {
  if (isBedrock) return { message, __type: 'ResourceNotFoundException' };
  if (isGemini) return { error: { code: status, message, status: 'NOT_FOUND' } };
  return {
    type: 'error',
    error: { type: 'invalid_request_error', message, param: null, code: 'model_not_found' },
  };
}
