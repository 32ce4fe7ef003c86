import { DiffText } from '#web/ui/value/diff-text.tsx';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { FullExample, FullRun } from '../api/comparison.ts';
import { outputText, valueText } from './output-text.ts';

interface OutputDiffProps {
  readonly example: FullExample;
  readonly experiments: readonly Experiment[];
  /** By place: the run of the repetition that is shown. */
  readonly runs: readonly (FullRun | undefined)[];
  /** Two columns, from 1; 0 is the reference output. */
  readonly sides: readonly [before: number, after: number];
  readonly onSides: (before: number, after: number) => void;
}

/** The differences between two outputs, or an output and the reference: by word if they are short, by line if they are long. */
export function OutputDiff({ example, experiments, runs, sides: [before, after], onSides }: OutputDiffProps) {
  const textOf = (side: number): string => (side === 0 ? valueText(example.example.output) : outputText(runs[side - 1]));
  const choices = [
    { side: 0, label: 'Reference output' },
    ...experiments.map((one, place) => ({ side: place + 1, label: `#${one.sequence_number} ${one.name}` })),
  ];
  const select = 'h-28 min-w-0 max-w-240 rounded-control border border-line2 bg-bg1 px-6 text-12 text-text1 max-md:h-44';
  return (
    <section aria-label="Difference of outputs" className="flex min-h-120 shrink-0 flex-col rounded-control border border-line1 bg-bg1">
      <div className="flex flex-wrap items-center gap-8 border-b border-line1 px-10 py-4 text-12 text-text2">
        <label className="flex min-w-0 items-center gap-6">
          From
          <select className={select} value={before} onChange={(event) => onSides(Number(event.target.value), after)}>
            {choices.map(({ side, label }) => (
              <option key={side} value={side}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-w-0 items-center gap-6">
          to
          <select className={select} value={after} onChange={(event) => onSides(before, Number(event.target.value))}>
            {choices.map(({ side, label }) => (
              <option key={side} value={side}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="flex max-h-480 min-h-0 flex-1 flex-col" dir="auto">
        <DiffText before={textOf(before)} after={textOf(after)} />
      </div>
    </section>
  );
}
