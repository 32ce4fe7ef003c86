import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findPython } from '#test/examples/example-run.ts';
import { emptyServer } from './empty-server.ts';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/guides/sampling-and-masking.md');
const python = findPython();

const SPAN = `
with provider.get_tracer("guide").start_as_current_span("masked") as span:
    span.set_attributes({"input.value": "I am ada@example.org.", "user.email": "ada@example.org", "count": 3})
    span.add_event("note", {"text": "Ask bob@example.org"})
provider.shutdown()
`;

it.skipIf(python === null)(
  'the masking exporter of the guide masks attributes and events before they are sent',
  async () => {
    await using server = await emptyServer();
    const [, program = ''] = /```python\n([^]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    const script = `${program.replace('http://localhost:6006', server.url)}${SPAN}`;
    const env = { ...process.env, OTEL_RESOURCE_ATTRIBUTES: 'openinference.project.name=masked' };
    const { status, stderr } = spawnSync(python ?? '', ['-c', script], {
      encoding: 'utf8',
      env,
      timeout: 60_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const reply = await fetch(`${server.url}/v1/projects/masked/spans`);
    expect(await reply.json()).toMatchObject({
      data: [
        {
          name: 'masked',
          attributes: { 'input.value': 'I am [email]', count: 3 },
          events: [{ name: 'note', attributes: { text: 'Ask [email]' } }],
        },
      ],
    });
    expect(
      JSON.stringify(await (await fetch(`${server.url}/v1/projects/masked/spans`)).json()),
    ).not.toContain('example.org');
  },
);
