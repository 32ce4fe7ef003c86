import { expect, it } from 'vitest';
import { keysToGroupBy } from './grouping-keys.ts';

it('offers versions and environments first, what is another in every span last, and the rest as frequent as it is', () => {
  const used = [
    'input.value',
    'llm.input_messages',
    'metadata.tier',
    'resource.telemetry.sdk.name',
    'resource.deployment.environment.name',
    'tool.name',
    'resource.service.version',
  ];
  expect(keysToGroupBy(used)).toEqual([
    'resource.service.version',
    'resource.deployment.environment.name',
    'metadata.tier',
    'tool.name',
    'input.value',
    'llm.input_messages',
    'resource.telemetry.sdk.name',
  ]);
  expect(keysToGroupBy(Array.from({ length: 300 }, (_, at) => `k${at}`))).toHaveLength(40);
});
