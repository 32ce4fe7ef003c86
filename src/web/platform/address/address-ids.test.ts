import { describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import {
  datasetKey,
  datasetOfKey,
  exampleKey,
  exampleOfKey,
  isSessionGlobalId,
  sessionKey,
  versionKey,
  versionOfKey,
} from './address-ids.ts';

const DATASET = encodeGlobalId('Dataset', 42);
const EXAMPLE = encodeGlobalId('DatasetExample', 17);
const VERSION = encodeGlobalId('DatasetVersion', 3);
const SESSION = encodeGlobalId('ProjectSession', 9);

describe('ids in addresses', () => {
  it('are plain numbers, and come back as the Global IDs they were', () => {
    expect([datasetKey(DATASET), datasetOfKey('42')]).toEqual(['42', DATASET]);
    expect([exampleKey(EXAMPLE), exampleOfKey(17)]).toEqual([17, EXAMPLE]);
    expect([versionKey(VERSION), versionOfKey(3)]).toEqual([3, VERSION]);
  });

  it.each(['nope', '007', '9999999999999999', '-1', '1.5', '', EXAMPLE, DATASET])(
    'take %j for the name of a dataset',
    (key) => expect(datasetOfKey(key)).toBe(key),
  );

  it('tell the own id of an example from its number', () => {
    expect([exampleOfKey('17'), exampleKey('17'), exampleKey('refund')]).toEqual([
      '17',
      '17',
      'refund',
    ]);
    // The id of something else.
    expect([exampleKey(DATASET), versionKey(DATASET)]).toEqual([DATASET, undefined]);
  });

  it.each(['chat-1', 'user/42 50%?#ü', '7'])('name the session %j by its own id', (own) =>
    expect(sessionKey({ id: SESSION, session_id: own })).toBe(own),
  );

  it.each(['', '.', '..', 'x'.repeat(1001), encodeGlobalId('ProjectSession', 10)])(
    'name a session by its Global ID where its own is %j',
    (own) => expect(sessionKey({ id: SESSION, session_id: own })).toBe(SESSION),
  );

  it('know the Global ID of a session', () => {
    expect([
      isSessionGlobalId(SESSION),
      isSessionGlobalId(DATASET),
      isSessionGlobalId('chat-1'),
    ]).toEqual([true, false, false]);
  });
});
