import Database from 'better-sqlite3';
import { AuditVerifier, type AuditReport } from '#server/audit/audit-verifier.ts';
import { AuditLinks } from '#server/stores/meta/audit/audit-links.ts';
import { auditReads } from '#server/stores/meta/audit/audit-reads.ts';
import type { MetaPlace } from '#server/stores/meta/meta-place.ts';
import { PostgresReads } from '#server/stores/meta/postgres/postgres-reads.ts';
import { giveWay } from '#server/threads/give-way.ts';
import {
  runThread,
  serveCalls,
  ThreadPort,
  type CallResult,
  type IncomingCall,
} from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { reportingDamage } from '../damage-report.ts';
import { threadEntry } from './thread-entry.ts';

/** How far the check of a chain is; the report after the last row. */
export interface AuditCheckStep {
  readonly rows: number;
  readonly rowsTotal: number;
  readonly report: AuditReport | null;
}

const ROWS_PER_STEP = 20_000;
const ROWS_PER_READ = 5_000;
const BUSY_MS = 5_000;

/**
 * One check, on its own read-only connection, so that neither the metadata thread nor the main
 * thread waits for it.
 */
class AuditCheck {
  readonly #db: { close(): void };
  readonly #links: AuditLinks;
  readonly #verifier: AuditVerifier;
  readonly #prunedSeq: number;

  constructor({ path, postgres }: MetaPlace) {
    if (postgres === null) {
      const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
      this.#db = db;
      this.#links = new AuditLinks(auditReads(db));
    } else {
      const reads = new PostgresReads(threadEntry('postgres-reads'), postgres);
      this.#db = reads;
      this.#links = new AuditLinks((sql, parameters) => reads.rows(sql, parameters), 'postgres');
    }
    const chain = this.#links.chain();
    if (chain === null) throw new Error('The audit log has lost its anchor.');
    this.#prunedSeq = chain.pruned_seq;
    this.#verifier = new AuditVerifier({ links: this.#links, chain, isGrowing: true });
  }

  /** Each read is a short one: a long one would keep the write-ahead log from being emptied. */
  step(): AuditCheckStep {
    let more = true;
    for (let rows = 0; more && rows < ROWS_PER_STEP; rows += ROWS_PER_READ)
      more = this.#verifier.step(ROWS_PER_READ);
    if (more) return { ...this.#verifier.progress, report: null };
    // Rows that were pruned while it looked are not missing: it looks again from the new anchor.
    if (this.#links.chain()?.pruned_seq !== this.#prunedSeq)
      throw new Error('The audit log was pruned meanwhile.');
    return { ...this.#verifier.progress, report: this.#verifier.report() };
  }

  close(): void {
    this.#db.close();
  }
}

giveWay();
await runThread(async () => {
  const port = new ThreadPort<null>();
  let check: AuditCheck | null = null;
  const close = (): void => {
    check?.close();
    check = null;
  };
  const handle = async ({ method, params }: IncomingCall): Promise<CallResult> => {
    if (method === 'close') {
      close();
      return { value: null };
    }
    check ??= new AuditCheck(typedReply<MetaPlace>(params));
    return { value: check.step() };
  };
  serveCalls(
    port,
    (call) =>
      reportingDamage(call, {
        handle,
        partOf: () => 'the audit log',
        tell: (found) => port.event(found),
      }),
    close,
  );
  port.ready(null);
});
