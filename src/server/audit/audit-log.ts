import type { AuditChain, AuditRow } from '#server/stores/meta/audit-tables.ts';
import {
  CHAIN_MOVED,
  appendAudit,
  appendAuditWithin,
  lastIntent,
  openIntents,
  readChain,
  readIntents,
  type AuditAddition,
  type StoredIntent,
} from '#server/stores/meta/audit/append.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { Act, Outcome } from './audit-entry.ts';
import { auditRow } from './audit-row.ts';

export interface AuditLogOptions {
  readonly store: Pick<MetaStore, 'db' | 'batch'>;
  readonly log: Log;
  /** This server among those that share the database; absent of one that is alone. */
  readonly serverId?: () => number;
}

/** An act that has begun: it is on disk, and will have its row whatever happens. */
export interface OpenAct {
  /**
   * Gives it its row. Never rejects: a row that cannot be written now is written later, at the
   * latest at the next start.
   */
  end(outcome: Outcome): Promise<void>;
  /** The action had no effect: no row. For refused strangers, who are counted elsewhere. */
  forget(): Promise<void>;
}

type Change =
  | { readonly kind: 'begin'; readonly act: Act }
  | {
      readonly kind: 'end';
      readonly act: Act;
      readonly outcome: Outcome;
      readonly intent: number | null;
      readonly isRetried?: true;
    }
  | { readonly kind: 'forget'; readonly intent: number; readonly isRetried?: true };
type End = Exclude<Change, { readonly kind: 'begin' }>;

interface Waiting {
  readonly change: Change;
  /** Gets the number of the intent that was stored. */
  readonly resolve: (intent: number) => void;
  readonly reject: (error: unknown) => void;
}

const CHANGES_PER_COMMIT = 500;
const WAITING_MAX = 10_000;
const INTENTS_PER_READ = 500;
const LATER_MAX = 1_000;
const RETRY_MS = 5_000;
/** Each time, another server or command was quicker. */
const TRIES_MAX = 3;
/**
 * The audit log: append-only rows, each hashed with the one before. An action is recorded before it
 * runs (`begin`, an intent) and gets its row once its outcome is known; after a kill between the
 * two, `recover` turns the intent into a row at the next start. So every action has exactly one
 * row, whichever database it changed. Pending entries are written together, in one commit.
 *
 * Several servers write to one log, each its own batches behind whatever row is the last.
 */
export class AuditLog {
  readonly #options: AuditLogOptions;
  readonly #waiting: Waiting[] = [];
  /** Ends that could not be written. */
  readonly #later: End[] = [];
  #chain: AuditChain | null = null;
  #nextIntent = 1;
  #draining: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  /**
   * Adds rows for the actions that a kill interrupted. Call before any other action begins, and
   * again when another server is gone.
   */
  async recover(): Promise<void> {
    for (;;) {
      const left = await readIntents(this.#options.store.db, INTENTS_PER_READ);
      if (left.length === 0) return;
      await Promise.all(left.map((intent) => this.#add(interrupted(intent))));
    }
  }

  /**
   * Writes down that something is about to be done. Rejects when that is not possible: then it must
   * not be done.
   */
  async begin(act: Act): Promise<OpenAct> {
    const intent = await this.#add({ kind: 'begin', act });
    return {
      end: (outcome) => this.#endOrLater({ kind: 'end', act, outcome, intent }),
      forget: () => this.#endOrLater({ kind: 'forget', intent }),
    };
  }

  /** Notes what has happened already, in the background. */
  note(act: Act, outcome: Outcome): void {
    this.append(act, outcome).catch((error: unknown) => {
      this.#options.log.warn(
        { err: error, action: act.action },
        'a row of the audit log could not be written',
      );
    });
  }

  /** Notes what has happened already. */
  async append(act: Act, outcome: Outcome): Promise<void> {
    await this.#add({ kind: 'end', act, outcome, intent: null });
  }

  /** Resolves when what was noted so far is written. */
  async flush(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
  }

  /**
   * Call after the last entry. If the final write fails, `recover` completes it at the next start.
   */
  async stop(): Promise<void> {
    await this.#tryAgain();
    clearTimeout(this.#retry);
    await this.flush();
  }

  async #endOrLater(change: End): Promise<void> {
    try {
      await this.#add(change);
    } catch (error) {
      this.#options.log.error(
        { err: error },
        'the end of an act could not be written to the audit log yet',
      );
      if (this.#later.length < LATER_MAX) this.#later.push({ ...change, isRetried: true });
      this.#retry ??= setTimeout(() => void this.#tryAgain(), RETRY_MS).unref();
    }
  }

  async #tryAgain(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    await Promise.all(this.#later.splice(0).map((change) => this.#endOrLater(change)));
  }

  #add(change: Change): Promise<number> {
    if (this.#waiting.length >= WAITING_MAX)
      return Promise.reject(new Error('Too many rows of the audit log wait to be written.'));
    return new Promise<number>((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, CHANGES_PER_COMMIT);
      try {
        const intents = await this.#commitInTurn(group.map((one) => one.change));
        group.forEach((one, index) => one.resolve(intents[index] ?? 0));
      } catch (error) {
        // Whether it was written is not known after a deadline: the next commit asks the database.
        this.#chain = null;
        for (const one of group) one.reject(error);
      }
    }
    // Here and no later: a caller that was just answered may add something before anything else
    // runs, and it would wait for the one after.
    this.#draining = null;
  }

  /**
   * The chain is believed to be where this server left it, so that a batch takes one message. If
   * another server or a command wrote a row since, nothing of the batch was written, and it is read
   * where the chain ends; if others are quicker each time, the lock of those that write is taken
   * before.
   */
  async #commitInTurn(changes: readonly Change[]): Promise<readonly number[]> {
    for (let left = TRIES_MAX; left > 0; left -= 1) {
      try {
        return await this.#commit(changes);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.includes(CHAIN_MOVED)) throw error;
        this.#chain = null;
      }
    }
    return await this.#commitAlone(changes);
  }

