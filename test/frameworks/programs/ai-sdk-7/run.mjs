import { sdk } from './set-up.mjs';
import { createOpenAI } from '@ai-sdk/openai';
import * as ai from 'ai';
import { z } from 'zod';
import { runStory } from './ai-sdk-story.mjs';

const telemetry = (functionId) => ({
  telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true, functionId },
});
await runStory({ sdk: ai, openai: createOpenAI(), z, telemetry });
await sdk.shutdown();
