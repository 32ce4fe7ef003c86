import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { SettingError } from './setting-error.ts';
import type { Setting } from './setting.ts';
import {
  certificates,
  certificatesIn,
  privateKey,
  type PemFile,
  type TLS_SETTINGS,
} from './tls-settings.ts';

/** The settings of TLS as they were read. */
export type TlsValues = {
  readonly [Key in keyof typeof TLS_SETTINGS]: (typeof TLS_SETTINGS)[Key] extends Setting<infer T>
    ? T
    : never;
};

/** Each port's TLS options; null for plain text. */
export interface ServerTls {
  readonly http: TlsOptions | null;
  readonly grpc: TlsOptions | null;
}

/**
 * How the ports are encrypted, by `SERVICE_TLS_*`. All that can be wrong with the files is found
 * here, also while TLS is off.
 */
export function readTls(values: TlsValues): ServerTls {
  const {
    tlsCertFile: certificate,
    tlsKeyFile: key,
    tlsCaFile: authorities,
    tlsVerifyClient: verifies,
  } = values;
  const switchedOn = switchOf(values);
  const missing = new Map<string, string>();
  const needed = (isThere: boolean, name: string, why: string): void => {
    if (!isThere && !missing.has(name))
      missing.set(
        name,
        `SERVICE_TLS_${name} is missing; accepted with ${why} is a path of a PEM file.`,
      );
  };
  needed(certificate !== null || switchedOn === null, 'CERT_FILE', `${switchedOn}=true`);
  needed(key !== null || switchedOn === null, 'KEY_FILE', `${switchedOn}=true`);
  needed(certificate !== null || key === null, 'CERT_FILE', 'SERVICE_TLS_KEY_FILE');
  needed(key !== null || certificate === null, 'KEY_FILE', 'SERVICE_TLS_CERT_FILE');
  needed(authorities !== null || !verifies, 'CA_FILE', 'SERVICE_TLS_VERIFY_CLIENT=true');
  if (missing.size > 0) throw new SettingError([...missing.values()]);
  if (certificate === null || key === null) return { http: null, grpc: null };
  assertPair(certificate, key, openKey(key, values.tlsKeyPassword));
  const options = {
    cert: certificate.text,
    key: key.text,
    ...(values.tlsKeyPassword === null ? {} : { passphrase: values.tlsKeyPassword }),
    minVersion: 'TLSv1.2',
    ...(verifies && authorities !== null
      ? { ca: authorities.text, requestCert: true, rejectUnauthorized: true }
      : {}),
  } satisfies TlsOptions;
  assertUsable(options, certificate);
  return {
    http: (values.tlsEnabledForHttp ?? values.tlsEnabled) ? options : null,
    grpc: (values.tlsEnabledForGrpc ?? values.tlsEnabled) ? options : null,
  };
}

/** The same by what the files hold now, each by its path. Throws as `readTls` does. */
export function rereadTls(values: TlsValues, textOf: (path: string) => string | null): ServerTls {
  const again = (
    file: PemFile | null,
    name: string,
    { isGood, accepted }: typeof certificates,
  ): PemFile | null => {
    if (file === null) return null;
    const text = textOf(file.path);
    if (text === null || !isGood(text))
      throw new SettingError([`SERVICE_TLS_${name} is '${file.path}'; accepted is ${accepted}.`]);
    return { path: file.path, text };
  };
  return readTls({
    ...values,
    tlsCertFile: again(values.tlsCertFile, 'CERT_FILE', certificates),
    tlsKeyFile: again(values.tlsKeyFile, 'KEY_FILE', privateKey),
    tlsCaFile: again(values.tlsCaFile, 'CA_FILE', certificates),
  });
}

/** The variable by which a port speaks TLS; null when none does. */
function switchOf({ tlsEnabled, tlsEnabledForHttp, tlsEnabledForGrpc }: TlsValues): string | null {
  if (tlsEnabledForHttp === true) return 'SERVICE_TLS_ENABLED_FOR_HTTP';
  if (tlsEnabledForGrpc === true) return 'SERVICE_TLS_ENABLED_FOR_GRPC';
  return tlsEnabled && (tlsEnabledForHttp === null || tlsEnabledForGrpc === null)
    ? 'SERVICE_TLS_ENABLED'
    : null;
}

function openKey({ path, text }: PemFile, password: string | null): KeyObject {
  try {
    return createPrivateKey({ key: text, ...(password === null ? {} : { passphrase: password }) });
  } catch (error) {
    if (password === null && isEncrypted(text))
      throw new SettingError(
        [
          `SERVICE_TLS_KEY_FILE_PASSWORD is missing; accepted with SERVICE_TLS_KEY_FILE '${path}' is the password of that key.`,
        ],
        { cause: error },
      );
    if (password !== null && isEncrypted(text))
      throw new SettingError(
        [
          `SERVICE_TLS_KEY_FILE_PASSWORD is not the password (${password.length} characters) of SERVICE_TLS_KEY_FILE '${path}'; accepted is the one it was encrypted with.`,
        ],
        { cause: error },
      );
    throw new SettingError(
      [
        `SERVICE_TLS_KEY_FILE is '${path}'; accepted is a file with a private key as PEM: this one cannot be read.`,
      ],
      {
        cause: error,
      },
    );
  }
}

function isEncrypted(pem: string): boolean {
  return pem.includes('BEGIN ENCRYPTED PRIVATE KEY') || pem.includes('Proc-Type: 4,ENCRYPTED');
}

function assertPair(certificate: PemFile, { path }: PemFile, key: KeyObject): void {
  if (certificatesIn(certificate.text)[0]?.checkPrivateKey(key) === true) return;
  throw new SettingError([
    `SERVICE_TLS_KEY_FILE is '${path}'; accepted is the key of the first certificate in SERVICE_TLS_CERT_FILE '${certificate.path}', which this one is not.`,
  ]);
}

/** OpenSSL has its own rules, such as that a key of 1024 bits is too small. */
function assertUsable(options: TlsOptions, { path }: PemFile): void {
  try {
    createSecureContext(options);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new SettingError(
      [
        `SERVICE_TLS_CERT_FILE is '${path}'; accepted is a certificate that OpenSSL takes: ${reason}.`,
      ],
      {
        cause: error,
      },
    );
  }
}

/**
 * Warnings about these variables: files without effect, and a certificate that clients will not
 * trust.
 */
export function tlsNotices(
  { tls, ...values }: TlsValues & { readonly tls: ServerTls },
  nowMs: number,
): readonly string[] {
  const { tlsCertFile: file, tlsVerifyClient: verifies } = values;
  if (tls.http === null && tls.grpc === null)
    return file === null && !verifies
      ? []
      : [
          'The ports speak in the clear: SERVICE_TLS_* has no effect without SERVICE_TLS_ENABLED=true.',
        ];
  const certificate = file === null ? undefined : certificatesIn(file.text)[0];
  if (file === null || certificate === undefined) return [];
  if (certificate.validToDate.getTime() < nowMs)
    return [
      `The certificate of SERVICE_TLS_CERT_FILE '${file.path}' ended at ${certificate.validTo}: clients will refuse it.`,
    ];
  if (certificate.validFromDate.getTime() > nowMs)
    return [
      `The certificate of SERVICE_TLS_CERT_FILE '${file.path}' begins at ${certificate.validFrom}: clients will refuse it until then.`,
    ];
  return [];
}
