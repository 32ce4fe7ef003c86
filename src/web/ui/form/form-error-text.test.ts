import { expect, it } from 'vitest';
import { formErrorText } from './form-error-text.ts';

it.each([
  ['body.password must have at least 8 characters.', 'Password must have at least 8 characters.'],
  ['body.user.new_password must not be empty.', 'New password must not be empty.'],
  ['body.data[0].name must be a string.', 'body.data[0].name must be a string.'],
  ["The mail server 'x' did not take body.y", "The mail server 'x' did not take body.y"],
])('%s', (refusal, words) => expect(formErrorText(refusal)).toBe(words));
