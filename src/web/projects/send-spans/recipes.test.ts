import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { INTEGRATIONS } from './generated/integrations.ts';
import { RECIPES } from './recipes.ts';

const TARGET = {
  origin: 'http://telltale.example:7000',
  grpc: 'http://telltale.example:4317',
  project: `it's a "shop"`,
  needsKey: false,
};
const recipeOf = (key: string) => RECIPES.find((one) => one.key === key);
const linesOf = (key: string, target = TARGET): string =>
  (recipeOf(key)?.blocks(target) ?? []).map(({ text }) => text).join('\n');

describe('the lines that send a first span', () => {
  it.each(RECIPES.map(({ key }) => key))(
    '%s: with the address and the project filled in',
    (key) => {
      expect(linesOf(key)).toContain('http://telltale.example:7000');
      expect(linesOf(key)).toMatch(/it\\?'|it%27s|it'\\''s/);
      expect(linesOf(key)).not.toMatch(/undefined|localhost|my-app/);
    },
  );

  it.each(RECIPES.map(({ key }) => key))(
    '%s: with the key of the environment where one is needed, and without',
    (key) => {
      expect(linesOf(key, { ...TARGET, needsKey: true })).toMatch(
        /(?:api_key\W|Bearer ).*SERVICE_API_KEY/,
      );
      expect(linesOf(key, { ...TARGET, needsKey: true })).not.toMatch(/^# export \w+HEADERS/m);
      expect(linesOf(key)).not.toContain('SERVICE_API_KEY');
    },
  );

  it('curl: what a shell makes of it is an export request for the project', () => {
    // In place of curl: the body it would send.
    const script = linesOf('curl').replace(/^curl .*? -d /m, "printf '%s' ");
    const body = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' })) as {
      resourceSpans: {
        resource: { attributes: { value: { stringValue: string } }[] };
        scopeSpans: { spans: { traceId: string }[] }[];
      }[];
    };
    expect(body.resourceSpans[0]?.resource.attributes[0]?.value.stringValue).toBe(TARGET.project);
    expect(body.resourceSpans[0]?.scopeSpans[0]?.spans[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each(INTEGRATIONS.map(({ slug }) => slug))(
    '%s: what a shell makes of the exports names the project',
    (slug) => {
      const exports = (recipeOf(slug)?.blocks({ ...TARGET, needsKey: true })[0]?.text ?? '')
        .split('\n')
        .filter((line) => line.startsWith('export'));
      const script = `SERVICE_API_KEY=svc_live_x\n${exports.join('\n')}\nprintf '%s' "$OTEL_RESOURCE_ATTRIBUTES"; env`;
      const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
      expect(output).toContain('openinference.project.name=it%27s%20a%20%22shop%22');
      expect(output).toMatch(/HEADERS\w*=(?:api_key=|Bearer )svc_live_x$/m);
    },
  );

  it('OTel env: without gRPC it is left out', () => {
    expect(linesOf('otel-env')).toContain('grpc');
    expect(linesOf('otel-env', { ...TARGET, grpc: null as never })).not.toContain('grpc');
  });
});
