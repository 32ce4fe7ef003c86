import type { AuditAction } from '#contracts/audit/audit-action.ts';
import { ERROR_CODES, type AppError } from '#contracts/wire/errors.ts';
import { UNAUTHENTICATED, type Principal } from '#core/access/principal.ts';
import { actOf, NO_ORIGIN, type AuditDetails, type Origin } from './audit-entry.ts';
import type { AuditLog } from './audit-log.ts';

/** A caller failed to authenticate, or lacked permission. */
export interface Denial {
  /** Null when it is not known who it was. */
  readonly actor: Principal | null;
  readonly action: AuditAction;
  readonly origin: Origin;
  readonly status: number;
  readonly route: string;
  readonly reason: string;
}

export interface AccessEventsOptions {
  readonly audit: Pick<AuditLog, 'note'>;
  readonly now: () => number;
}

interface Repeated {
  readonly denial: Denial;
  /** Not in the log yet. */
  count: number;
  sinceMs: number;
  untilMs: number;
  windowMs: number;
}

const SOURCES_MAX = 64;
const WINDOW_MS_FIRST = 60_000;
const WINDOW_MS_MAX = 3_600_000;
const LOOK_MS = 5_000;
const HOUR_MS = 3_600_000;
const ADDRESSES_PER_KEY_MAX = 20;
const USES_PER_HOUR_MAX = 5_000;

/**
 * Records authentication events in the background, with a bounded number of rows, so that a flood
 * can't fill the disk. The first denial of an address gets its row at once; later ones are counted,
 * and their number gets a row after a minute, then after two, up to an hour. Beyond 64 addresses at
 * once, all others are counted together. For each key, the first use in an hour is recorded, for up
 * to 20 addresses.
 */
export class AccessEvents {
  readonly #options: AccessEventsOptions;
  readonly #sources = new Map<string, Repeated>();
  #others = 0;
  #othersSinceMs = 0;
  #hour = 0;
  #uses = 0;
  readonly #addressesOfKey = new Map<number, Set<string | null>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AccessEventsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Notes what was only counted so far. */
  stop(): void {
    clearInterval(this.#timer);
    for (const source of this.#sources.values()) this.#noteRepeated(source);
    this.#sources.clear();
    this.#noteOthers();
  }

  denied(denial: Denial): void {
    const key = `${denial.origin.address ?? ''} ${denial.action} ${denial.actor?.keyNumber ?? ''} ${denial.actor?.userNumber ?? ''}`;
    const nowMs = this.#options.now();
    const known = this.#sources.get(key);
    if (known !== undefined) {
      if (known.count === 0) known.sinceMs = nowMs;
      known.count += 1;
      return;
    }
    if (this.#sources.size >= SOURCES_MAX) {
      if (this.#others === 0) this.#othersSinceMs = nowMs;
      this.#others += 1;
      return;
    }
    this.#sources.set(key, {
      denial,
      count: 0,
      sinceMs: nowMs,
      untilMs: nowMs + WINDOW_MS_FIRST,
      windowMs: WINDOW_MS_FIRST,
    });
    this.#note(denial, {});
  }

  /** Authentication or authorization failed. Other failures are not noted. */
  refused(actor: Principal | null, origin: Origin, route: string, error: AppError): void {
    if (error.code !== 'unauthenticated' && error.code !== 'forbidden') return;
    const action = error.code === 'forbidden' ? 'authorization.deny' : 'authentication.fail';
    this.denied({
      actor,
      action,
      origin,
      route,
      status: ERROR_CODES[error.code].http,
      reason: error.detail,
    });
  }

  /**
   * A key authenticated a request. Called with every request, so it costs only a lookup in a map
   * and a set.
   */
  keyUsed(actor: Principal, origin: Origin): void {
    if (actor.keyNumber === null) return;
    const nowMs = this.#options.now();
    const hour = Math.floor(nowMs / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#uses = 0;
      this.#addressesOfKey.clear();
    }
    const addresses = this.#addressesOfKey.get(actor.keyNumber) ?? new Set();
    if (
      addresses.has(origin.address) ||
      addresses.size >= ADDRESSES_PER_KEY_MAX ||
      this.#uses >= USES_PER_HOUR_MAX
    )
      return;
    this.#uses += 1;
    this.#addressesOfKey.set(actor.keyNumber, addresses.add(origin.address));
    this.#options.audit.note(actOf({ atMs: nowMs, actor, action: 'key.use', origin }), {
      result: 'success',
      status: null,
    });
  }

  /** Notes the counts whose time has come. */
  look(): void {
    const nowMs = this.#options.now();
    for (const [key, source] of this.#sources) {
      if (nowMs < source.untilMs) continue;
      if (source.count === 0) {
        this.#sources.delete(key);
        continue;
      }
      this.#noteRepeated(source);
      source.windowMs = Math.min(source.windowMs * 2, WINDOW_MS_MAX);
      source.untilMs = nowMs + source.windowMs;
    }
    if (this.#others > 0 && nowMs >= this.#othersSinceMs + WINDOW_MS_FIRST) this.#noteOthers();
  }

  #noteRepeated(source: Repeated): void {
    if (source.count > 0)
      this.#note(source.denial, {
        count: source.count,
        since: new Date(source.sinceMs).toISOString(),
      });
    source.count = 0;
  }

  #noteOthers(): void {
    if (this.#others === 0) return;
    const details = {
      count: this.#others,
      since: new Date(this.#othersSinceMs).toISOString(),
      reason: 'Too many addresses to name each',
    };
    this.#others = 0;
    const act = actOf({
      atMs: this.#options.now(),
      actor: UNAUTHENTICATED,
      action: 'authentication.fail',
      origin: NO_ORIGIN,
      details,
    });
    this.#options.audit.note(act, { result: 'denied', status: null });
  }

  #note({ actor, action, origin, route, reason, status }: Denial, more: AuditDetails): void {
    const act = actOf({
      atMs: this.#options.now(),
      actor: actor ?? UNAUTHENTICATED,
      action,
      origin,
      route,
      details: { reason, ...more },
    });
    this.#options.audit.note(act, { result: 'denied', status });
  }
}
