import { Link } from '@tanstack/react-router';
import { IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { SplitChips } from '#web/datasets/split-chips.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import type { FullExample } from '../api/comparison.ts';
import { exampleNumber } from './comparison-line.tsx';
import type { ComparisonModel } from './use-comparison-model.ts';

interface PeekHeadProps {
  readonly id: string;
  readonly dataset: string;
  readonly example: FullExample | undefined;
  readonly model: ComparisonModel;
}

/** The open example, its position in the list, and buttons to the next ones. */
export function PeekHead({ id, dataset, example, model }: PeekHeadProps) {
  const { active, count } = model;
  const own = example?.example.id;
  const name = own === undefined || own === example?.example.node_id ? `#${exampleNumber(id)}` : own;
  return (
    <div className="flex h-36 shrink-0 items-center gap-6 border-b border-line1 pr-4 pl-12 pointer-coarse:h-44">
      <h2 className="clip min-w-0 font-semibold">
        <Link to={examplesPath(dataset, id)} className="hover:underline" title="Open in the dataset">
          <bdi>{name}</bdi>
        </Link>
      </h2>
      <CopyButton text={own ?? id} label="Copy id" quiet />
      {active !== null && (
        <span className="nums shrink-0 text-12 text-text3 max-md:hidden">
          {exactCount(active + 1)} of {exactCount(count)}
        </span>
      )}
      {example !== undefined && <SplitChips names={example.example.splits ?? []} />}
      <span className="flex-1" />
      <IconButton icon="arrowUp" label="Previous example (K)" onClick={() => model.walk(-1)} />
      <IconButton icon="arrowDown" label="Next example (J)" onClick={() => model.walk(1)} />
      <IconButton icon="close" label="Close (Esc)" onClick={model.close} />
    </div>
  );
}
