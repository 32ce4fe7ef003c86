import { expect, it } from 'vitest';
import { mirroredDiff } from './mirrored-diff.ts';

it('says the same of two texts the other way round', () => {
  const diff = {
    parts: [
      { text: 'It comes on ', change: null },
      { text: 'Tuesday', change: 'removed' as const },
      { text: 'Friday', change: 'added' as const },
      { text: ' at ', change: null },
      { text: 'noon', change: 'added' as const },
    ],
    comparedChars: 90,
  };
  const mirrored = {
    parts: [
      { text: 'It comes on ', change: null },
      { text: 'Friday', change: 'removed' },
      { text: 'Tuesday', change: 'added' },
      { text: ' at ', change: null },
      { text: 'noon', change: 'removed' },
    ],
    comparedChars: 90,
  };
  expect(mirroredDiff(diff)).toEqual(mirrored);
  expect(mirroredDiff(mirroredDiff(diff))).toEqual(diff);
  expect(mirroredDiff({ parts: null, comparedChars: null })).toEqual({
    parts: null,
    comparedChars: null,
  });
});
