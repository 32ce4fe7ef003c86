import { AppError } from '#contracts/wire/errors.ts';

export interface AdmissionLimits {
  /** Bytes of request bodies held at once: being received, queued, or being written. */
  readonly queueBytesMax: number;
  /** Spans queued or being written before further requests are refused. */
  readonly queueSpansMax: number;
  /** How long the queue may take to be written; 400 ms unless given. */
  readonly waitMsMax?: number;
}

/** Why a request was refused before it was decoded; labels of a metric, so never rename one. */
export type RefusalReason = 'queue_bytes' | 'queue_spans' | 'store' | 'starting' | 'stopping';

const TOO_MANY_SPANS = 'Too many spans are waiting to be written.';
/** Without a request seen yet, this many bytes on the wire are taken for a span. */
const SPAN_BYTES_GUESS = 1_000;
/** Without a request seen yet, so many spans are expected of one that does not say its size. */
const SPANS_PER_REQUEST_GUESS = 128;
/**
 * And a body that is no larger than this is taken for the batch that exporters send unless they are
 * set otherwise: with spans of 1.6 KB, six of these were taken for more than may wait.
 */
const BATCH_BYTES_MAX = 2 * 1024 ** 2;
const BATCH_SPANS = 512;
const GUESS_WEIGHT = 0.1;
/**
 * A body that is announced counts as no more than this until it is there: a sender that stalls must
 * not keep others out by an announcement.
 */
const ANNOUNCED_SPANS_MAX = 1_024;
/**
 * And only for this long, until it arrives; less when hardly anything arrives: five hundred senders
 * of a byte a second kept all others out.
 */
const ARRIVING_MS_MAX = 1_000;
const BEGINNING_MS_MAX = 100;
const BEGINNING_BYTES = 512;
/**
 * The queue should be written within this time: a sender refused at once fares better than one that
 * waits for seconds.
 */
const WAIT_MS_MAX = 400;
/**
 * So many spans may wait a little longer: eight senders with 512 each are no overload, and a slow
 * moment must not close the door on them.
 */
const FEW_SPANS = 4_608;
const FEW_SPANS_WAIT_MS_MAX = 800;
/**
 * Whatever the pace, four requests of the usual size may wait, or the writer would run dry between
 * them.
 */
const QUEUE_SPANS_MIN = 2_000;
/**
 * A request that was read is refused only when so much more waits: reading it was most of what a
 * refusal costs.
 */
const READ_SHARE_MAX = 1.5;
/** Weight of one request in the share of those refused of late. */
const REFUSED_WEIGHT = 0.02;
/**
 * From this share on, senders are asked to retry after two seconds instead of one: a refused body
 * is still read, so that its sender can read the answer, and reading many of them takes time from
 * admitted ones.
 */
const REFUSED_SHARE_MANY = 0.5;
/**
 * A process that has just started gets several times as fast within its first spans, so its first
 * answers say little of how long others will wait. For so many spans, and for no longer than this
 * from the first answer on, it is taken to be faster.
 */
const COLD_SPANS = 20_000;
const COLD_MS_MAX = 3_000;
const COLD_SPEEDUP = 4;
const COLD_WEIGHT = 0.5;
/**
 * With fewer spans in the queue, the time to an answer says more about a commit than about the
 * writer's pace.
 */
const PACE_SPANS_MIN = 900;

