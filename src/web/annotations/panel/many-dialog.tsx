import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import { projectConfigsOptions } from '#web/annotations/configs/annotation-configs.calls.ts';
import { annotateMany, type AnnotationOfMany } from './annotate-many.ts';
import { readReviewer } from '#web/accounts/sign-in.calls.ts';
import { boundsOf, readScore } from './score-entry.ts';
import { verdictOf } from './verdict.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { LabelButtons } from './label-buttons.tsx';
import { ScoreField } from './score-field.tsx';
import { TextArea } from './text-area.tsx';

interface ManyDialogProps extends Pick<AnnotationOfMany, 'target' | 'ids'> {
  readonly project: string;
  readonly onClose: () => void;
}

const NO_CONFIGS: readonly AnnotationConfig[] = [];
/** The choice of a name that no config has. */
const OTHER = '';

/** One annotation for all selected rows: by one of the project's configs, or under another name. */
export function ManyDialog({ project, target, ids, onClose }: ManyDialogProps) {
  const { data, isPending } = useQuery(projectConfigsOptions(project));
  if (isPending) return null;
  return <ManyForm configs={data ?? NO_CONFIGS} {...{ target, ids, onClose }} />;
}

function ManyForm({
  configs,
  target,
  ids,
  onClose,
}: Omit<ManyDialogProps, 'project'> & { readonly configs: readonly AnnotationConfig[] }) {
  const [chosen, setChosen] = useState(configs[0]?.name ?? OTHER);
  const [draft, setDraft] = useState(NO_DRAFT);
  const config = configs.find(({ name }) => name === chosen);
  const name = config?.name ?? draft.name.trim();
  const entry = readScore(draft.score, boundsOf(config));
  const isEmpty = draft.label === '' && draft.score.trim() === '' && draft.why === '';
  const result = {
    label: draft.label === '' ? null : draft.label,
    score: entry.ok ? entry.score : null,
    explanation: draft.why || null,
  };
  const { send, done } = useSend({ target, ids, name, result }, onClose);
  return (
    <FormDialog
      title={`Annotate ${plural(ids.length, target)}`}
      action={
        send.isPending ? `${exactCount(done)} annotated…` : `Annotate ${plural(ids.length, target)}`
      }
      ready={name !== '' && name !== NOTE_NAME && entry.ok && !isEmpty}
      send={send}
      onClose={onClose}
    >
      {configs.length > 0 && (
        <NameChoice
          names={configs.map((one) => one.name)}
          value={chosen}
          onValue={(next) => {
            setChosen(next);
            setDraft(NO_DRAFT);
          }}
        />
      )}
      {config === undefined && (
        <Field
          label="Name"
          value={draft.name}
          onValue={(next) => setDraft({ ...draft, name: next })}
          placeholder="correctness"
        />
      )}
      <Answer config={config} draft={draft} onDraft={setDraft} />
      <TextArea
        label="Explanation"
        value={draft.why}
        onValue={(why) => setDraft({ ...draft, why })}
        rows={2}
      />
      <p className="text-12 text-text3">
        Replaces annotations made on this page under that name. The replaced ones stay in the
        history.
      </p>
    </FormDialog>
  );
}

function useSend(wish: Omit<AnnotationOfMany, 'reviewer'>, onDone: () => void) {
  const [done, setDone] = useState(0);
  const stop = useAbortOnLeave();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: async () =>
      await annotateMany(
        { ...wish, reviewer: await readReviewer(client) },
        { onProgress: setDone, signal: stop() },
      ),
    onSuccess: (count) => {
      showToast({ text: `${wish.name}: ${plural(count, wish.target)} annotated` });
      onDone();
    },
    onSettled: async () => {
      const keys =
        wish.target === 'session' ? ['sessions', 'annotations'] : ['rows', 'annotations'];
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  return { send, done };
}

interface Draft {
  readonly name: string;
  readonly label: string;
  readonly score: string;
  readonly why: string;
}
const NO_DRAFT: Draft = { name: '', label: '', score: '', why: '' };

function NameChoice({
  names,
  value,
  onValue,
}: {
  names: readonly string[];
  value: string;
  onValue: (name: string) => void;
}) {
  return (
    <label className="flex flex-col gap-4 text-12 text-text2">
      Annotation config
      <select
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="h-30 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1 max-md:h-44"
      >
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option value={OTHER}>Another name…</option>
      </select>
    </label>
  );
}

interface AnswerProps {
  readonly config: AnnotationConfig | undefined;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** The labels of a config, its score, or a label and a score where there is none. */
function Answer({ config, draft, onDraft }: AnswerProps) {
  const field = useId();
  if (config?.type === 'CATEGORICAL') {
    const label = draft.label === '' ? null : draft.label;
    const choose = (index: number): void => {
      const value = config.values[index];
      if (value !== undefined)
        onDraft({
          ...draft,
          label: value.label,
          score: value.score === undefined || value.score === null ? '' : String(value.score),
        });
    };
    const verdict = verdictOf(config, { label, score: null });
    return (
      <LabelButtons
        values={config.values}
        chosen={label}
        verdict={verdict}
        keys={0}
        onChoose={choose}
      />
    );
  }
  return (
    <>
      {config?.type !== 'CONTINUOUS' && (
        <Field
          label="Label"
          value={draft.label}
          onValue={(label) => onDraft({ ...draft, label })}
        />
      )}
      <ScoreField
        name={config?.name ?? 'the selection'}
        id={field}
        bounds={boundsOf(config)}
        text={draft.score}
        setText={(score) => onDraft({ ...draft, score })}
        commit={() => undefined}
      />
    </>
  );
}

/** Closing the dialog stops after the step under way. */
function useAbortOnLeave(): () => AbortSignal {
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
}
