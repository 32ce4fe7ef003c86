import { expect, it } from 'vitest';
import { redirectTarget, registeredTarget } from './redirect-target.ts';

it.each([
  ['http://127.0.0.1/cb', 'loopback'],
  ['http://127.0.0.1:4711/cb?x=1', 'loopback'],
  ['http://[::1]:4711', 'loopback'],
  ['http://localhost:4711/cb', 'loopback'],
  ['https://app.example.org/cb', 'web'],
  ['https://127.0.0.1/cb', 'web'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'scheme'],
  ['com.example.app:/oauth2redirect', 'scheme'],
])('%s is an address of the kind %s', (uri, kind) => {
  expect(redirectTarget(uri)?.kind).toBe(kind);
});

it.each([
  'http://example.org/cb',
  'http://127.0.0.1.example.org/cb',
  'http://127.0.0.2/cb',
  'http://user@127.0.0.1/cb',
  'http://127.0.0.1:80@evil.example/cb',
  'http://127.0.0.1\\@evil.example/cb',
  'https://a.example/cb#fragment',
  'https://a.example/c b',
  'https://a.example/\tcb',
  'https://a.example/\u202Ecb',
  'https:///cb',
  'https:app.example.org/cb',
  'http:127.0.0.1/cb',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.example/x',
  'view-source:https://a.example',
  'ms-msdt:/id',
  'search-ms:query=x',
  'intent://x#Intent;end',
  'mailto:a@example.org',
  '/callback',
  '',
  `https://a.example/${'x'.repeat(1_024)}`,
])('%s is no address for an answer', (uri) => {
  expect(redirectTarget(uri)).toBeNull();
});

it('must be the registered one to the letter, but for the port on the own device where none was registered', () => {
  const registered = [
    'http://127.0.0.1/cb',
    'http://localhost:1/x',
    'https://a.example/cb',
    'app:/cb',
  ];
  for (const uri of [
    'http://127.0.0.1:9/cb',
    'http://127.0.0.1/cb',
    'http://localhost:1/x',
    'https://a.example/cb',
    'app:/cb',
  ])
    expect([uri, registeredTarget(uri, registered)?.uri]).toEqual([uri, uri]);
  for (const uri of [
    'http://[::1]/cb',
    'http://localhost/cb',
    'http://localhost/x',
    'http://localhost:2/x',
    'http://127.1:9/cb',
    'http://0x7f000001:9/cb',
    'HTTP://127.0.0.1:9/cb',
    'http://127.0.0.1:9/a/../cb',
    'http://127.0.0.1:9/./cb',
    'http://127.0.0.1:9/%63b',
    'http://127.0.0.1:/cb',
    'http://127.0.0.1:9//cb',
    'http://127.0.0.1/cb/',
    'http://127.0.0.1/cb?x',
    'http://127.0.0.1/CB',
    'https://127.0.0.1/cb',
    'https://a.example/cb?x=1',
    'https://a.example:8443/cb',
    'https://A.example/cb',
    'https://b.example/cb',
    'app:/other',
  ])
    expect([uri, registeredTarget(uri, registered)]).toEqual([uri, null]);
});
