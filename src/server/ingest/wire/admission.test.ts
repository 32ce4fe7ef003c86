import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { Admission, type RefusalReason } from './admission.ts';

function admission(limits: { bytes?: number; spans?: number } = {}): {
  gate: Admission;
  refused: RefusalReason[];
  correction: Int32Array;
} {
  const refused: RefusalReason[] = [];
  const correction = new Int32Array(new SharedArrayBuffer(4));
  const gate = new Admission(
    { queueBytesMax: limits.bytes ?? 1_000_000, queueSpansMax: limits.spans ?? 1_000 },
    correction,
    (reason) => refused.push(reason),
  );
  gate.open();
  return { gate, refused, correction };
}

describe('admission', () => {
  it('is closed until it is opened, and once it stops', () => {
    const reasons: RefusalReason[] = [];
    const gate = new Admission(
      { queueBytesMax: 1, queueSpansMax: 1 },
      new Int32Array(1),
      (reason) => reasons.push(reason),
    );
    expect(gate.closed()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    gate.open();
    expect(gate.closed()).toBeNull();
    gate.stop();
    gate.open();
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    expect(reasons).toEqual(['starting', 'stopping']);
  });

  it('counts bytes while they arrive and gives them back once', () => {
    const { gate } = admission();
    const visit = gate.enter();
    expect(visit.grow(600)).toBeNull();
    expect(visit.grow(400)).toBeNull();
    expect(gate.queuedBytes).toBe(1_000);
    visit.leave();
    visit.leave();
    expect([gate.queuedBytes, gate.queuedSpans]).toEqual([0, 0]);
  });

  it('refuses a piece that does not fit, with a short wait', () => {
    const { gate, refused } = admission({ bytes: 1_000 });
    const first = gate.enter();
    expect(first.grow(900)).toBeNull();
    const second = gate.enter();
    expect(second.grow(101)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    expect(second.grow(100)).toBeNull();
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    expect(refused).toEqual(['queue_bytes', 'queue_bytes']);
  });

  it('asks senders for a longer delay while more are refused than admitted, and no longer than that', () => {
    const { gate } = admission({ spans: 10 });
    const big = gate.enter();
    big.grow(100_000);
    big.enqueue(false);
    const waits = Array.from({ length: 60 }, () => gate.closed()?.retryAfterSeconds);
    expect([waits[0], waits.at(-1)]).toEqual([1, 2]);
    expect(gate.closed()?.detail).toMatch(/Try again in two seconds\.$/);
    big.leave();
    for (let i = 0; i < 60; i += 1) {
      const visit = gate.enter();
      visit.grow(1);
      visit.enqueue(false);
      visit.leave();
    }
    const full = gate.enter();
    full.grow(100_000);
    full.enqueue(false);
    expect(gate.closed()).toMatchObject({ retryAfterSeconds: 1 });
  });

  it('lets one request of any size into an empty queue, and none after it until it left', () => {
    const { gate, refused } = admission({ spans: 10 });
    const big = gate.enter();
    big.grow(100_000);
    expect(big.enqueue(false)).toEqual({ guessedSpans: 100 });
    const next = gate.enter();
    next.grow(10);
    expect(next.enqueue(false)).toBeInstanceOf(AppError);
    expect(refused).toEqual(['queue_spans']);
    big.leave();
    expect(next.enqueue(false)).toEqual({ guessedSpans: 1 });
  });

  it('takes the writer at its word as soon as it has counted', () => {
    const { gate, correction } = admission({ spans: 100 });
    const visit = gate.enter();
    visit.grow(200_000);
    visit.enqueue(false);
    expect(gate.closed()).not.toBeNull();
    Atomics.add(correction, 0, -150);
    expect(gate.queuedSpans).toBe(50);
    expect(gate.closed()).toBeNull();
  });

  it('learns how large spans are, apart for compressed bodies', () => {
    const { gate } = admission();
    for (let request = 0; request < 100; request += 1) {
      const visit = gate.enter();
      visit.grow(10_000);
      visit.learn(true, 100);
      visit.leave();
    }
    const compressed = gate.enter();
    compressed.grow(10_000);
    expect(compressed.enqueue(true)).toEqual({ guessedSpans: 100 });
    const plain = gate.enter();
    plain.grow(10_000);
    expect(plain.enqueue(false)).toEqual({ guessedSpans: 10 });
  });

  it('goes by the requests that most spans come in, however many small ones there are', () => {
    const { gate } = admission({ spans: 100_000 });
    for (let request = 0; request < 400; request += 1) {
      const [bytes, spans] = request % 20 === 0 ? [800_000, 500] : [150, 1];
      const visit = gate.enter();
      visit.grow(bytes);
      visit.learn(false, spans);
      visit.leave();
    }
    const large = gate.enter();
    large.grow(800_000);
    const guessed = large.enqueue(false);
    expect(guessed instanceof AppError ? 0 : guessed.guessedSpans).toBeGreaterThan(400);
    expect(guessed instanceof AppError ? 0 : guessed.guessedSpans).toBeLessThan(600);
  });

  it('counts a body that arrives as an average request, until it is queued with its own size', () => {
    const { gate } = admission({ spans: 100 });
    for (let request = 0; request < 100; request += 1) {
      const visit = gate.enter();
      visit.grow(10_000);
      visit.learn(false, 60);
      visit.leave();
    }
    const visits = [gate.enter(), gate.enter()];
    for (const visit of visits) visit.grow(600);
    expect(gate.queuedSpans).toBe(0);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    expect(visits[0]?.enqueue(false)).toEqual({ guessedSpans: 4 });
    expect(gate.closed()).toBeNull();
    for (const visit of visits) visit.leave();
    expect(gate.closed()).toBeNull();
  });

  it('counts a body that announces its size by that, so that small requests do not open the door to large ones', () => {
    const { gate } = admission({ spans: 1_000 });
    for (let request = 0; request < 100; request += 1) {
      const visit = gate.enter({ bytes: 1_000, compressed: false });
      visit.grow(1_000);
      visit.learn(false, 1);
      visit.leave();
    }
    const large = [600_000, 600_000].map((bytes) => gate.enter({ bytes, compressed: false }));
    for (const visit of large) visit.grow(1_000);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    for (const visit of large) visit.leave();
    const { gate: other } = admission({ spans: 2_000 });
    other.enter({ bytes: 60_000_000, compressed: false }).grow(1_000);
    expect(other.closed()).toBeNull();
  });

  it('lets no sender block others by bodies that hardly come, or stop on their way', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { gate } = admission({ spans: 1_000 });
    const stalled = Array.from({ length: 500 }, () =>
      gate.enter({ bytes: 100_000, compressed: false }),
    );
    for (const visit of stalled) visit.grow(3);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    vi.advanceTimersByTime(101);
    expect(gate.closed()).toBeNull();
    const stopping = Array.from({ length: 20 }, () =>
      gate.enter({ bytes: 100_000, compressed: false }),
    );
    for (const visit of stopping) visit.grow(1_000);
    vi.advanceTimersByTime(101);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    vi.advanceTimersByTime(900);
    expect(gate.closed()).toBeNull();
    for (const visit of [...stalled, ...stopping]) visit.leave();
    // A forgotten request is not subtracted twice.
    const next = [
      gate.enter({ bytes: 600_000, compressed: false }),
      gate.enter({ bytes: 600_000, compressed: false }),
    ];
    for (const visit of next) visit.grow(1_000);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    vi.useRealTimers();
  });

  it('lets fewer wait when the writer is slow, so that no request waits for seconds', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { gate } = admission({ spans: 100_000, bytes: 1e9 });
    const queueOf = (spans: number) => {
      const visit = gate.enter();
      visit.grow(spans * 1_000);
      visit.enqueue(false);
      return visit;
    };
    for (const [tookMs, most] of [
      [500, 16_000],
      [100, 80_000],
      [2_000, 4_608],
      [4_000, 4_000],
      [100_000, 2_000],
    ] as const) {
      for (let request = 0; request < 200; request += 1) {
        const visit = queueOf(20_000);
        vi.advanceTimersByTime(tookMs);
        visit.learn(false, 20_000);
        visit.leave();
      }
      const below = queueOf(most - 100);
      expect(gate.closed()).toBeNull();
      const above = queueOf(200);
      expect(gate.closed()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
      for (const visit of [below, above]) visit.leave();
    }
    vi.useRealTimers();
  });

  it('notices at once that the writer has become slow', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { gate } = admission({ spans: 100_000, bytes: 1e9 });
    const send = (spans: number) => {
      const visit = gate.enter();
      visit.grow(spans * 1_000);
      visit.enqueue(false);
      return visit;
    };
    for (let request = 0; request < 200; request += 1) {
      const visit = send(4_000);
      vi.advanceTimersByTime(100);
      visit.learn(false, 4_000);
      visit.leave();
    }
    const small = send(1);
    const large = send(4_000);
    vi.advanceTimersByTime(350);
    expect(gate.closed()).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    large.leave();
    vi.advanceTimersByTime(10_000);
    expect(gate.closed()).toBeNull();
    small.leave();
    vi.useRealTimers();
  });

  it('lets eight exporters with full batches in before it has seen one, whatever their spans weigh', () => {
    const { gate, refused } = admission({ spans: 100_000, bytes: 1e9 });
    for (const bytes of [400_000, 820_000, 1_900_000]) {
      const visits = Array.from({ length: 8 }, () => {
        expect(gate.closed()).toBeNull();
        const visit = gate.enter({ bytes, compressed: false });
        visit.grow(bytes);
        expect(visit.enqueue(false)).not.toBeInstanceOf(AppError);
        return visit;
      });
      for (const visit of visits) visit.leave();
    }
    expect(refused).toEqual([]);
  });

  it('knows that a process which has just started gets faster, but not for long', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { gate } = admission({ spans: 100_000, bytes: 1e9 });
    const send = () => {
      const visit = gate.enter();
      visit.grow(512_000);
      expect(visit.enqueue(false)).not.toBeInstanceOf(AppError);
      return visit;
    };
    const answer = (visit: ReturnType<typeof send>, tookMs: number): void => {
      vi.advanceTimersByTime(tookMs);
      visit.learn(false, 512);
      visit.leave();
    };
    const first = Array.from({ length: 8 }, send);
    for (const visit of first) answer(visit, 300);
    const slow = Array.from({ length: 8 }, () => {
      expect(gate.closed()).toBeNull();
      return send();
    });
    for (const visit of slow) answer(visit, 300);
    vi.advanceTimersByTime(3_000);
    const later = Array.from({ length: 4 }, send);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    for (const visit of later) visit.leave();
    vi.useRealTimers();
  });

  it('lets no more wait than a slow writer could take before it has seen one write', () => {
    const { gate } = admission({ spans: 100_000, bytes: 1e9 });
    const visit = gate.enter();
    visit.grow(5_000_000);
    visit.enqueue(false);
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
  });

  it('says why the store cannot take spans, until it can; in flight may finish when it stops', () => {
    const { gate } = admission();
    gate.storeProblem('the disk is full');
    expect(gate.closed()?.detail).toContain('the disk is full');
    expect(gate.problem).toContain('the disk is full');
    gate.storeProblem(null);
    expect([gate.closed(), gate.problem]).toEqual([null, null]);
    const visit = gate.enter();
    visit.grow(1_000);
    gate.stop();
    expect(gate.closed()).toMatchObject({ code: 'unavailable' });
    expect(visit.enqueue(false)).toEqual({ guessedSpans: 1 });
  });
});
