import type { Experiment } from '#contracts/experiments/experiment.ts';
import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';

/** Of an id that a link has, enough to find it there. */
const ID_CHARS = 60;

/** An experiment that a link names by its Global ID; null where none has it. */
export interface LinkedExperiment {
  readonly id: string;
  readonly experiment: Pick<Experiment, 'id' | 'name' | 'dataset_id' | 'sequence_number'> | null;
}

interface LinkedComparison {
  /** Global ID. */
  readonly dataset: string;
  readonly numbers: readonly number[];
  /** Which experiments are not compared, and why; null where all are. */
  readonly leftOut: string | null;
}

/**
 * The experiments of a link: those of its dataset, or if there are none of it, those of the first
 * one's. Experiments of different datasets have no examples in common.
 */
export function comparisonOf(
  dataset: string,
  linked: readonly LinkedExperiment[],
): LinkedComparison {
  const found = [
    ...new Map(
      linked.flatMap(({ experiment }) =>
        experiment === null ? [] : [[experiment.id, experiment] as const],
      ),
    ).values(),
  ];
  const isOfDataset = found.some((one) => one.dataset_id === dataset);
  const home = isOfDataset ? dataset : (found[0]?.dataset_id ?? dataset);
  const own = found.filter((one) => one.dataset_id === home);
  const others = found.filter((one) => one.dataset_id !== home);
  const named = ({ sequence_number: number, name }: (typeof found)[number]): string =>
    `#${number} ${shownName(name)}`;
  const missing = linked
    .filter(({ experiment }) => experiment === null)
    .map(({ id }) => shownText(id).slice(0, ID_CHARS));
  const parts = [
    leftOutText(others.map(named), 'Experiments of different datasets have no examples in common.'),
    leftOutText(
      own.slice(COMPARED_MAX).map(named),
      `At most ${COMPARED_MAX} experiments can be compared.`,
    ),
    leftOutText(
      missing,
      missing.length === 1 ? 'No experiment has this ID.' : 'No experiments have these IDs.',
    ),
  ];
  return {
    dataset: home,
    numbers: own.slice(0, COMPARED_MAX).map((one) => one.sequence_number),
    leftOut: parts.filter(Boolean).join(' ') || null,
  };
}

function leftOutText(names: readonly string[], why: string): string {
  return names.length === 0 ? '' : `Not compared: ${[...new Set(names)].join(', ')}. ${why}`;
}
