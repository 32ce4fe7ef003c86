import { describe, expect, it } from 'vitest';
import { composeSecurity } from './security.ts';

const CONFIG = {
  host: '127.0.0.1',
  rootUrl: null,
  tls: { http: null, grpc: null },
  allowedHosts: [],
  allowedOrigins: [],
  trustedOrigins: [],
};
const rootUrl = 'https://Tools.example.org:8443/telltale';

describe('the names and origins that are the server’s own', () => {
  it('are those of the address browsers reach it under, whatever name the proxy passes on', () => {
    expect(composeSecurity({ ...CONFIG, rootUrl })).toEqual({
      loopbackOnly: true,
      allowedHosts: ['tools.example.org'],
      allowedOrigins: ['https://tools.example.org:8443'],
      readingOrigins: [],
      strictTransport: false,
    });
  });

  it('keep no other name out where all are answered', () => {
    expect(composeSecurity({ ...CONFIG, host: '0.0.0.0', rootUrl }).allowedHosts).toEqual([]);
    const named = composeSecurity({
      ...CONFIG,
      host: '0.0.0.0',
      rootUrl,
      allowedHosts: ['other.example'],
    });
    expect(named.allowedHosts).toEqual(['other.example', 'tools.example.org']);
  });

  it('let others read only where they are listed for that', () => {
    const origins = {
      allowedOrigins: ['https://ui.example'],
      trustedOrigins: ['https://form.example'],
    };
    expect(composeSecurity({ ...CONFIG, ...origins })).toMatchObject({
      allowedOrigins: ['https://ui.example', 'https://form.example'],
      readingOrigins: ['https://ui.example'],
    });
  });
});
