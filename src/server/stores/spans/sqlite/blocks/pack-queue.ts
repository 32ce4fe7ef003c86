import { freeLarge } from '../both/free-large.ts';

/**
 * Blocks on their way to a second thread that compresses them, in memory that both share. A place
 * goes FREE -> READY (the writer laid a block out) -> TAKEN (one of the two compresses it) -> DONE
 * (its frame is there) -> FREE. Who takes a place is settled by a compare and exchange, so the
 * writer can do what the other thread has not begun: nothing ever waits for a thread that is slow
 * to start, and without one everything still works.
 */
const FREE = 0;
const READY = 1;
const TAKEN = 2;
const DONE = 3;

const PLACES = 16;
/**
 * A block of ordinary spans has two thirds of this; one that is larger is compressed by the writer.
 */
const RAW_BYTES_MAX = 320 * 1024;
/** Incompressible data grows by a few bytes for each 128 KB. */
const FRAME_BYTES_MAX = RAW_BYTES_MAX + 4 * 1024;
const PLACE_BYTES = RAW_BYTES_MAX + FRAME_BYTES_MAX;

/**
 * Words of the head: a bell that rings for each block, whether to end, then for each place its
 * state and two lengths.
 */
const BELL = 0;
const CLOSED = 1;
const PLACE_WORDS = 3;
const HEAD_WORDS = 2 + PLACES * PLACE_WORDS;
const HEAD_BYTES = HEAD_WORDS * Int32Array.BYTES_PER_ELEMENT;

type Compress = (raw: Uint8Array) => Uint8Array;

class SharedPlaces {
  readonly words: Int32Array;
  readonly #memory: SharedArrayBuffer;

  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory;
    this.words = new Int32Array(memory, 0, HEAD_WORDS);
  }

  /** The index of a place's state among the words; its lengths follow. */
  state(place: number): number {
    return 2 + place * PLACE_WORDS;
  }

  take(place: number): boolean {
    return Atomics.compareExchange(this.words, this.state(place), READY, TAKEN) === READY;
  }

  raw(place: number): Buffer {
    return Buffer.from(
      this.#memory,
      HEAD_BYTES + place * PLACE_BYTES,
      this.words[this.state(place) + 1],
    );
  }

  frame(place: number): Buffer {
    return Buffer.from(
      this.#memory,
      HEAD_BYTES + place * PLACE_BYTES + RAW_BYTES_MAX,
      this.words[this.state(place) + 2],
    );
  }
}

/** The writer's end. */
export class PackQueue {
  readonly memory = new SharedArrayBuffer(HEAD_BYTES + PLACES * PLACE_BYTES);
  readonly #places = new SharedPlaces(this.memory);
  readonly #compress: Compress;
  readonly #waitMs: number;
  #next = 0;
  #broken = false;

  /**
   * `waitMs`: a block that was taken longer ago than this is done again here, and the other thread
   * is given no more.
   */
  constructor(compress: Compress, waitMs: number) {
    this.#compress = compress;
    this.#waitMs = waitMs;
  }

  /**
   * Has `layOut` fill a place and leaves it to the thread that comes first; null when no place is
   * free or the block is too large.
   */
  offer(bytes: number, layOut: (into: Buffer) => void): number | null {
    const { words } = this.#places;
    const place = this.#next;
    const state = this.#places.state(place);
    if (this.#broken || bytes > RAW_BYTES_MAX || Atomics.load(words, state) !== FREE) return null;
    this.#next = (place + 1) % PLACES;
    words[state + 1] = bytes;
    layOut(this.#places.raw(place));
    Atomics.store(words, state, READY);
    Atomics.add(words, BELL, 1);
    Atomics.notify(words, BELL);
    return place;
  }

  isDone(place: number): boolean {
    return Atomics.load(this.#places.words, this.#places.state(place)) === DONE;
  }

  /** Compresses the block here if no thread has begun. */
  help(place: number): void {
    if (!this.#places.take(place)) return;
    compressPlace(this.#places, place, this.#compress);
  }

  /** The frame, once it is there; valid until the place is released. */
  frame(place: number): Uint8Array {
    this.help(place);
    const { words } = this.#places;
    const state = this.#places.state(place);
    if (Atomics.load(words, state) !== DONE) Atomics.wait(words, state, TAKEN, this.#waitMs);
    if (Atomics.load(words, state) === DONE) return this.#places.frame(place);
    this.#broken = true;
    return this.#compress(this.#places.raw(place));
  }

  /**
   * Frees the slot for reuse. An abandoned slot is never reused, because the other thread may still
   * write to it.
   */
  release(place: number): void {
    if (!this.#broken) Atomics.store(this.#places.words, this.#places.state(place), FREE);
  }

  /** Ends the other thread. */
  close(): void {
    const { words } = this.#places;
    Atomics.store(words, CLOSED, 1);
    Atomics.add(words, BELL, 1);
    Atomics.notify(words, BELL);
  }
}

/** The other thread's whole life: compresses what is offered, until the queue is closed. */
export function servePackQueue(memory: SharedArrayBuffer, compress: Compress): void {
  const places = new SharedPlaces(memory);
  const { words } = places;
  let last = PLACES - 1;
  for (;;) {
    const heard = Atomics.load(words, BELL);
    if (Atomics.load(words, CLOSED) === 1) return;
    const place = nextReady(places, last);
    if (place === null) {
      Atomics.wait(words, BELL, heard);
      continue;
    }
    compressPlace(places, place, compress);
    last = place;
  }
}

/** Takes the ready place that follows `last`: places are filled in turn, so that is the oldest. */
function nextReady(places: SharedPlaces, last: number): number | null {
  for (let step = 1; step <= PLACES; step += 1) {
    const place = (last + step) % PLACES;
    if (places.take(place)) return place;
  }
  return null;
}

function compressPlace(places: SharedPlaces, place: number, compress: Compress): void {
  const state = places.state(place);
  const frame = compress(places.raw(place));
  places.words[state + 2] = frame.length;
  places.frame(place).set(frame);
  freeLarge(frame);
  Atomics.store(places.words, state, DONE);
  Atomics.notify(places.words, state);
}
