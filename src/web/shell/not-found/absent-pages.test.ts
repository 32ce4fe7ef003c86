import { describe, expect, it } from 'vitest';
import { absentPage } from './absent-pages.ts';
import { ownAddress } from '#web/shell/address/foreign-address.ts';

describe('pages of Phoenix that do not exist here', () => {
  it.each([
    ['/prompts', 'Prompts'],
    ['/prompts/UHJvbXB0OjE=/versions/2', 'Prompts'],
    ['/redirects/prompts/UHJvbXB0OjE=/tags/production', 'Prompts'],
    ['/settings/prompts', 'Prompts'],
    ['/playground', 'playground'],
    ['/chat', 'playground'],
    ['/evaluators', 'Evaluators'],
    ['/evaluators/RXZhbDox', 'Evaluators'],
    ['/apis/graphql', 'GraphQL'],
    ['/settings/mcp', 'MCP'],
    ['/settings/secrets', 'Secrets'],
    ['/settings/providers', 'calls no models'],
    ['/settings/sandboxes', 'calls no models'],
    ['/settings/agents/tools', 'calls no models'],
    ['/profile/generative-ai', 'calls no models'],
    ['/support', 'Help'],
  ])('%s says what to use instead', (path, word) => {
    expect(absentPage(path)?.title).toContain(word);
    expect(absentPage(path)?.instead).toMatch(/\.$/);
    expect(ownAddress(path, '')).toBeNull();
  });

  it.each(['/nowhere', '/promptsmith', '/projects/prompts', '/settings/nothing', '/datasets/a'])(
    '%s is none of them',
    (path) => expect(absentPage(path)).toBeNull(),
  );
});
