import { Type, type Static } from 'typebox';
import { AUDIT_ACTIONS, AUDIT_RESULTS } from './audit-action.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  count,
  CursorParam,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
  timeParam,
} from '../wire/schema-parts.ts';

const ACTOR_KINDS = [
  'nobody',
  'anonymous',
  'server',
  'command-line',
  'user',
  'app',
  'user-key',
  'system-key',
] as const;
const action = (description: string) =>
  oneOf(Object.keys(AUDIT_ACTIONS), { description, examples: ['key.revoke'] });
const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/**
 * One row of the audit log. Fields are in camelCase, as section 4.3 of the service's specification
 * has them.
 */
export const AuditEntry = Type.Object(
  {
    id: globalId('Global ID of the row.', 'QXVkaXRMb2c6MQ=='),
    seq: Type.Integer({ minimum: 1, description: 'Its place in the chain; there are no gaps.' }),
    time: isoTime('When it was done.'),
    actor: Type.Object(
      {
        kind: oneOf(ACTOR_KINDS, { description: 'How the actor authenticated.' }),
        name: Type.String({
          description: 'An e-mail address, the name of a key, or who ran a command on the machine.',
        }),
        userId: nullable(Type.String(), {
          description: 'Global ID of the user, also when a key of theirs was used; else null.',
        }),
        apiKeyId: nullable(Type.String(), {
          description: 'Global ID of the key that was used, or null.',
        }),
      },
      { title: 'AuditActor', description: 'Who did it.' },
    ),
    action: Type.String({ description: 'The action: `thing.verb`.', examples: ['key.revoke'] }),
    target: Type.Object(
      {
        type: Type.String({ description: 'The kind of object.', examples: ['key'] }),
        id: nullable(Type.String(), { description: 'As the request named it, or null.' }),
      },
      { title: 'AuditTarget', description: 'The target of the action.' },
    ),
    result: oneOf(AUDIT_RESULTS, {
      description:
        '`interrupted`: the server ended before it was known how the act did, or who asked for an export hung up before its end. `refused`: not there, or not possible. `denied`: not allowed.',
    }),
    status: nullable(Type.Integer(), { description: 'HTTP status of the reply, or null.' }),
    clientAddress: nullable(Type.String(), {
      description: 'The client’s address; null for actions of the server itself.',
    }),
    userAgent: nullable(Type.String(), { description: 'The program, as it named itself.' }),
    route: nullable(Type.String(), {
      description: 'Method and path.',
      examples: ['DELETE /api/v1/api-keys/{id}'],
    }),
    details: Type.Record(Type.String(), Type.Union([Value, Type.Array(Value)]), {
      description: 'More about it, never a secret.',
    }),
    hash: Type.String({
      description: 'SHA-256 over the hash of the row before and this row, in hexadecimal digits.',
    }),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;
export const AuditEntryPage = pageOf(AuditEntry);

const filters = {
  api_key_id: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'Global ID of an API key: what it did, and what was done to it.',
      examples: ['VXNlckFwaUtleTox'],
    }),
  ),
  actor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        'Who did it: the e-mail address or Global ID of a user, for what their keys and apps did too, or the name of a key.',
      examples: ['ada@example.org'],
    }),
  ),
  action: Type.Optional(action('The action.')),
  result: Type.Optional(oneOf(AUDIT_RESULTS, { description: 'How it ended.' })),
  start_time: Type.Optional(timeParam('Rows from then on.')),
  end_time: Type.Optional(timeParam('Rows before then.')),
};

export const AuditExportParams = Type.Object(filters);
export type AuditExportParams = Static<typeof AuditExportParams>;
export const AuditListParams = Type.Object({
  ...filters,
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export type AuditListParams = Static<typeof AuditListParams>;

/** The result of the last verification. */
export const AuditVerification = dataOf(
  Type.Object(
    {
      state: oneOf(['unknown', 'running', 'intact', 'broken'], {
        description: '`unknown` until the chain was verified once.',
      }),
      progress: nullable(
        Type.Object({
          rowsDone: count('Rows that were looked at so far.'),
          rowsTotal: count('Rows there are.'),
        }),
        {
          description:
            'How far a verification is that is under way; null before it says so, and when there is none.',
        },
      ),
      checkedAt: nullable(isoTime(''), {
        description: 'When the verification ended that this tells of, or null.',
      }),
      error: nullable(Type.String(), {
        description: 'Why a later verification could not be completed, or null.',
      }),
      rows: count('Rows that were looked at.'),
      firstSeq: count('The first of them; retention deletes those before it.'),
      lastSeq: count('The last of them.'),
      headHash: nullable(Type.String(), {
        description:
          'The hash of the last of them: keep it elsewhere, and `telltale audit verify --head` compares.',
      }),
      problems: Type.Array(
        Type.Object({
          seq: Type.Integer({ description: 'The row.' }),
          kind: oneOf(['changed', 'replaced', 'missing'], {
            description: 'How it is not as it was written.',
          }),
          detail: Type.String({ description: 'The problem, as text for people.' }),
        }),
        { description: 'The first 20 rows that are not as they were written.' },
      ),
      problemCount: count('How many there are.'),
      retentionDays: count('Rows older than this many days are deleted; 0 keeps them permanently.'),
    },
    { title: 'AuditVerification' },
  ),
);
export type AuditVerification = Static<typeof AuditVerification>['data'];
