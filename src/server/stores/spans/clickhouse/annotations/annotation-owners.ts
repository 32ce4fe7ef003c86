import { ANNOTATION_TARGETS } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { RowOwners } from '#core/ports/row-owners.ts';

/** The project of each annotation, by number: that of what it is about. */
export async function ownersOfTargets(
  owners: Pick<RowOwners, 'projectsOf'>,
  rows: readonly Pick<AnnotationRow, 'id' | 'target' | 'targetNumber'>[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (const target of ANNOTATION_TARGETS) {
    const some = rows.filter((row) => row.target === target);
    if (some.length === 0) continue;
    const projects = await owners.projectsOf(
      target === 'document' ? 'span' : target,
      some.map(({ targetNumber }) => targetNumber),
    );
    for (const { id, targetNumber } of some) {
      const project = projects.get(targetNumber);
      if (project !== undefined) found.set(id, project);
    }
  }
  return found;
}
