import { useParams, useSearch } from '@tanstack/react-router';
import { DatasetFrame } from '#web/datasets/dataset-frame.tsx';
import { ExperimentsPane } from './experiments-pane.tsx';

/** The experiments of a dataset. */
export function ExperimentsPage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/experiments' });
  const search = useSearch({ from: '/datasets/$dataset/experiments' });
  return (
    <DatasetFrame id={id} tab="Experiments">
      {(dataset) => <ExperimentsPane key={dataset.id} dataset={dataset} search={search} />}
    </DatasetFrame>
  );
}
