import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { listOfChip } from '#web/annotations/annotation-filter.ts';
import type { ChipCondition } from '#web/annotations/annotation-filter.ts';
import { lastList } from '#web/lists/list-memory.ts';

/** Leads from a chip of a span or trace to the project's list, narrowed to what the chip says. */
export function useChipFilter(project: string, target: 'span' | 'trace'): (condition: ChipCondition, negate: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (condition, negate) =>
      void navigate({
        to: '/projects/$project/traces',
        params: { project },
        search: listOfChip(lastList(project) ?? {}, target, condition, negate),
      }),
    [navigate, project, target],
  );
}
