import type { Random } from '../otlp/random.ts';
import { MODELS, type ModelName } from './model-calls.ts';
import type { Step } from './trace-tree.ts';

type Failure = NonNullable<Step['error']>;

/**
 * How calls to a model fail, by provider: rate limits mostly, time-outs, and contents that a filter
 * refuses. `frame` is where the application called.
 */
export function modelFailure(random: Random, model: ModelName, frame: string): Failure {
  const { provider } = MODELS[model];
  const kind = random.fraction();
  if (kind < 0.2)
    return failure('APITimeoutError', 'Request timed out after 60 s.', provider, frame);
  if (provider === 'anthropic') {
    return kind < 0.5
      ? failure('APIError', '529 overloaded_error: Overloaded', provider, frame)
      : failure(
          'RateLimitError',
          `429 rate_limit_error: This request would exceed the limit of 400,000 input tokens per minute for ${model} (request req_${random.bytes(6).toString('hex')}).`,
          provider,
          frame,
        );
  }
  if (kind < 0.35)
    return failure(
      'BadRequestError',
      '400 content_filter: The response was filtered because it triggered the content management policy.',
      provider,
      frame,
    );
  const limit = random.pick([30_000, 200_000, 500_000]);
  const used = limit - random.between(20, 900);
  const requested = random.between(910, 2_400);
  const waitS = (((used + requested - limit) * 60) / limit).toFixed(3);
  return failure(
    'RateLimitError',
    `429 Rate limit reached for ${model}: limit ${limit} tokens a minute, used ${used}, requested ${requested}. Try again in ${waitS} s.`,
    provider,
    frame,
  );
}

function failure(type: string, message: string, provider: string, frame: string): Failure {
  const library =
    provider === 'anthropic'
      ? '@anthropic-ai/sdk'
      : provider === 'google'
        ? '@google/genai'
        : 'openai';
  return {
    type,
    message,
    stack: `${type}: ${message}
    at APIError.generate (/app/node_modules/${library}/core/error.mjs:52:20)
    at Client.makeStatusError (/app/node_modules/${library}/client.mjs:158:32)
    at async ${frame}`,
  };
}
