import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { RECIPES } from './send-spans.ts';

const TARGET = { origin: 'http://localhost:6006', grpc: 'http://localhost:4317', project: `it's a "shop"`, needsKey: false };
const linesOf = (name: string): string => RECIPES.find((one) => one.name === name)?.lines(TARGET) ?? '';

describe('the lines that send a first span', () => {
  it.each(RECIPES.map(({ name }) => name))('%s: with the address and the project filled in', (name) => {
    expect(linesOf(name)).toContain('http://localhost:6006/v1/traces');
    expect(linesOf(name)).toMatch(/it\\?'|it%27s|it'\\''s/);
    expect(linesOf(name)).not.toContain('undefined');
  });

  it.each(RECIPES.map((one) => [one.name, one.lines] as const))(
    '%s: with the key of the environment where one is needed, and without',
    (_name, lines) => {
      expect(lines({ ...TARGET, needsKey: true })).toMatch(/api_key\W.*SERVICE_API_KEY/);
      expect(lines(TARGET)).not.toContain('SERVICE_API_KEY');
    },
  );

  it('curl: what a shell makes of it is an export request for the project', () => {
    // In place of curl: the body it would send.
    const script = linesOf('curl').replace(/^curl .*? -d /m, "printf '%s' ");
    const body = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' })) as {
      resourceSpans: { resource: { attributes: { value: { stringValue: string } }[] }; scopeSpans: { spans: { traceId: string }[] }[] }[];
    };
    expect(body.resourceSpans[0]?.resource.attributes[0]?.value.stringValue).toBe(TARGET.project);
    expect(body.resourceSpans[0]?.scopeSpans[0]?.spans[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('CrewAI: its model calls are spans too, which another instrumentor makes', () => {
    const lines = linesOf('CrewAI');
    expect(lines).toContain(
      'pip install crewai openinference-instrumentation-crewai openinference-instrumentation-openai opentelemetry-sdk',
    );
    for (const name of ['CrewAIInstrumentor', 'OpenAIInstrumentor']) {
      expect(lines).toMatch(new RegExp(`^from openinference\\.instrumentation\\.\\w+ import ${name}$`, 'm'));
      expect(lines).toContain(`${name}().instrument(tracer_provider=provider)\n`);
    }
  });

  it.each([true, false])("Anthropic: the SDK's own spans are off, or each call would count twice (with a key: %s)", (needsKey) => {
    const lines = RECIPES.find((one) => one.name === 'Anthropic')?.lines({ ...TARGET, needsKey }) ?? '';
    expect(lines.match(/^import os$/gm)).toHaveLength(1);
    expect(lines.indexOf('os.environ["ANTHROPIC_OPEN_TELEMETRY"] = "false"')).toBeGreaterThan(lines.indexOf('import os'));
  });

  it('OTel env: without gRPC it is left out', () => {
    const lines = RECIPES.find((one) => one.name === 'OTel env')?.lines;
    expect(lines?.(TARGET)).toContain('grpc');
    expect(lines?.({ ...TARGET, grpc: null })).not.toContain('grpc');
  });
});
