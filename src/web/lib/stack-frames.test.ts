import { expect, it } from 'vitest';
import { frameCount, stackParts } from './stack-frames.ts';

it('keeps the frames of a Node application and gathers those of libraries', () => {
  const stack = `TypeError: no
    at refund (/app/src/refund.ts:7:1)
    at Layer.handle (/app/node_modules/express/lib/router.js:1:2)
    at next (/app/node_modules/express/lib/next.js:1:2)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at main (/app/src/main.ts:1:1)
`;
  expect(stackParts(stack).map((part) => [part.type, part.lines.length, frameCount(part)])).toEqual([
    ['own', 2, 1],
    ['library', 3, 3],
    ['own', 1, 1],
  ]);
});

it('keeps the source line below a Python frame with its frame', () => {
  const stack = `Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/openai/_base.py", line 10, in request
    raise self._make_status_error()
    ^^^^^^^
  File "/srv/app/agent.py", line 3, in run
    client.create()
openai.RateLimitError: 429`;
  expect(stackParts(stack).map((part) => [part.type, part.lines.length])).toEqual([
    ['own', 1],
    ['library', 3],
    ['own', 3],
  ]);
});

it('takes text that is no stack as it is, and cuts an endless one', () => {
  expect(stackParts('just text')).toEqual([{ type: 'own', lines: ['just text'] }]);
  expect(stackParts('    at f (/app/a.js:1:1)\n'.repeat(5000))[0]?.lines.length).toBe(2000);
});