/**
 * Decides, before anything is decoded, whether a request may enter: the bodies held are bounded in
 * bytes, and the requests in the queue in spans and in the time they will wait, as far as the
 * writer's pace tells. How many spans a body holds is not known before it is decoded, so it is
 * guessed: from the size it announces, or else as an average request, while it arrives, and then
 * from its size; the writer corrects the guess through shared memory as soon as it has looked, and
 * the whole count leaves when the request is answered.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #correction: Int32Array;
  /**
   * Bytes on the wire and spans of late: sums, so that many small requests do not outweigh the
   * large ones that most spans come in.
   */
  readonly #wire = {
    plain: { bytes: SPAN_BYTES_GUESS, spans: 1 },
    compressed: { bytes: SPAN_BYTES_GUESS, spans: 1 },
  };
  readonly #onRefused: (reason: RefusalReason) => void;
  #spansPerRequest = SPANS_PER_REQUEST_GUESS;
  #requestsSeen = 0;
  #bytes = 0;
  #spans = 0;
  /** Of requests whose bodies are still on their way. */
  #spansArriving = 0;
  /** Those that count in it, the oldest first. */
  readonly #arriving = new Set<ArrivingRequest>();
  /** Spans a millisecond; null until it was seen. */
  #pace: number | null = null;
  /** Spans that were counted, and when the first request answered that tells the pace. */
  #spansSeen = 0;
  #paceSinceMs: number | null = null;
  /** Requests that wait for their answer and will tell the pace, the oldest first. */
  readonly #telling = new Set<QueuedRequest>();
  /** Of the requests of late, those for which there was no room. */
  #refusedShare = 0;
  #storeProblem: AppError | null = null;
  #state: 'starting' | 'open' | 'stopping' = 'starting';

  /**
   * Refuses everything until it is opened. `correction` is one shared Int32 the writer adds
   * (counted minus guessed) to while it holds a request.
   */
  constructor(
    limits: AdmissionLimits,
    correction: Int32Array,
    onRefused: (reason: RefusalReason) => void,
  ) {
    this.#limits = limits;
    this.#correction = correction;
    this.#onRefused = onRefused;
  }

  get queuedBytes(): number {
    return this.#bytes;
  }

  get queuedSpans(): number {
    return Math.max(0, this.#spans + Atomics.load(this.#correction, 0));
  }

  /** Why requests are refused right now, for `/ready`; null when they are not. Counts nothing. */
  get problem(): string | null {
    if (this.#storeProblem !== null) return this.#storeProblem.detail;
    if (this.queuedSpans >= this.#limits.queueSpansMax)
      return `the queue is full: ${this.queuedSpans} spans are waiting to be written`;
    return this.#bytes >= this.#limits.queueBytesMax
      ? `the queue is full: ${this.#bytes} bytes are waiting to be written`
      : null;
  }

  /**
   * The reason to refuse any request now, or null. Checked when a request's head has arrived,
   * before its body is read.
   */
  closed(): AppError | null {
    if (this.#state === 'stopping')
      return this.#refuse('stopping', 'The server is shutting down.', 1);
    if (this.#state === 'starting') return this.#refuse('starting', 'The server is starting.', 1);
    if (this.#storeProblem !== null) {
      this.#onRefused('store');
      return this.#storeProblem;
    }
    this.#forgetStalled();
    if (this.queuedSpans + this.#spansArriving >= this.#spansMax)
      return this.#refuseForRoom('queue_spans', TOO_MANY_SPANS);
    if (this.#bytes >= this.#limits.queueBytesMax)
      return this.#refuseForRoom('queue_bytes', 'Too many bytes are waiting to be written.');
    return null;
  }

  /**
   * A body that begins to arrive; `announced` is its size on the wire, if its head gives one.
   * Always call `leave`. (With small and large requests mixed, an average is useless: too many
   * large ones were admitted, and refused after they had been read.)
   */
  enter(announced: AnnouncedBody | null = null): Visit {
    let bytes = 0;
    let spans = 0;
    const arriving: ArrivingRequest = {
      atMs: performance.now(),
      spans: this.#guessArriving(announced),
      bytes: 0,
    };
    this.#arriving.add(arriving);
    this.#spansArriving += arriving.spans;
    const arrived = (): void => this.#forgetArriving(arriving);
    let queued: QueuedRequest | null = null;
    return {
      grow: (count) => {
        if (this.#bytes + count > this.#limits.queueBytesMax)
          return this.#refuseForRoom('queue_bytes', 'Too many bytes are waiting to be written.');
        this.#bytes += count;
        bytes += count;
        arriving.bytes = bytes;
        return null;
      },
      enqueue: (compressed) => {
        arrived();
        const problem = this.#closedForQueue();
        if (problem !== null) return problem;
        this.#refusedShare -= this.#refusedShare * REFUSED_WEIGHT;
        spans = this.#guess({ bytes, compressed });
        this.#spans += spans;
        queued = { atMs: performance.now(), spans: this.queuedSpans };
        if (queued.spans >= PACE_SPANS_MIN) this.#telling.add(queued);
        return { guessedSpans: spans };
      },
      learn: (compressed, counted) => {
        if (counted === 0) return;
        const seen = this.#wire[compressed ? 'compressed' : 'plain'];
        seen.bytes += (bytes - seen.bytes) * GUESS_WEIGHT;
        seen.spans += (counted - seen.spans) * GUESS_WEIGHT;
        this.#requestsSeen += 1;
        this.#spansSeen += counted;
        // The first says more than the guess does: a crowd of small requests must not be taken for
        // large ones.
        this.#spansPerRequest +=
          (counted - this.#spansPerRequest) * Math.max(GUESS_WEIGHT, 1 / this.#requestsSeen);
        if (queued !== null) this.#learnPace(queued);
      },
      leave: () => {
        arrived();
        if (queued !== null) this.#telling.delete(queued);
        this.#bytes -= bytes;
        this.#spans -= spans;
        bytes = 0;
        spans = 0;
      },
    };
  }

  /** The store cannot take spans (null: it can again). */
  storeProblem(reason: string | null): void {
    this.#storeProblem =
      reason === null
        ? null
        : new AppError('unavailable', `Spans cannot be stored right now: ${reason}.`, {
            retryAfterSeconds: 2,
          });
  }

  /** The stores are open. */
  open(): void {
    if (this.#state === 'starting') this.#state = 'open';
  }

  stop(): void {
    this.#state = 'stopping';
  }

  #forgetStalled(): void {
    const now = performance.now();
    for (const arriving of this.#arriving) {
      const ageMs = now - arriving.atMs;
      if (ageMs <= BEGINNING_MS_MAX) return;
      if (ageMs > ARRIVING_MS_MAX || arriving.bytes < BEGINNING_BYTES)
        this.#forgetArriving(arriving);
    }
  }

  #forgetArriving(arriving: ArrivingRequest): void {
    if (this.#arriving.delete(arriving)) this.#spansArriving -= arriving.spans;
  }

  #guessArriving(announced: AnnouncedBody | null): number {
    return announced === null
      ? this.#spansPerRequest
      : Math.min(this.#guess(announced), ANNOUNCED_SPANS_MAX);
  }

  #guess({ bytes, compressed }: AnnouncedBody): number {
    const seen = this.#wire[compressed ? 'compressed' : 'plain'];
    const spans = Math.ceil((bytes * seen.spans) / seen.bytes);
    return this.#requestsSeen === 0 && bytes <= BATCH_BYTES_MAX
      ? Math.min(spans, BATCH_SPANS)
      : spans;
  }

  /**
   * Asked again once a body is complete: bodies read meanwhile may have filled the queue, and more
   * than was expected. Its own bytes are counted already.
   */
  #closedForQueue(): AppError | null {
    if (this.queuedSpans >= Math.min(this.#limits.queueSpansMax, READ_SHARE_MAX * this.#spansMax))
      return this.#refuseForRoom('queue_spans', TOO_MANY_SPANS);
    return null;
  }

  /** Spans that may wait at the pace of late, but never more than the configured ones. */
  get #spansMax(): number {
    const { queueSpansMax, waitMsMax = WAIT_MS_MAX } = this.#limits;
    const pace = this.#paceNow();
    if (pace === null) return Math.min(queueSpansMax, FEW_SPANS);
    const soon = this.#isCold ? COLD_SPEEDUP * pace : pace;
    const few = Math.max(QUEUE_SPANS_MIN, Math.min(FEW_SPANS, soon * FEW_SPANS_WAIT_MS_MAX));
    return Math.min(queueSpansMax, Math.max(few, pace * waitMsMax));
  }

  get #isCold(): boolean {
    return (
      this.#spansSeen < COLD_SPANS &&
      this.#paceSinceMs !== null &&
      performance.now() - this.#paceSinceMs < COLD_MS_MAX
    );
  }

  /**
   * The pace of late; less when a request should have been answered by now, for then the writer has
   * become slow.
   */
  #paceNow(): number | null {
    const [oldest] = this.#telling;
    if (this.#pace === null || oldest === undefined) return this.#pace;
    const waitedMs = performance.now() - oldest.atMs;
    const { waitMsMax = WAIT_MS_MAX } = this.#limits;
    return waitedMs <= waitMsMax ? this.#pace : Math.min(this.#pace, oldest.spans / waitedMs);
  }

  /**
   * All that waited when a request was queued, its own spans too, was written by the time it was
   * answered.
   */
  #learnPace({ spans, atMs }: QueuedRequest): void {
    const tookMs = performance.now() - atMs;
    if (spans < PACE_SPANS_MIN || tookMs <= 0) return;
    this.#paceSinceMs ??= performance.now();
    const weight = this.#isCold ? COLD_WEIGHT : GUESS_WEIGHT;
    this.#pace =
      this.#pace === null ? spans / tookMs : this.#pace + (spans / tookMs - this.#pace) * weight;
  }

  #refuseForRoom(reason: RefusalReason, detail: string): AppError {
    this.#refusedShare += (1 - this.#refusedShare) * REFUSED_WEIGHT;
    return this.#refuse(reason, detail, this.#refusedShare >= REFUSED_SHARE_MANY ? 2 : 1);
  }

  #refuse(reason: RefusalReason, detail: string, retryAfterSeconds: 1 | 2): AppError {
    this.#onRefused(reason);
    const wait = retryAfterSeconds === 1 ? 'a second' : 'two seconds';
    return new AppError('unavailable', `${detail} Try again in ${wait}.`, { retryAfterSeconds });
  }
}

interface QueuedRequest {
  readonly atMs: number;
  /** The queue at that time, including its own spans. */
  readonly spans: number;
}

interface ArrivingRequest {
  readonly atMs: number;
  /** As far as they can be guessed. */
  readonly spans: number;
  /** The part received so far. */
  bytes: number;
}

export interface AnnouncedBody {
  readonly bytes: number;
  readonly compressed: boolean;
}

/** One request from its head to its reply. */
export interface Visit {
  /** More of the body has arrived; the refusal when it no longer fits. */
  grow(count: number): AppError | null;
  /**
   * The body is complete and goes to the writer; the refusal when the queue has filled meanwhile.
   */
  enqueue(compressed: boolean): AppError | { readonly guessedSpans: number };
  /** The body's actual size, for the next estimate. */
  learn(compressed: boolean, counted: number): void;
  /** Answered, refused or gone. May be called twice. */
  leave(): void;
}
