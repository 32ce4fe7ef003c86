import { readFile } from 'node:fs/promises';
import type { SecureContextOptions } from 'node:tls';
import type { Log } from '#server/telemetry/log.ts';
import { rereadTls, tlsNotices, type ServerTls, type TlsValues } from '../settings/read-tls.ts';
import { SettingError } from '../settings/setting-error.ts';
import { certificatesIn } from '../settings/tls-settings.ts';

/** A port that speaks TLS. */
export interface TlsPort {
  /** New handshakes use this certificate; open connections stay unchanged. */
  setSecureContext(options: SecureContextOptions): void;
}

export interface TlsRenewalOptions {
  readonly values: TlsValues;
  /** Null for a port with plain text. */
  readonly ports: { readonly [Port in keyof ServerTls]: TlsPort | null };
  readonly everyMs: number;
  readonly log: Log;
}

/** The files' contents, by path; null for an unreadable file. */
type Texts = ReadonlyMap<string, string | null>;

/**
 * Checks the certificate and key files at intervals and loads renewed ones: new connections get the
 * new certificate, and are verified against the new authorities. Files are compared by content, so
 * the way they were replaced doesn't matter (moved, overwritten, a symlink changed). Certificate
 * and key may be written one after the other: a change is loaded after it stayed the same for one
 * interval. A pair that doesn't match changes nothing and logs one error.
 */
export class TlsRenewal {
  readonly #options: TlsRenewalOptions;
  readonly #paths: readonly string[];
  #inUse: Texts;
  #seen: Texts;
  #refused: Texts | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TlsRenewalOptions) {
    this.#options = options;
    const { tlsCertFile, tlsKeyFile, tlsCaFile } = options.values;
    const files = [tlsCertFile, tlsKeyFile, tlsCaFile].filter((file) => file !== null);
    this.#paths = files.map(({ path }) => path);
    this.#inUse = new Map(files.map(({ path, text }) => [path, text]));
    this.#seen = this.#inUse;
  }

  start(): void {
    const { http, grpc } = this.#options.ports;
    if (http === null && grpc === null) return;
    this.#timer = setInterval(() => void this.look(false), this.#options.everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Checks the files; `isAsked` loads a change at once, without waiting an interval. */
  async look(isAsked: boolean): Promise<void> {
    const texts: Texts = new Map(
      await Promise.all(this.#paths.map(async (path) => [path, await textOf(path)] as const)),
    );
    const isSettled = isAsked || isSame(texts, this.#seen);
    this.#seen = texts;
    if (isSame(texts, this.#inUse)) {
      this.#refused = null;
      return;
    }
    if (!isSettled || (!isAsked && this.#refused !== null && isSame(texts, this.#refused))) return;
    this.#take(texts);
  }

  #take(texts: Texts): void {
    const { values, ports, log } = this.#options;
    try {
      const tls = rereadTls(values, (path) => texts.get(path) ?? null);
      if (tls.http !== null) ports.http?.setSecureContext(tls.http);
      if (tls.grpc !== null) ports.grpc?.setSecureContext(tls.grpc);
      this.#inUse = texts;
      this.#refused = null;
      const [certificate] = certificatesIn(texts.get(values.tlsCertFile?.path ?? '') ?? '');
      log.info(
        { subject: certificate?.subject, validTo: certificate?.validTo },
        'the files of TLS changed: new connections get them',
      );
      for (const notice of tlsNotices({ ...values, tls }, Date.now())) log.warn(notice);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      this.#refused = texts;
      log.error(
        { reason: error.message },
        'the files of TLS changed and do not fit: those before them stay in use',
      );
    }
  }
}

async function textOf(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch(() => null);
}

function isSame(some: Texts, others: Texts): boolean {
  return [...some].every(([path, text]) => others.get(path) === text);
}
