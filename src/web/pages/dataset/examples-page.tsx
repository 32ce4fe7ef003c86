import { useParams, useSearch } from '@tanstack/react-router';
import { DatasetFrame } from './dataset-frame.tsx';
import { ExamplesPane } from './examples/examples-pane.tsx';

/** A dataset's examples, of its newest version or of the one in the address. */
export function ExamplesPage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/examples' });
  const search = useSearch({ from: '/datasets/$dataset/examples' });
  return (
    <DatasetFrame id={id} tab="Examples" version={search.version ?? null}>
      {(dataset, uploads) => <ExamplesPane key={`${id} ${uploads}`} dataset={dataset} search={search} />}
    </DatasetFrame>
  );
}
