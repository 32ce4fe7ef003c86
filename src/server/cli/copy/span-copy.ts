import { AppError } from '#contracts/wire/errors.ts';
import {
  COPIED_KINDS,
  type CopiedItems,
  type CopiedKind,
  type SpanCopyCounts,
  type SpanCopySource,
  type SpanCopyTarget,
} from '#core/ports/span-copy.ts';
import type { CopyCount, CopyStep } from '#server/stores/meta/copy/meta-copy.ts';

/** Read at once; stores give no more payloads. */
const PAGE_ITEMS_MAX = 1_000;
const PAGE_ITEMS_FIRST = 50;
const PAGE_BYTES = 8 * 1024 ** 2;
/** Written at once: each insert into ClickHouse makes a part, which is merged later. */
const BATCH_ITEMS = 20_000;
const BATCH_BYTES = 32 * 1024 ** 2;
/** What an item weighs besides its bytes. */
const ITEM_BYTES = 500;

const PREFIX = 'spans/';
const SOURCE = `${PREFIX}source`;

/** In the words of the table that is printed. */
const COUNT_NAMES: Readonly<Record<keyof SpanCopyCounts, string>> = {
  projects: 'projects',
  spans: 'spans',
  spanBytes: 'bytes of spans',
  traces: 'traces',
  sessions: 'sessions',
  annotations: 'annotations',
  annotationRevisions: 'revisions of annotations',
  waitingAnnotations: 'waiting annotations',
  waitingEvents: 'waiting events',
};

interface KindState {
  readonly mark: string | null;
  readonly items: number;
  readonly isDone: boolean;
}

/** Copies a span store to another engine, kind by kind; one that was killed continues. */
export class SpanCopy {
  readonly #source: SpanCopySource;
  readonly #target: SpanCopyTarget;
  #state: ReadonlyMap<string, string> = new Map();
  #counts: SpanCopyCounts | null = null;

  constructor(source: SpanCopySource, target: SpanCopyTarget) {
    this.#source = source;
    this.#target = target;
  }

  /** Whether it continues a copy of the same spans. A target with others is refused. */
  async begin(): Promise<boolean> {
    const fingerprint = await this.#source.fingerprint();
    this.#state = await this.#target.state();
    const begun = this.#state.get(SOURCE);
    if (begun === fingerprint) return true;
    if (begun !== undefined)
      throw new AppError(
        'conflict',
        `An unfinished copy is in ${this.#target.name}, and its source has changed since: empty the target and copy again.`,
      );
    if (!(await this.#target.isEmpty()))
      throw new AppError(
        'conflict',
        `There are spans in ${this.#target.name}: a copy is never mixed with other data. Give an empty database.`,
      );
    await this.#target.put('waitingEvents', [], { name: SOURCE, state: fingerprint });
    return false;
  }

  async rowsLeft(): Promise<number> {
    this.#counts = await this.#source.counts();
    return COPIED_KINDS.reduce(
      (sum, kind) => sum + Math.max(0, (this.#counts?.[kind] ?? 0) - this.#kindState(kind).items),
      0,
    );
  }

  async copy(step: CopyStep): Promise<void> {
    for (const kind of COPIED_KINDS) await this.#copyKind(kind, step);
  }

  async counts(): Promise<readonly CopyCount[]> {
    const source = this.#counts ?? (await this.#source.counts());
    const target = await this.#target.counts();
    // as: the fields of the interface.
    return (Object.keys(COUNT_NAMES) as (keyof SpanCopyCounts)[]).map((name) => ({
      name: COUNT_NAMES[name],
      source: source[name],
      target: target[name],
    }));
  }

  async finish(): Promise<void> {
    await this.#target.finish(
      await this.#source.lastNumbers(),
      await this.#source.readingVersion(),
    );
  }

  async #copyKind<Kind extends CopiedKind>(kind: Kind, step: CopyStep): Promise<void> {
    let { mark, items: copied, isDone } = this.#kindState(kind);
    let [batch, bytes, limit]: [CopiedItems[Kind][], number, number] = [[], 0, PAGE_ITEMS_FIRST];
    while (!isDone) {
      const page = await this.#source.page(kind, mark, limit);
      const pageBytes = page.items.reduce((sum, item) => sum + bytesOf(item), 0);
      limit = nextLimit(limit, pageBytes);
      batch.push(...page.items);
      bytes += pageBytes;
      isDone = page.next === null;
      mark = page.next ?? mark;
      if (!isDone && batch.length < BATCH_ITEMS && bytes < BATCH_BYTES) continue;
      copied += batch.length;
      const state: KindState = { mark, items: copied, isDone };
      await this.#target.put(kind, batch, { name: PREFIX + kind, state: JSON.stringify(state) });
      step(COUNT_NAMES[kind], batch.length);
      [batch, bytes] = [[], 0];
    }
  }

  #kindState(kind: CopiedKind): KindState {
    const text = this.#state.get(PREFIX + kind);
    if (text === undefined) return { mark: null, items: 0, isDone: false };
    // as: written above.
    return JSON.parse(text) as KindState;
  }
}

/** Pages of large spans have few of them, so that memory stays bounded. */
function nextLimit(limit: number, pageBytes: number): number {
  if (pageBytes > PAGE_BYTES) return Math.max(1, Math.floor(limit / 4));
  return pageBytes < PAGE_BYTES / 4 ? Math.min(PAGE_ITEMS_MAX, limit * 2) : limit;
}

function bytesOf(item: CopiedItems[CopiedKind]): number {
  if (!('bytes' in item)) return ITEM_BYTES;
  return ITEM_BYTES + (typeof item.bytes === 'number' ? item.bytes : item.bytes.length);
}
