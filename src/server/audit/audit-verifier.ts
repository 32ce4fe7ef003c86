import type { AuditChain } from '#server/stores/meta/audit-tables.ts';
import type { AuditLink, AuditLinks } from '#server/stores/meta/audit/audit-links.ts';
import { auditHash, linkHash } from './audit-hash.ts';

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

/** A reference point recorded elsewhere: the hash of one of the log's rows. */
export interface KnownHead {
  readonly seq: number;
  readonly hash: string;
}

export interface AuditVerifierOptions {
  readonly links: AuditLinks;
  readonly chain: AuditChain;
  readonly known?: KnownHead | null;
  /** Rows are added meanwhile, which `chain` does not know of yet: they are left out. */
  readonly isGrowing?: boolean;
}

const PROBLEMS_SHOWN_MAX = 20;

/**
 * Follows the chain from its anchor (the beginning, or the last row that retention deleted) to its
 * end, row by row: a row whose content does not give its hash was changed; one that the next row
 * does not follow was replaced; a gap in the numbers is missing rows, and so is an end before the
 * one that is noted.
 */
export class AuditVerifier {
  readonly #links: AuditLinks;
  readonly #chain: AuditChain;
  readonly #known: KnownHead | null;
  readonly #endSeq: number;
  readonly #problems: AuditProblem[] = [];
  #problemCount = 0;
  #rows = 0;
  #seq: number;
  #hash: string;

  constructor({ links, chain, known = null, isGrowing = false }: AuditVerifierOptions) {
    this.#links = links;
    this.#chain = chain;
    this.#known = known;
    this.#endSeq = isGrowing ? chain.last_seq : Number.MAX_SAFE_INTEGER;
    this.#seq = chain.pruned_seq;
    this.#hash = hexOf(chain.pruned_hash);
  }

  /** Rows that were looked at, and how many there should be. */
  get progress(): { readonly rows: number; readonly rowsTotal: number } {
    return { rows: this.#rows, rowsTotal: this.#chain.last_seq - this.#chain.pruned_seq };
  }

  /** Looks at the next rows, up to `limit`; false after the last. */
  step(limit: number): boolean {
    const links = this.#links.after(this.#seq, this.#endSeq, limit);
    for (const link of links) this.#look(link);
    return links.length === limit;
  }

  /** The result, after the last row. */
  report(): AuditReport {
    const { last_seq: lastSeq, last_hash: lastHash, pruned_seq: prunedSeq } = this.#chain;
    if (this.#seq < lastSeq) this.#missing(this.#seq + 1, lastSeq);
    else if (this.#seq === lastSeq && this.#hash !== hexOf(lastHash))
      this.#replaced(lastSeq, 'the end of the log that is noted');
    if (this.#known !== null && (this.#known.seq > this.#seq || this.#known.seq <= prunedSeq)) {
      const why = this.#known.seq <= prunedSeq ? 'retention deleted it' : 'the log ends before it';
      this.#note({
        seq: this.#known.seq,
        kind: 'missing',
        detail: `Row ${this.#known.seq}, whose hash was given, is not there: ${why}.`,
      });
    }
    return {
      intact: this.#problemCount === 0,
      rows: this.#rows,
      firstSeq: lastSeq === prunedSeq ? 0 : prunedSeq + 1,
      lastSeq,
      headHash: hexOf(lastHash),
      problems: this.#problems,
      problemCount: this.#problemCount,
    };
  }

  #look(link: AuditLink): void {
    this.#rows += 1;
    if (link.seq !== this.#seq + 1) this.#missing(this.#seq + 1, link.seq - 1);
    else if (link.prevHash !== this.#hash) this.#replaced(this.#seq, `row ${link.seq}`);
    if (linkHash(link.prevHash, link.content) !== link.hash) this.#lookClosely(link.seq);
    if (link.seq === this.#known?.seq && link.hash !== this.#known.hash.toLowerCase())
      this.#replaced(link.seq, 'the hash that was given');
    this.#seq = link.seq;
    this.#hash = link.hash;
  }

  /**
   * Another writer of JSON may write a text in another way; what a row's hash was made of is what
   * our own writes.
   */
  #lookClosely(seq: number): void {
    const row = this.#links.row(seq);
    if (row === null || auditHash(row.prev_hash, row).equals(row.hash)) return;
    const detail = `Row ${seq} (${new Date(row.at_ms).toISOString()}, ${row.action}) was changed: its content does not give its hash.`;
    this.#note({ seq, kind: 'changed', detail });
  }

  #missing(from: number, to: number): void {
    const detail = from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`;
    this.#note({ seq: from, kind: 'missing', detail });
  }

  #replaced(seq: number, follower: string): void {
    this.#note({
      seq,
      kind: 'replaced',
      detail: `Row ${seq} is not the one that ${follower} was made with.`,
    });
  }

  #note(problem: AuditProblem): void {
    this.#problemCount += 1;
    if (this.#problems.length < PROBLEMS_SHOWN_MAX) this.#problems.push(problem);
  }
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
