import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { BASELINE, useExperimentChanges } from './use-experiment-changes.ts';

const TAG = /^[a-z0-9](?:[_a-z0-9-]*[a-z0-9])?$/;
const TAG_CHARS_MAX = 256;

/** The tags of an experiment, changed together. */
export function TagsDialog({
  experiment,
  onClose,
}: {
  experiment: Experiment;
  onClose: () => void;
}) {
  const { changeTags } = useExperimentChanges(experiment.dataset_id);
  const [tags, setTags] = useState<readonly string[]>(experiment.tags);
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isTag = TAG.test(name) && name.length <= TAG_CHARS_MAX;
  const wanted = name !== '' && !tags.includes(name) ? [...tags, name] : tags;
  const save = useMutation({
    mutationFn: () =>
      changeTags(
        experiment.id,
        wanted.filter((tag) => !experiment.tags.includes(tag)),
        experiment.tags.filter((tag) => !wanted.includes(tag)),
      ),
    onSuccess: onClose,
  });
  const add = (tag: string): void => {
    if (!tags.includes(tag)) setTags([...tags, tag]);
    setTyped('');
  };
  return (
    <FormDialog
      title="Edit tags"
      action="Save tags"
      ready={name === '' || isTag}
      send={save}
      onClose={onClose}
    >
      <p className="text-12 text-text2">
        A tag belongs to one experiment of a dataset: adding it here removes it from another one.
        The other experiments are compared with the one tagged{' '}
        <code className="mono">{BASELINE}</code>.
      </p>
      {tags.length > 0 && (
        <TagList tags={tags} onRemove={(tag) => setTags(tags.filter((one) => one !== tag))} />
      )}
      <Field
        label="New tag"
        value={typed}
        onValue={setTyped}
        maxLength={TAG_CHARS_MAX}
        aria-invalid={name !== '' && !isTag}
        hint={
          name !== '' && !isTag
            ? 'Use lower-case letters, digits, - and _; begin and end with a letter or digit.'
            : 'Lower-case letters, digits, - and _, such as release-2.'
        }
      />
      <div className="flex flex-wrap gap-8">
        <Button disabled={name === '' || !isTag} onClick={() => add(name)}>
          Add tag
        </Button>
        {!tags.includes(BASELINE) && (
          <Button onClick={() => add(BASELINE)}>Add “{BASELINE}”</Button>
        )}
      </div>
    </FormDialog>
  );
}

function TagList({ tags, onRemove }: { tags: readonly string[]; onRemove: (tag: string) => void }) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-6">
      {tags.map((tag) => (
        <li
          key={tag}
          className="inline-flex h-24 max-w-full items-center gap-2 rounded-chip bg-bg3 pl-8 text-12"
        >
          <span className="clip">{tag}</span>
          <IconButton
            icon="close"
            label={`Remove the tag ${tag}`}
            className="size-24!"
            onClick={() => onRemove(tag)}
          />
        </li>
      ))}
    </ul>
  );
}
