import { describe, expect, it } from 'vitest';
import type { AnnotationRevision } from '#contracts/annotations/annotation.ts';
import { changesOf } from './revision-changes.ts';

const revision = (
  result: AnnotationRevision['result'],
  more: Partial<AnnotationRevision> = {},
): AnnotationRevision => ({
  revision: 1,
  change: 'UPDATE',
  changed_at: '2026-03-01T12:00:00.000000+00:00',
  source: 'API',
  user_id: null,
  annotator_kind: 'HUMAN',
  result,
  metadata: {},
  ...more,
});

describe('what a revision changed', () => {
  const first = revision({ label: 'bad', score: 0, explanation: 'Wrong amount' });

  it('is everything of the first', () => {
    expect(changesOf(undefined, first).map(({ field, after }) => [field, after])).toEqual([
      ['label', 'bad'],
      ['score', '0'],
      ['explanation', 'Wrong amount'],
      ['kind', 'HUMAN'],
    ]);
  });

  it('is what differs, and an emptied field became nothing', () => {
    expect(changesOf(first, revision({ label: 'bad', score: 0.5, explanation: '' }))).toEqual([
      { field: 'score', before: '0', after: '0.5' },
      { field: 'explanation', before: 'Wrong amount', after: null },
    ]);
    expect(
      changesOf(
        revision({ label: 'a', score: null, explanation: null }),
        revision({ label: 'a', score: null, explanation: '' }),
      ),
    ).toEqual([]);
  });
});
