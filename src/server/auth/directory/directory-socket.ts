import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import type { DirectorySettings, DirectoryTls } from './directory-settings.ts';
import { askForTls } from './start-tls.ts';

const OPEN_MS_MAX = 5_000;

/**
 * Opens the connection to one host, encrypted as configured before anything else is sent; it can't fall back to plain text. The signal
 * closes it at any time.
 */
export async function openDirectorySocket(host: string, { port, tls }: DirectorySettings, signal: AbortSignal): Promise<Socket> {
  const options = await tlsOptions(host, tls);
  const raw = connectTcp({ host, port });
  // A line that breaks while nothing is awaited is noticed at its next use.
  raw.on('error', () => {});
  const end = (): void => void raw.destroy();
  signal.addEventListener('abort', end, { once: true });
  raw.once('close', () => signal.removeEventListener('abort', end));
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS_MAX)]);
  try {
    await once(raw, 'connect', { signal: inTime });
    if (tls.mode === 'none') return raw;
    if (tls.mode === 'starttls') await askForTls(raw, inTime);
    const secure = connectTls({ ...options, socket: raw });
    secure.on('error', () => {});
    await once(secure, 'secureConnect', { signal: inTime });
    return secure;
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

async function tlsOptions(host: string, { mode, verify, caFile, certFile, keyFile }: DirectoryTls): Promise<ConnectionOptions> {
  if (mode === 'none') return {};
  const read = async (file: string | null): Promise<Buffer | undefined> => (file === null ? undefined : await readFile(file));
  const [ca, cert, key] = await Promise.all([read(caFile), read(certFile), read(keyFile)]);
  return {
    host,
    // An address is no server name; the certificate is checked against it all the same.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    rejectUnauthorized: verify,
    minVersion: 'TLSv1.2',
  };
}
