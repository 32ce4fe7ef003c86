import { sdk } from './set-up.mjs';
import { createOpenAI } from '@ai-sdk/openai';
import * as ai from 'ai';
import { z } from 'zod';
import { runStory } from './ai-sdk-story.mjs';

const telemetry = (functionId) => ({
  experimental_telemetry: {
    isEnabled: true,
    functionId,
    metadata: { sessionId: 'session-7', userId: 'ada' },
  },
});
await runStory({ sdk: ai, openai: createOpenAI(), z, telemetry });
await sdk.shutdown();
