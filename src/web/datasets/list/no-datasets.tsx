import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { DatasetCode } from '#web/datasets/dataset-code.tsx';
import { projectsPath } from '#web/platform/address/paths.ts';

/** Before there is any dataset: what one is for, and the ways to the first. */
export function NoDatasets({ onUpload, onCreate }: { onUpload: () => void; onCreate: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="How to create a dataset">
      <div className="mx-auto flex max-w-720 flex-col gap-16 px-16 py-48 max-md:py-24">
        <h2 className="text-24 font-semibold">Create your first dataset</h2>
        <p className="max-w-560 text-14 text-text2">
          A dataset contains examples: inputs of your application and the outputs you expect. Every change creates a version, and all
          versions stay available.
        </p>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">From a file</h3>
          <p className="text-13 text-text2">CSV, JSON lines, Arrow or Parquet. You choose what each column becomes.</p>
          <Button look="accent" onClick={onUpload}>
            Upload a file
          </Button>
        </section>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">From traces</h3>
          <p className="text-13 text-text2">
            Open a trace, choose a span, and press D: its input and output become an example. Rows that are selected in a list go together.
          </p>
          <Link to={projectsPath} className="text-13 text-link hover:underline">
            Go to the projects
          </Link>
        </section>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">From code</h3>
          <DatasetCode name="parcel questions" id={null} />
        </section>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">By hand</h3>
          <Button onClick={onCreate}>New empty dataset</Button>
        </section>
      </div>
    </div>
  );
}
