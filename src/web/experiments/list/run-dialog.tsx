import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import { ExperimentCode } from './experiment-code.tsx';

/** The lines that run another experiment on a dataset. */
export function RunDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  return (
    <Dialog title="Run an experiment" size="wide" onClose={onClose}>
      <div className="flex flex-col gap-12">
        <p className="text-13 text-text2">
          These lines run without changes on {plural(dataset.example_count, 'example')}. The
          experiment appears in the list when it starts.
        </p>
        <ExperimentCode dataset={dataset.name} />
      </div>
    </Dialog>
  );
}
