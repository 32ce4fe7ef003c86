import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  HAS_OPENSSL,
  KEY_PASSWORD,
  makeTlsCertificates,
  type TlsCertificates,
} from '#test/tls-certificates.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { tlsNotices } from './read-tls.ts';

describe.skipIf(!HAS_OPENSSL)('the variables of TLS (needs openssl)', () => {
  let files: TlsCertificates;
  beforeAll(() => {
    files = makeTlsCertificates();
  });
  afterAll(() => files.remove());

  const pair = (): Record<string, string> => ({
    TLS_CERT_FILE: files.serverCert,
    TLS_KEY_FILE: files.serverKey,
  });
  const under = (
    prefix: string,
    variables: Readonly<Record<string, string>>,
  ): Record<string, string> =>
    Object.fromEntries(Object.entries(variables).map(([name, value]) => [prefix + name, value]));
  const refusal = (variables: Readonly<Record<string, string>>): string => {
    try {
      loadConfig(under('SERVICE_', variables));
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
    return 'accepted';
  };

  it.each(['SERVICE_', 'PHOENIX_'])('work as %s', (prefix) => {
    const locked = {
      ...pair(),
      TLS_KEY_FILE: files.lockedKey,
      TLS_KEY_FILE_PASSWORD: KEY_PASSWORD,
    };
    const { config, notices } = loadConfig(
      under(prefix, {
        ...locked,
        TLS_ENABLED: 'true',
        TLS_CA_FILE: files.ca,
        TLS_VERIFY_CLIENT: 'true',
      }),
    );
    expect(config.tls.http).toMatchObject({
      minVersion: 'TLSv1.2',
      requestCert: true,
      rejectUnauthorized: true,
      passphrase: KEY_PASSWORD,
    });
    expect(config.tls.grpc).toEqual(config.tls.http);
    expect(notices).toEqual([]);
  });

  it.each([
    [{ TLS_ENABLED: 'true' }, [true, true]],
    [{ TLS_ENABLED: 'true', TLS_ENABLED_FOR_GRPC: 'false' }, [true, false]],
    [{ TLS_ENABLED: 'true', TLS_ENABLED_FOR_HTTP: 'false' }, [false, true]],
    [{ TLS_ENABLED_FOR_HTTP: 'true' }, [true, false]],
    [{ TLS_ENABLED: 'false', TLS_ENABLED_FOR_GRPC: 'true' }, [false, true]],
    [{}, [false, false]],
  ])('%o: TLS for HTTP and for gRPC is %o', (switches, expected) => {
    const { tls } = loadConfig(under('SERVICE_', { ...pair(), ...switches })).config;
    expect([tls.http !== null, tls.grpc !== null]).toEqual(expected);
    expect(tls.http?.requestCert ?? tls.grpc?.requestCert).toBeUndefined();
  });

  it('are refused in one line where they cannot be', () => {
    const on = { ...pair(), TLS_ENABLED: 'true' };
    for (const [variables, message] of [
      [
        { TLS_ENABLED: 'true' },
        // One line for each of the two.
        [
          'SERVICE_TLS_CERT_FILE is missing; accepted with SERVICE_TLS_ENABLED=true is a path of a PEM file.',
          'SERVICE_TLS_KEY_FILE is missing; accepted with SERVICE_TLS_ENABLED=true is a path of a PEM file.',
        ].join('\n'),
      ],
      [
        { TLS_ENABLED_FOR_GRPC: 'true', TLS_CERT_FILE: files.serverCert },
        'SERVICE_TLS_KEY_FILE is missing; accepted with SERVICE_TLS_ENABLED_FOR_GRPC=true is a path of a PEM file.',
      ],
      [
        { TLS_CERT_FILE: files.serverCert },
        'SERVICE_TLS_KEY_FILE is missing; accepted with SERVICE_TLS_CERT_FILE is a path of a PEM file.',
      ],
      [
        { TLS_KEY_FILE: files.serverKey },
        'SERVICE_TLS_CERT_FILE is missing; accepted with SERVICE_TLS_KEY_FILE is a path of a PEM file.',
      ],
      [
        { ...on, TLS_VERIFY_CLIENT: 'true' },
        'SERVICE_TLS_CA_FILE is missing; accepted with SERVICE_TLS_VERIFY_CLIENT=true is a path of a PEM file.',
      ],
      ...[files.derCert, files.serverKey, '/nowhere/server.pem', '/'].map(
        (file) =>
          [
            { ...on, TLS_CERT_FILE: file },
            `SERVICE_TLS_CERT_FILE is '${file.slice(0, 80)}'; accepted is a path of a file that can be read, with certificates as PEM.`,
          ] as const,
      ),
      [
        { ...on, TLS_KEY_FILE: files.serverCert },
        `SERVICE_TLS_KEY_FILE is '${files.serverCert}'; accepted is a path of a file that can be read, with a private key as PEM.`,
      ],
      [
        { ...on, TLS_CA_FILE: '/dev/null' },
        "SERVICE_TLS_CA_FILE is '/dev/null'; accepted is a path of a file that can be read, with certificates as PEM.",
      ],
      [
        { ...on, TLS_KEY_FILE: files.clientKey },
        `SERVICE_TLS_KEY_FILE is '${files.clientKey}'; accepted is the key of the first certificate in SERVICE_TLS_CERT_FILE '${files.serverCert}', which this one is not.`,
      ],
      [
        { ...on, TLS_KEY_FILE: files.lockedKey },
        `SERVICE_TLS_KEY_FILE_PASSWORD is missing; accepted with SERVICE_TLS_KEY_FILE '${files.lockedKey}' is the password of that key.`,
      ],
      [
        { ...on, TLS_KEY_FILE: files.lockedKey, TLS_KEY_FILE_PASSWORD: 'a wrong one' },
        `SERVICE_TLS_KEY_FILE_PASSWORD is not the password (11 characters) of SERVICE_TLS_KEY_FILE '${files.lockedKey}'; accepted is the one it was encrypted with.`,
      ],
      [
        { ...on, TLS_ENABLED_FOR_HTTP: 'maybe' },
        "SERVICE_TLS_ENABLED_FOR_HTTP is 'maybe'; accepted is true or false.",
      ],
    ] as const)
      expect(refusal(variables)).toBe(message);
  });

  it('have notices where they do not do what one may think', () => {
    expect(loadConfig(under('SERVICE_', pair())).notices).toEqual([
      expect.stringContaining('The ports speak in the clear'),
    ]);
    const { config } = loadConfig(under('SERVICE_', { ...pair(), TLS_ENABLED: 'true' }));
    expect(tlsNotices(config, Date.now() + 3 * 86_400_000)).toEqual([
      expect.stringMatching(/ended at .*: clients will refuse it\.$/),
    ]);
    expect(tlsNotices(config, Date.now() - 3 * 86_400_000)).toEqual([
      expect.stringMatching(/begins at .*: clients will refuse it until then\.$/),
    ]);
  });
});
