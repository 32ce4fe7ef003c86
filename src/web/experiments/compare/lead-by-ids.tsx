import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#web/platform/http/client.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { datasetPath, experimentComparisonPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { readExperiment } from '../api/comparison.ts';
import { comparisonOf } from './linked-experiments.ts';
import type { LinkedExperiment } from './linked-experiments.ts';

/** Long enough to read which experiments are left out, and why. */
const TOAST_MS = 15_000;

/** Leads from Global IDs, as the official clients print them, to the numbers of the experiments in their dataset. */
export function LeadByIds({ dataset, ids }: { dataset: string; ids: readonly string[] }) {
  const navigate = useNavigate();
  const key = ids.join(' ');
  const { data, error, refetch } = useQuery({
    queryKey: ['experiment-comparison', 'numbers', key],
    queryFn: () => Promise.all(key.split(' ').map(readLinked)),
    retry: false,
  });
  useEffect(() => {
    if (data === undefined) return;
    const { dataset: home, numbers, leftOut } = comparisonOf(dataset, data);
    if (leftOut !== null) showToast({ text: leftOut, durationMs: TOAST_MS });
    const path = numbers.length === 0 ? `${datasetPath(home)}/compare` : experimentComparisonPath(home, numbers);
    void navigate({ href: ROOT_PATH + path, replace: true });
  }, [data, dataset, navigate]);
  return error === null ? (
    <SkeletonRows rows={16} height={44} />
  ) : (
    <ErrorNote what="The experiments could not be read" error={error} onRetry={() => void refetch()} />
  );
}

/** An experiment that a link names; nothing where it does not exist, or the id is none of an experiment. */
async function readLinked(id: string): Promise<LinkedExperiment> {
  try {
    return { id, experiment: await readExperiment(id) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return { id, experiment: null };
    throw error;
  }
}
