import { describe, expect, it } from 'vitest';
import { openApiApp } from '#test/api-app.ts';

describe('pages of a listed origin', () => {
  it('may call and read, also with a preflight, and no others may', async () => {
    const origin = 'https://ui.example';
    const listed = await openApiApp({
      security: {
        loopbackOnly: false,
        allowedHosts: [],
        allowedOrigins: [origin, 'https://form.example'],
        readingOrigins: [origin],
      },
    });
    const asking = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'api_key,content-type',
    };
    for (const url of ['/v1/projects', '/v1/traces', '/api/v1/api-keys']) {
      const { status, headers } = await listed.call({ method: 'OPTIONS', url, headers: asking });
      expect([
        status,
        headers['access-control-allow-origin'],
        headers['access-control-allow-headers'],
        headers['vary'],
      ]).toEqual([204, origin, 'api_key,content-type', expect.stringContaining('origin')]);
      expect(headers['access-control-allow-methods']).toContain('DELETE');
    }
    const read = await listed.get('/v1/projects', { origin });
    expect(read.headers['vary']).toBe('origin, accept-encoding');
    expect([
      read.status,
      read.headers['access-control-allow-origin'],
      read.headers['access-control-allow-credentials'],
    ]).toEqual([200, origin, undefined]);
    const missing = await listed.get('/v1/datasets/RGF0YXNldDox', { origin });
    expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, origin]);
    for (const other of ['https://form.example', 'https://evil.example', 'null']) {
      const reply = await listed.get('/v1/projects', { origin: other });
      expect(
        Object.keys(reply.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([]);
      expect(
        (
          await listed.call({
            method: 'OPTIONS',
            url: '/v1/projects',
            headers: { ...asking, origin: other },
          })
        ).status,
      ).toBe(405);
    }
    await listed.close();
  });
});
