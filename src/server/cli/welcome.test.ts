import { expect, it } from 'vitest';
import { welcome } from './welcome.ts';

const FACTS = {
  http: 'http://127.0.0.1:6006',
  grpc: '127.0.0.1:4317',
  directory: '/data',
  notices: [],
  authentication: false,
  isLoopbackOnly: false,
  adminLink: null,
} as const;

it('without authentication the banner says how to close ports that other machines can reach', () => {
  expect(welcome(FACTS)).toContain('set SERVICE_HOST=127.0.0.1');
});

it('the banner does not ask for a host that is set already', () => {
  const text = welcome({ ...FACTS, isLoopbackOnly: true });
  expect(text).not.toContain('SERVICE_HOST');
  expect(text).toContain('Other machines cannot reach these ports');
  expect(text).toContain('SERVICE_ENABLE_AUTH=true');
});
