import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { booleanValue, directory as pathOf, givenSecret, type Parser } from './setting-parsers.ts';
import { optional, setting } from './setting.ts';

/** A file of certificates or a key, as it was when it was read. */
export interface PemFile {
  readonly path: string;
  readonly text: string;
}

const PRIVATE_KEY = /^-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/m;
const CERTIFICATE = /^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gm;

/** A file that is read; `isGood` is for texts that were read of it later. */
interface PemParser extends Parser<PemFile> {
  readonly isGood: (pem: string) => boolean;
}

export const certificates = pemParser('certificates', (pem) => certificatesIn(pem).length > 0);
export const privateKey = pemParser('a private key', (pem) => PRIVATE_KEY.test(pem));

/** The certificates of a PEM text, in order. Throws when one of them is invalid. */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  return (pem.match(CERTIFICATE) ?? []).map((one) => new X509Certificate(one));
}

function pemParser(what: string, isOfItsKind: (pem: string) => boolean): PemParser {
  const isGood = (pem: string): boolean => {
    try {
      return isOfItsKind(pem);
    } catch {
      return false;
    }
  };
  return {
    accepted: `a path of a file that can be read, with ${what} as PEM`,
    parse: (text) => pemFile(text, isGood),
    isGood,
  };
}

function pemFile(text: string, isGood: (pem: string) => boolean): PemFile | null {
  const path = pathOf.parse(text);
  if (path === null) return null;
  try {
    const pem = readFileSync(path, 'utf8');
    return isGood(pem) ? { path, text: pem } : null;
  } catch {
    return null;
  }
}

/** Settings of TLS on the server's own ports. */
export const TLS_SETTINGS = {
  tlsEnabled: setting(
    'TLS_ENABLED',
    'TLS',
    booleanValue,
    false,
    'The ports of HTTP and gRPC speak TLS (1.2 or newer) and nothing else. Needs SERVICE_TLS_CERT_FILE and SERVICE_TLS_KEY_FILE, which are read again when they change.',
  ),
  tlsEnabledForHttp: setting<boolean | null>(
    'TLS_ENABLED_FOR_HTTP',
    'TLS',
    optional(booleanValue),
    null,
    'The same for the port of the page, the REST interface and OTLP over HTTP alone.',
    'as SERVICE_TLS_ENABLED',
  ),
  tlsEnabledForGrpc: setting<boolean | null>(
    'TLS_ENABLED_FOR_GRPC',
    'TLS',
    optional(booleanValue),
    null,
    'The same for the port of OTLP over gRPC alone.',
    'as SERVICE_TLS_ENABLED',
  ),
  tlsCertFile: setting(
    'TLS_CERT_FILE',
    'TLS',
    optional(certificates),
    null,
    'Certificate of the server as PEM, and behind it those that lead to its authority.',
    'none',
  ),
  tlsKeyFile: setting(
    'TLS_KEY_FILE',
    'TLS',
    optional(privateKey),
    null,
    'Private key of that certificate as PEM.',
    'none',
  ),
  tlsKeyPassword: setting(
    'TLS_KEY_FILE_PASSWORD',
    'TLS',
    optional(givenSecret),
    null,
    'Password of the key, where it has one.',
    'none',
  ),
  tlsCaFile: setting(
    'TLS_CA_FILE',
    'TLS',
    optional(certificates),
    null,
    'Authorities whose certificates clients may show, as PEM; for SERVICE_TLS_VERIFY_CLIENT.',
    'none',
  ),
  tlsVerifyClient: setting(
    'TLS_VERIFY_CLIENT',
    'TLS',
    booleanValue,
    false,
    'TLS clients must present a certificate signed by SERVICE_TLS_CA_FILE (mTLS). API keys and sign-in are still required.',
  ),
};
