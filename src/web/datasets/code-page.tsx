import { useNavigate, useParams } from '@tanstack/react-router';
import { DatasetCode } from './dataset-code.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useKeys } from '#web/platform/keys/keys.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { DatasetFrame } from './dataset-frame.tsx';

/** The lines by which a program uses the dataset. */
export function CodePage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/code' });
  const navigate = useNavigate();
  useKeys({
    Escape: { what: 'Back to the examples', run: () => void navigate({ to: examplesPath(id) }) },
  });
  return (
    <DatasetFrame id={id} tab="Code">
      {(dataset) => (
        <div
          className="min-h-0 flex-1 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label="Use from code"
        >
          <div className="mx-auto flex max-w-720 flex-col gap-16 px-16 py-32 max-md:py-16">
            <h2 className="text-20 font-semibold">Use from code</h2>
            <p className="max-w-560 text-14 text-text2">
              These lines read the newest version, and add an example to it. A version can be asked
              for by its id, so that an experiment can be repeated with the same examples.
            </p>
            <DatasetCode name={dataset.name} id={dataset.id} />
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-16 gap-y-4 text-12">
              <dt className="text-text3">Id</dt>
              <dd className="mono flex items-center gap-4">
                {dataset.id} <CopyButton text={dataset.id} label="Copy id" quiet />
              </dd>
            </dl>
          </div>
        </div>
      )}
    </DatasetFrame>
  );
}
