import { expect, it } from 'vitest';
import type { ApiKey } from '#contracts/api-keys/api-key.ts';
import { accessText, keyLines, purposesOf, rightsFor, scopesFor } from './key-access.ts';

const key = {
  level: 'read-only',
  scopes: [],
  kind: 'user',
  role: null,
  projects: null,
} as unknown as ApiKey;

it('offers what a role has', () => {
  expect(purposesOf('VIEWER')).toEqual(['read', 'scopes']);
  expect(purposesOf('MEMBER')).toEqual(['send', 'read', 'write', 'scopes']);
  expect(purposesOf('ADMIN')).toEqual(['send', 'read', 'write', 'everything', 'scopes']);
  expect(scopesFor('MEMBER')).not.toContain('admin');
});

it('asks for no more than a purpose needs', () => {
  expect(rightsFor('send', [])).toEqual({ scopes: ['traces:write'] });
  expect(rightsFor('read', [])).toEqual({ level: 'read-only' });
  expect(rightsFor('write', [])).toEqual({ level: 'read-write' });
  expect(rightsFor('everything', [])).toEqual({ level: 'admin' });
  expect(rightsFor('scopes', ['projects:read'])).toEqual({ scopes: ['projects:read'] });
});

it('says what a key may do', () => {
  expect(accessText(key)).toEqual({ what: 'Read-only', whose: '' });
  const service: ApiKey = {
    ...key,
    level: null,
    scopes: ['traces:write'],
    kind: 'system',
    role: 'MEMBER',
    projects: ['a', 'b'],
  };
  expect(accessText(service)).toEqual({
    what: 'traces:write',
    whose: 'system, member · 2 projects',
  });
});

it('gives lines to paste', () => {
  const lines = (scopes: ApiKey['scopes']) =>
    keyLines({ key: 'svc_live_x', scopes }, 'http://localhost:6006').map(({ text }) => text);
  expect(lines(['traces:read', 'traces:write'])).toEqual([
    "export OTEL_EXPORTER_OTLP_HEADERS='api_key=svc_live_x'",
    "export SERVICE_API_KEY='svc_live_x'",
    "curl http://localhost:6006/v1/projects -H 'Authorization: Bearer svc_live_x'",
  ]);
  // An exporter that it may not send with would be refused.
  expect(lines(['traces:read'])[0]).toBe("export SERVICE_API_KEY='svc_live_x'");
});
