import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether there is an openssl to make certificates with; Node can read them, but makes none. */
export const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

export const KEY_PASSWORD = 'the password of a key';

/**
 * Files of an authority that the test made, with a certificate for `localhost` and 127.0.0.1 and
 * one of a client.
 */
export interface TlsCertificates {
  readonly ca: string;
  readonly serverCert: string;
  readonly serverKey: string;
  /** The same key, encrypted with KEY_PASSWORD. */
  readonly lockedKey: string;
  readonly clientCert: string;
  readonly clientKey: string;
  /** Of an unknown authority. */
  readonly strangerCert: string;
  readonly strangerKey: string;
  /** A certificate that is none: the same bytes, but not as PEM. */
  readonly derCert: string;
  remove(): void;
}

/** Makes them, in a folder of their own. */
export function makeTlsCertificates(): TlsCertificates {
  const folder = mkdtempSync(path.join(tmpdir(), 'telltale-tls-'));
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'stranger'])
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=Test ${name}`,
    );
  for (const [name, subject, extension] of [
    ['server', '/CN=localhost', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ['client', '/CN=exporter', 'extendedKeyUsage=clientAuth'],
  ] as const) {
    openssl(
      'req',
      '-new',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
    );
    writeFileSync(path.join(folder, `${name}.ext`), `${extension}\n`);
    const signing = [
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      `${name}.ext`,
    ];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signing);
  }
  openssl(
    'pkcs8',
    '-topk8',
    '-v2',
    'aes-256-cbc',
    '-in',
    'server.key',
    '-out',
    'locked.key',
    '-passout',
    `pass:${KEY_PASSWORD}`,
  );
  openssl('x509', '-in', 'server.pem', '-outform', 'DER', '-out', 'server.der');
  const file = (name: string): string => path.join(folder, name);
  return {
    ca: file('ca.pem'),
    serverCert: file('server.pem'),
    serverKey: file('server.key'),
    lockedKey: file('locked.key'),
    clientCert: file('client.pem'),
    clientKey: file('client.key'),
    strangerCert: file('stranger.pem'),
    strangerKey: file('stranger.key'),
    derCert: file('server.der'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
