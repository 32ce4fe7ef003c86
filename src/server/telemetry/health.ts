/** The body of `/ready`. `reasons` lists every problem, in plain words. */
export interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  /** False means that anyone who reaches the port can read and delete everything. */
  readonly authentication: boolean;
}

/**
 * Asks one part whether it is fit to serve; null when it is, else the reason. Must be instant:
 * never touches the database.
 */
export type HealthCheck = () => string | null;

/** Collects what the parts say about themselves. */
export class Health {
  readonly #checks: HealthCheck[] = [];
  readonly #authentication: boolean;
  #starting = true;
  #stopping = false;

  constructor(options: { readonly authentication: boolean }) {
    this.#authentication = options.authentication;
  }

  add(check: HealthCheck): void {
    this.#checks.push(check);
  }

  /** The stores are not open yet. */
  get starting(): boolean {
    return this.#starting;
  }

  started(): void {
    this.#starting = false;
  }

  stopping(): void {
    this.#stopping = true;
  }

  readiness(): Readiness {
    const reasons: string[] = [];
    if (this.#starting)
      reasons.push('starting: the stores are being opened, and their schemas brought up to date');
    if (this.#stopping) reasons.push('shutting down');
    for (const check of this.#checks) {
      const reason = check();
      if (reason !== null) reasons.push(reason);
    }
    return { ready: reasons.length === 0, reasons, authentication: this.#authentication };
  }
}
