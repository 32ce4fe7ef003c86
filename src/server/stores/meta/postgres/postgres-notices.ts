import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { AppError } from '#contracts/wire/errors.ts';
import { ALL_ITEMS, type Notice } from '../notice.ts';
import { typedRows } from '../row-codec.ts';
import { isLost, postgresError } from './postgres-errors.ts';
import { connectPostgres } from './postgres-session.ts';
import { postgresName, quotedName, type PostgresSettings } from './postgres-settings.ts';

/** How often the versions of topics are compared with what was heard. */
const COMPARE_MS = 1_000;
/** A connection that says nothing for so long is given up: it may be cut somewhere on the way. */
const ANSWER_MS_MAX = 2_000;
const RECONNECT_MS = 250;
const SENDER_BYTES = 6;
const VERSIONS = 'SELECT topic, version FROM notice_versions';

type Tell = (notice: Notice) => void;

/**
 * Notices between the servers of a schema, by LISTEN and NOTIFY on a connection of its own. Each
 * notice has its topic's next version, which is stored as well. A version that was not heard, be it
 * because the connection was lost, is reported as "all items": nothing is missed, at worst too much is
 * looked at again. States: listening -> lost (the connection ended, or was silent) -> listening.
 */
export class PostgresNotices {
  readonly #settings: PostgresSettings;
  readonly #tell: Tell;
  readonly #sender = randomBytes(SENDER_BYTES).toString('hex');
  /** The last version of each topic that was heard or read. */
  readonly #known = new Map<string, number>();
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  #isClosed = false;

  private constructor(settings: PostgresSettings, tell: Tell) {
    this.#settings = settings;
    this.#tell = tell;
  }

  /** Listens from now on. Rejects when PostgreSQL can't be reached now; later it reconnects. */
  static async open(settings: PostgresSettings, tell: Tell): Promise<PostgresNotices> {
    const notices = new PostgresNotices(settings, tell);
    try {
      await notices.#listen();
      for (const [topic, version] of await notices.#versions()) notices.#known.set(topic, version);
    } catch (error) {
      await notices.close();
      throw postgresError(error, settings);
    }
    notices.#lookIn(COMPARE_MS);
    return notices;
  }

  /** Sends a notice to the other servers; rejects with `unavailable` while there is no connection. */
  async send({ topic, items }: Notice): Promise<void> {
    try {
      await this.#ask('SELECT send_notice($1, $2, $3)', [topic, this.#sender, items]);
    } catch (error) {
      throw postgresError(error, this.#settings);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #lookIn(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), ms);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    let nextMs = COMPARE_MS;
    try {
      if (this.#client === null) await this.#listen();
      const before = new Map(this.#known);
      for (const [topic, version] of await this.#versions()) {
        const known = this.#known.get(topic);
        if (known === version) continue;
        // What was heard meanwhile may be newer than what was read. One that is lower without that is
        // of a restored database.
        if (known !== before.get(topic) && version < (known ?? 0)) continue;
        this.#known.set(topic, version);
        this.#tell({ topic, items: ALL_ITEMS });
      }
    } catch {
      nextMs = RECONNECT_MS;
      this.#drop();
    }
    this.#isLooking = false;
    this.#lookIn(nextMs);
  }

  async #listen(): Promise<void> {
    const client = await connectPostgres(this.#settings, (lost) => this.#lost(lost));
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    try {
      // A notice that a crash of PostgreSQL loses is not missed: every server reconnects, and looks.
      await this.#askOver(client, 'SET synchronous_commit = off');
      const [found] = await this.#askOver(client, 'SELECT notice_channel() AS channel');
      const { channel } = typedRows<{ channel: string }>([found])[0] ?? { channel: '' };
      await this.#askOver(client, `LISTEN ${quotedName(channel)}`);
    } catch (error) {
      client.connection.stream.destroy();
      throw error;
    }
    if (this.#isClosed) return client.end();
    // Not before: what it sent earlier it would not hear itself, and take for missed.
    this.#client = client;
  }

  /** `topic version sender item item …`. Those of a topic come in the order of its versions. */
  #hear(payload: string): void {
    const [topic = '', text, sender, ...items] = payload.split(' ');
    const version = Number(text);
    const known = this.#known.get(topic) ?? 0;
    // It was compared before it was heard.
    if (!(version > known)) return;
    this.#known.set(topic, version);
    if (version > known + 1) this.#tell({ topic, items: ALL_ITEMS });
    else if (sender !== this.#sender) this.#tell({ topic, items: items.join(' ') });
  }

  async #versions(): Promise<readonly (readonly [string, number])[]> {
    const rows = typedRows<{ topic: string; version: string }>(await this.#ask(VERSIONS));
    return rows.map(({ topic, version }) => [topic, Number(version)]);
  }

  async #ask(sql: string, parameters: readonly string[] = []): Promise<readonly unknown[]> {
    const client = this.#client;
    if (client === null)
      throw new AppError('unavailable', `${postgresName(this.#settings)} can’t be reached.`, {
        retryAfterSeconds: 1,
      });
    return await this.#askOver(client, sql, parameters);
  }

  async #askOver(
    client: Client,
    sql: string,
    parameters: readonly string[] = [],
  ): Promise<readonly unknown[]> {
    const timer = setTimeout(() => this.#end(client), ANSWER_MS_MAX);
    try {
      // as: rows are checked where they are used.
      return (await client.query(sql, [...parameters])).rows as readonly unknown[];
    } catch (error) {
      if (isLost(error)) this.#end(client);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#lookIn(0);
  }

  #drop(): void {
    if (this.#client !== null) this.#end(this.#client);
  }

  #end(client: Client): void {
    this.#lost(client);
    client.connection.stream.destroy();
  }
}
