import { describe, expect, it } from 'vitest';
import { frame, statusMessage, unframe } from './grpc-message.ts';

const whole = frame(Buffer.from('message'));

describe('a gRPC frame', () => {
  it('is taken off however the body was cut', () => {
    for (let cut = 0; cut <= whole.length; cut++) {
      const { pieces, compressed } = unframe([whole.subarray(0, cut), whole.subarray(cut)]);
      expect([Buffer.concat(pieces).toString(), compressed]).toEqual(['message', false]);
    }
    const bytewise = Array.from(whole, (byte) => Buffer.from([byte]));
    expect(Buffer.concat(unframe(bytewise).pieces).toString()).toBe('message');
    expect(unframe([Buffer.from([1, 0, 0, 0, 0])])).toEqual({
      pieces: [Buffer.alloc(0)],
      compressed: true,
    });
  });

  it.each([
    ['nothing', []],
    ['a piece of its head', [Buffer.from([0, 0])]],
    ['less than it says', [whole.subarray(0, -1)]],
    ['more than it says', [whole, Buffer.from('x')]],
    ['two messages', [whole, whole]],
    ['an unknown flag', [Buffer.from([2, 0, 0, 0, 0])]],
  ])('with %s is refused', (_what, body) => {
    expect(() => unframe(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it('says in a status what HTTP/2 headers can carry', () => {
    expect(statusMessage('plain: 100 words')).toBe('plain: 100 words');
    expect(decodeURIComponent(statusMessage('100 % für\r\n日本 \u{1F600}'))).toBe(
      '100 % für\r\n日本 \u{1F600}',
    );
    expect(statusMessage('lone \ud800')).toBe('lone %EF%BF%BD');
    expect(statusMessage('x'.repeat(5_000))).toHaveLength(1_000);
  });
});
