import type { Dataset } from '#web/platform/http/model.ts';
import { Button } from '#web/ui/button.tsx';
import { DatasetCode } from '#web/datasets/dataset-code.tsx';

/** A dataset without examples: how they come into it. */
export function NoExamples({ dataset, onAdd }: { dataset: Dataset; onAdd: (() => void) | null }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="How to add examples">
      <div className="mx-auto flex max-w-720 flex-col items-start gap-16 px-16 py-48 max-md:py-24">
        <h2 className="text-16 font-semibold">{onAdd === null ? 'This version has no examples' : 'No examples yet'}</h2>
        {onAdd !== null && (
          <>
            <p className="text-13 text-text2">
              Upload a file (U), add one by hand, press D on a span of a trace, or send them from a program:
            </p>
            <Button look="accent" onClick={onAdd}>
              Add example
            </Button>
            <DatasetCode name={dataset.name} id={dataset.id} />
          </>
        )}
      </div>
    </div>
  );
}
