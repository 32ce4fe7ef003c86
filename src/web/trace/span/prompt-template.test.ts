import { expect, it } from 'vitest';
import { nestAttributes } from './nest-attributes.ts';
import { promptTemplateOf } from './prompt-template.ts';

it('fills the places that have a variable, and leaves the others', () => {
  const attributes = nestAttributes({
    'llm.prompt_template.template':
      'Hello {name}, {{ order.id }} costs {price}. {"a": 1} $& {constructor}',
    'llm.prompt_template.version': 'v3',
    'llm.prompt_template.variables': '{"name":"$&Ada","order.id":{"n":7},"unused":null}',
  });
  expect(promptTemplateOf(attributes)).toEqual({
    template: 'Hello {name}, {{ order.id }} costs {price}. {"a": 1} $& {constructor}',
    version: 'v3',
    variables: [
      ['name', '$&Ada'],
      ['order.id', '{\n  "n": 7\n}'],
      ['unused', ''],
    ],
    filled: 'Hello $&Ada, {\n  "n": 7\n} costs {price}. {"a": 1} $& {constructor}',
  });
  expect(promptTemplateOf(nestAttributes({}))).toBeNull();
});
