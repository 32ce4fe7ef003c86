import { describe, expect, it } from 'vitest';
import { AnnotationConfigBody } from '#contracts/annotations/annotation-config.ts';
import { CreateUserBody } from '#contracts/users/user.ts';
import { Type, type TSchema } from 'typebox';
import { enumFolder } from './enum-case.ts';
import { bodyProblem } from './json-validator.ts';

const taken = (schema: TSchema, body: unknown): unknown => {
  expect(bodyProblem(schema)(body)).toBeNull();
  return body;
};

describe('words of enumerations in bodies', () => {
  it('are accepted in any case, also as in the specification, at any depth', () => {
    const user = {
      auth_method: 'local',
      email: 'ada@example.org',
      username: 'Admin',
      role: 'Member',
    };
    expect(taken(CreateUserBody, { user })).toMatchObject({
      user: { ...user, auth_method: 'LOCAL', role: 'MEMBER' },
    });
    const config = { type: 'Continuous', name: 'type', optimization_direction: 'maximize' };
    expect(taken(AnnotationConfigBody, config)).toMatchObject({
      type: 'CONTINUOUS',
      optimization_direction: 'MAXIMIZE',
      name: 'type',
    });
    const list = Type.Object({
      kinds: Type.Array(Type.Union([Type.Literal('LLM'), Type.Literal('HUMAN'), Type.Null()])),
    });
    expect(taken(list, { kinds: ['llm', null, 'Human'] })).toEqual({
      kinds: ['LLM', null, 'HUMAN'],
    });
  });

  it('are refused when they are none, and other texts keep their case', () => {
    expect(
      bodyProblem(CreateUserBody)({
        user: { auth_method: 'LOCAL', email: 'a@b.c', username: 'a', role: 'boss' },
      }),
    ).toContain('boss');
    const free = Type.Object({
      either: Type.Union([Type.Literal('ALL'), Type.String()]),
      text: Type.String(),
    });
    expect(taken(free, { either: 'all', text: 'ALL' })).toEqual({ either: 'all', text: 'ALL' });
    expect(enumFolder(Type.Object({ text: Type.String(), any: Type.Unknown() }))).toBeNull();
  });

  it('leave alone what is no value of theirs', () => {
    const fold = enumFolder(CreateUserBody);
    for (const body of [
      null,
      undefined,
      7,
      'role',
      [],
      { user: null },
      { user: [] },
      { user: { role: 7 } },
      { user: { role: {} } },
    ])
      expect(() => fold?.(body)).not.toThrow();
    expect(
      bodyProblem(CreateUserBody)(JSON.parse('{"user":{"__proto__":{"role":"admin"}}}')),
    ).not.toBeNull();
  });
});
