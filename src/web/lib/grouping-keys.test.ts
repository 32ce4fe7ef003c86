import { expect, it } from 'vitest';
<<<<<<<< HEAD:src/web/lib/breakdown-keys.test.ts
import { breakdownKeys } from './breakdown-keys.ts';
========
import { keysToGroupBy } from './grouping-keys.ts';
>>>>>>>> a2497a3c (feat(lists): fit columns to their content, and group by one name):src/web/lib/grouping-keys.test.ts

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
<<<<<<<< HEAD:src/web/lib/breakdown-keys.test.ts
  expect(breakdownKeys(used)).toEqual([
========
  expect(keysToGroupBy(used)).toEqual([
>>>>>>>> a2497a3c (feat(lists): fit columns to their content, and group by one name):src/web/lib/grouping-keys.test.ts
    'resource.service.version',
    'resource.deployment.environment.name',
    'metadata.tier',
    'tool.name',
    'input.value',
    'llm.input_messages',
    'resource.telemetry.sdk.name',
  ]);
<<<<<<<< HEAD:src/web/lib/breakdown-keys.test.ts
  expect(breakdownKeys(Array.from({ length: 300 }, (_, at) => `k${at}`))).toHaveLength(40);
========
  expect(keysToGroupBy(Array.from({ length: 300 }, (_, at) => `k${at}`))).toHaveLength(40);
>>>>>>>> a2497a3c (feat(lists): fit columns to their content, and group by one name):src/web/lib/grouping-keys.test.ts
});
