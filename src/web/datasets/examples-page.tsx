import { useParams, useSearch } from '@tanstack/react-router';
import { versionOfKey } from '#web/platform/address/address-ids.ts';
import { DatasetFrame } from './dataset-frame.tsx';
import { ExamplesPane } from './examples/examples-pane.tsx';

/** A dataset's examples, of its newest version or of the one in the address. */
export function ExamplesPage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/examples' });
  const search = useSearch({ from: '/datasets/$dataset/examples' });
  return (
    <DatasetFrame id={id} tab="Examples" version={search.version === undefined ? null : versionOfKey(search.version)}>
      {(dataset, uploads) => <ExamplesPane key={`${id} ${uploads}`} dataset={dataset} search={search} />}
    </DatasetFrame>
  );
}
