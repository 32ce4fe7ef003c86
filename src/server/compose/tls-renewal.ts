import { readFile } from 'node:fs/promises';
import type { SecureContextOptions } from 'node:tls';
import type { Log } from '#server/telemetry/log.ts';
import { rereadTls, tlsNotices } from '../settings/read-tls.ts';
import { SettingError } from '../settings/setting-error.ts';
import type { ServerTls, TlsValues } from '../settings/read-tls.ts';
import { certificatesIn } from '../settings/tls-settings.ts';

/** A port that speaks TLS. */
export interface TlsPort {
  /** Handshakes from now on are made with this; connections that are open stay as they are. */
  setSecureContext(options: SecureContextOptions): void;
}

export interface TlsRenewalOptions {
  readonly values: TlsValues;
  /** Null where a port speaks in the clear. */
  readonly ports: { readonly [Port in keyof ServerTls]: TlsPort | null };
  readonly everyMs: number;
  readonly log: Log;
}

/** What the files hold, by path; null for one that cannot be read. */
type Texts = ReadonlyMap<string, string | null>;

/**
 * Looks at the files of certificates and keys once in a while, and takes what was renewed: new connections get the new certificate, and are
 * checked against the new authorities. Files are compared by what they hold, so that it does not matter how they were put there (moved, written
 * over, a link that leads elsewhere). Certificate and key come one after the other: what changed is taken once it has stood still for one look.
 * What does not fit together changes nothing and is an error in the log, once.
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

  /** Looks at the files; `isAsked` takes what changed at once, without waiting for it to stand still. */
  async look(isAsked: boolean): Promise<void> {
    const texts: Texts = new Map(await Promise.all(this.#paths.map(async (path) => [path, await textOf(path)] as const)));
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
      log.info({ subject: certificate?.subject, validTo: certificate?.validTo }, 'the files of TLS changed: new connections get them');
      for (const notice of tlsNotices({ ...values, tls }, Date.now())) log.warn(notice);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      this.#refused = texts;
      log.error({ reason: error.message }, 'the files of TLS changed and do not fit: those before them stay in use');
    }
  }
}

async function textOf(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch(() => null);
}

function isSame(some: Texts, others: Texts): boolean {
  return [...some].every(([path, text]) => others.get(path) === text);
}
