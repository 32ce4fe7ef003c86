import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { KeptUntilWritten } from './kept-until-written.ts';

it('keeps what is asked for again and again while others are asked for', () => {
  const db = new Database(':memory:');
  const read: number[] = [];
  const kept = new KeptUntilWritten(db, (projectId) => {
    read.push(projectId);
    return `of ${projectId}`;
  });
  db.transaction(() => {
    for (let other = 100; other < 200; other += 1)
      for (const projectId of [1, 2, other]) expect(kept.of(projectId)).toBe(`of ${projectId}`);
    for (let project = 300; project < 315; project += 1) kept.of(project);
    for (let project = 300; project < 315; project += 1) kept.of(project);
  })();
  expect(read.filter((projectId) => projectId <= 2)).toEqual([1, 2]);
  expect(read.filter((projectId) => projectId >= 300)).toHaveLength(15);
});