  async #commit(changes: readonly Change[]): Promise<readonly number[]> {
    const { batch, db } = this.#options.store;
    const isDoubtful =
      this.#chain === null ||
      changes.some((change) => change.kind !== 'begin' && change.isRetried === true);
    const chain = this.#chain ?? (await this.#load());
    const ends = endsOf(changes);
    // Others had their rows after all, by a commit that seemed to have failed.
    const open = isDoubtful ? await openIntents(db, ends) : ends;
    const { addition, numbers, end } = this.#plan(chain, changes, open);
    await appendAudit(batch, addition);
    this.#chain = end;
    return numbers;
  }

  async #commitAlone(changes: readonly Change[]): Promise<readonly number[]> {
    const { numbers, end } = await this.#options.store.db
      .transaction()
      .execute(async (transaction) => {
        const chain = await readChain(transaction);
        const open = await openIntents(transaction, endsOf(changes));
        const plan = this.#plan(chain, changes, open);
        await appendAuditWithin(transaction, plan.addition);
        return plan;
      });
    this.#chain = end;
    return numbers;
  }

  /** What the changes add behind the end of the chain, and where it ends then. */
  #plan(
    chain: AuditChain,
    changes: readonly Change[],
    openNumbers: readonly number[],
  ): { addition: AuditAddition; numbers: readonly number[]; end: AuditChain } {
    const open = new Set(openNumbers);
    let end = chain;
    const intents: StoredIntent[] = [];
    const rows: AuditRow[] = [];
    const numbers = changes.map((change) => {
      if (change.kind === 'begin') {
        const id = this.#nextIntent++;
        intents.push({ id, act: JSON.stringify(change.act) });
        return id;
      }
      if (change.kind === 'end' && (change.intent === null || open.has(change.intent))) {
        const row = auditRow(end, change);
        end = { ...end, last_seq: row.seq, last_hash: row.hash };
        rows.push(row);
      }
      return 0;
    });
    return { addition: { intents, rows, ended: [...open] }, numbers, end };
  }

  /** Reads where the chain ends, and makes sure that no number of an intent is used twice. */
  async #load(): Promise<AuditChain> {
    const { serverId, store } = this.#options;
    const last = await lastIntent(store.db, serverId?.() ?? 0);
    this.#nextIntent = Math.max(this.#nextIntent, last + 1);
    return readChain(store.db);
  }
}

function endsOf(changes: readonly Change[]): readonly number[] {
  return changes.flatMap((change) =>
    change.kind === 'begin' || change.intent === null ? [] : [change.intent],
  );
}

function interrupted({ id, act }: StoredIntent): Change {
  // as: this class wrote it.
  return {
    kind: 'end',
    act: JSON.parse(act) as Act,
    outcome: { result: 'interrupted', status: null },
    intent: id,
    // Another server may have written it meanwhile.
    isRetried: true,
  };
}
