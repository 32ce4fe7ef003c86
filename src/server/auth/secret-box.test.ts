import { expect, it } from 'vitest';
import { SecretBox } from './secret-box.ts';

const SECRET = 'a server secret of 32 characters';

it('opens what it sealed, under the same name and server secret alone', () => {
  const sealed = new SecretBox(SECRET).seal('OPENAI_API_KEY', 'sk-grüße');
  expect(Buffer.from(sealed).includes('sk-')).toBe(false);
  expect(new SecretBox(SECRET).open('OPENAI_API_KEY', sealed)).toBe('sk-grüße');
  expect(new SecretBox(SECRET).open('OTHER', sealed)).toBeNull();
  expect(new SecretBox(`${SECRET}.`).open('OPENAI_API_KEY', sealed)).toBeNull();
});

it('does not open what was changed, cut or never sealed', () => {
  const box = new SecretBox(SECRET);
  const sealed = box.seal('A', 'value');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.open('A', changed)).toBeNull();
  }
  for (const length of [0, 1, 28]) expect(box.open('A', sealed.slice(0, length))).toBeNull();
});

it('never seals the same twice', () => {
  const box = new SecretBox(SECRET);
  expect(box.seal('A', 'value')).not.toEqual(box.seal('A', 'value'));
});
