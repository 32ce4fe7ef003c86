import type { AuditChain, AuditRow } from '#server/stores/meta/audit-tables.ts';
import { auditHash } from './audit-hash.ts';

/** A row that is not as it was written. */
export interface AuditProblem {
  readonly seq: number;
  readonly kind: 'changed' | 'replaced' | 'missing';
  readonly detail: string;
}

export interface AuditReport {
  readonly intact: boolean;
  readonly rows: number;
  /** The first and the last row there should be; 0 when there is none. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The last row's hash: kept elsewhere, it proves later that nothing before it was changed. */
  readonly headHash: string;
  /** The first of them, in order. */
  readonly problems: readonly AuditProblem[];
  readonly problemCount: number;
}

/** What somebody noted of the log elsewhere: the hash of one of its rows. */
export interface KnownHead {
  readonly seq: number;
  readonly hash: string;
}

const PROBLEMS_SHOWN_MAX = 20;

/**
 * Follows the chain from its anchor (the beginning, or the last row that retention deleted) to its end, row by row: a row whose content does
 * not give its hash was changed; one that the next row does not follow was replaced; a gap in the numbers is missing rows, and so is an end
 * before the one that is noted.
 */
export class AuditVerifier {
  readonly #chain: AuditChain;
  readonly #known: KnownHead | null;
  readonly #problems: AuditProblem[] = [];
  #problemCount = 0;
  #rows = 0;
  #seq: number;
  #hash: Uint8Array;

  constructor(chain: AuditChain, known: KnownHead | null = null) {
    this.#chain = chain;
    this.#known = known;
    this.#seq = chain.pruned_seq;
    this.#hash = chain.pruned_hash;
  }

  /** The number of the last row that was looked at. */
  get seq(): number {
    return this.#seq;
  }

  /** Looks at the rows that follow. */
  add(rows: readonly AuditRow[]): void {
    for (const row of rows) this.#look(row);
  }

  /** What came of it, after the last row. */
  report(): AuditReport {
    const { last_seq: lastSeq, last_hash: lastHash, pruned_seq: prunedSeq } = this.#chain;
    if (this.#seq < lastSeq) this.#missing(this.#seq + 1, lastSeq);
    else if (this.#seq === lastSeq && !isSame(this.#hash, lastHash)) this.#replaced(lastSeq, 'the end of the log that is noted');
    if (this.#known !== null && (this.#known.seq > this.#seq || this.#known.seq <= prunedSeq)) {
      const why = this.#known.seq <= prunedSeq ? 'retention deleted it' : 'the log ends before it';
      this.#note({ seq: this.#known.seq, kind: 'missing', detail: `Row ${this.#known.seq}, whose hash was given, is not there: ${why}.` });
    }
    return {
      intact: this.#problemCount === 0,
      rows: this.#rows,
      firstSeq: lastSeq === prunedSeq ? 0 : prunedSeq + 1,
      lastSeq,
      headHash: Buffer.from(lastHash).toString('hex'),
      problems: this.#problems,
      problemCount: this.#problemCount,
    };
  }

  #look(row: AuditRow): void {
    this.#rows += 1;
    if (row.seq !== this.#seq + 1) this.#missing(this.#seq + 1, row.seq - 1);
    else if (!isSame(row.prev_hash, this.#hash)) this.#replaced(this.#seq, `row ${row.seq}`);
    const hash = auditHash(row.prev_hash, row);
    if (!isSame(row.hash, hash)) {
      const detail = `Row ${row.seq} (${new Date(row.at_ms).toISOString()}, ${row.action}) was changed: its content does not give its hash.`;
      this.#note({ seq: row.seq, kind: 'changed', detail });
    }
    if (row.seq === this.#known?.seq && Buffer.from(row.hash).toString('hex') !== this.#known.hash.toLowerCase())
      this.#replaced(row.seq, 'the hash that was given');
    this.#seq = row.seq;
    this.#hash = row.hash;
  }

  #missing(from: number, to: number): void {
    const detail = from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`;
    this.#note({ seq: from, kind: 'missing', detail });
  }

  #replaced(seq: number, follower: string): void {
    this.#note({ seq, kind: 'replaced', detail: `Row ${seq} is not the one that ${follower} was made with.` });
  }

  #note(problem: AuditProblem): void {
    this.#problemCount += 1;
    if (this.#problems.length < PROBLEMS_SHOWN_MAX) this.#problems.push(problem);
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
