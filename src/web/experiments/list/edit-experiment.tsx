import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { JsonField } from '#web/ui/form/json-field.tsx';
import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { checkJsonObject } from '#web/platform/text/json-check.ts';
import { isObject, type JsonObject } from '#web/platform/text/json.ts';
import { useExperimentChanges } from './use-experiment-changes.ts';

function objectOf(text: string): JsonObject {
  const value = parseExactJson(text);
  return isObject(value) ? value : {};
}

/** Name, description and metadata of an experiment. */
export function EditExperiment({
  experiment,
  onClose,
}: {
  experiment: Experiment;
  onClose: () => void;
}) {
  const { change } = useExperimentChanges(experiment.dataset_id);
  const [name, setName] = useState(experiment.name);
  const [description, setDescription] = useState(experiment.description ?? '');
  const written = useMemo(
    () => JSON.stringify(experiment.metadata, null, 2),
    [experiment.metadata],
  );
  const [metadata, setMetadata] = useState(written);
  const isValid = useMemo(() => checkJsonObject(metadata) === null, [metadata]);
  const save = useMutation({
    mutationFn: () =>
      change(experiment.id, {
        name: name.trim(),
        description: description.trim() === '' ? null : description.trim(),
        ...(metadata === written ? {} : { metadata: { ...objectOf(metadata) } }),
      }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Edit experiment"
      action="Save changes"
      size="wide"
      ready={name.trim() !== '' && isValid}
      send={save}
      isChanged={
        name !== experiment.name ||
        description !== (experiment.description ?? '') ||
        metadata !== written
      }
      onClose={onClose}
    >
      <Field label="Name" value={name} onValue={setName} maxLength={1024} />
      <Field label="Description" value={description} onValue={setDescription} maxLength={10_000} />
      <JsonField label="Metadata" text={metadata} onText={setMetadata} />
    </FormDialog>
  );
}
