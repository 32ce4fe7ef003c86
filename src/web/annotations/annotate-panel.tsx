import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { projectConfigsOptions } from './configs/annotation-configs.calls.ts';
import { addNote, annotate, type AnnotateCall, type AnnotationChange } from './panel/annotate.ts';
import type { AnnotatedPlace } from './annotation-lists.ts';
import { reviewerIn, viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { isOn, keyOfAnnotated, ownAnnotation } from './annotated-thing.ts';
import { undoLast } from './undo-stack.ts';
import { dropKeys, releaseKeys } from '#web/platform/keys/type-ahead.ts';
import { useCloseOnBack } from '#web/platform/address/close-on-back.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { IconButton, Button } from '#web/ui/button.tsx';
import { useMay } from '#web/accounts/may.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { Criterion } from './criterion.tsx';
import { FoldedFreeAnnotation, FreeAnnotation } from './free-annotation.tsx';
import { AnnotationList } from './panel/annotation-list.tsx';
import { NoConfigs } from './no-configs.tsx';
import { KEYS_OF_PANEL } from './panel-keys.ts';
import { SubjectSwitch, type Subject, type SubjectKind } from './panel/subject-switch.tsx';
import { useKeptDraft } from '#web/accounts/use-kept-draft.ts';
import { TextArea } from './panel/text-area.tsx';

/** The panel's review options. */
export interface ReviewWish {
  /** The name to annotate under: its config comes first. */
  readonly name: string;
}

export interface AnnotatePanelProps {
  readonly place: AnnotatedPlace;
  /** The targets that can be annotated here; one of them is `chosen`. */
  readonly subjects: readonly Subject[];
  readonly chosen: SubjectKind;
  readonly onChoose: (kind: SubjectKind) => void;
  /** The annotations known of all subjects; undefined while they are read. */
  readonly annotations: {
    readonly data: readonly AnyAnnotation[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly onClose: () => void;
  readonly review: ReviewWish | undefined;
  /** Opened for a note: its field takes the focus, and says so. */
  readonly forNote: boolean;
  readonly onNoteOpened: () => void;
}

const NO_CONFIGS: readonly AnnotationConfig[] = [];

/**
 * The form for annotating what is on screen, and below it the annotations so far. Each answer is
 * saved as it is given.
 */
export function AnnotatePanel({
  place,
  subjects,
  chosen,
  onChoose,
  annotations,
  onClose,
  review,
  ...opened
}: AnnotatePanelProps) {
  const client = useQueryClient();
  const configs = useQuery(projectConfigsOptions(place.project));
  const viewer = useQuery(viewerOptions);
  const subject = subjects.find(({ annotated }) => annotated.target === chosen) ?? subjects[0];
  const note = useRef<HTMLTextAreaElement>(null);
  const [active, setActive] = useState(0);
  const asked = reviewedFirst(configs.data ?? NO_CONFIGS, review?.name);
  const step = (): void =>
    setActive((before) => (asked.length === 0 ? 0 : (before + 1) % asked.length));
  const close = (): void => {
    dropKeys();
    onClose();
  };
  // A review is this form: Back leaves it.
  useCloseOnBack(review === undefined, close);
  usePanelKeys({ step, chooseNext: () => chooseNext(subjects, chosen, onChoose), note, close });
  useReleasedOnFailure(annotations);
  const panel = useFocused();
  if (subject === undefined) return null;
  const call: AnnotateCall = { client, place, annotated: subject.annotated };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves its fields
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Annotate"
      className="flex h-full min-h-0 flex-col bg-bg0 focus-visible:outline-none"
      onKeyDown={leaveField}
    >
      <div className="flex h-36 shrink-0 items-center gap-8 border-b border-line1 pr-4 pl-12">
        <h2 className="min-w-0 flex-1 font-semibold">Annotate</h2>
        <IconButton icon="close" label="Close (Esc)" onClick={close} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-60">
        <div className="px-12 py-8">
          <SubjectSwitch subjects={subjects} chosen={chosen} onChoose={onChoose} />
        </div>
        {annotations.data === undefined || configs.isPending || viewer.isPending ? (
          <NotYetRead annotations={annotations} />
        ) : (
          <>
            {configs.error !== null && (
              <ErrorNote
                what="The annotation configs could not be read"
                error={configs.error}
                onRetry={() => void configs.refetch()}
              />
            )}
            <Annotating
              key={keyOfAnnotated(subject.annotated)}
              {...{ call, asked, active }}
              annotations={annotations.data}
              onActive={setActive}
              note={note}
              {...opened}
            />
          </>
        )}
      </div>
    </aside>
  );
}

/** The panel takes the focus when it opens, so that Tab goes on to its form, and gives it back. */
function useFocused(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  // Before the effects of the form, which moves the focus on to the field that was asked for.
  useLayoutEffect(() => {
    const opened = panel.current;
    const before = document.activeElement;
    opened?.focus({ preventScroll: true });
    return () => {
      if (opened?.contains(document.activeElement) === true && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}

interface PanelKeys {
  readonly step: () => void;
  readonly chooseNext: () => void;
  readonly note: { readonly current: HTMLTextAreaElement | null };
  readonly close: () => void;
}

function usePanelKeys(panel: PanelKeys): void {
  useKeys(
    {
      a: { what: 'Next criterion', run: panel.step },
      A: { what: 'Annotate the span, trace or session', run: panel.chooseNext },
      n: { what: 'Write a note', run: () => panel.note.current?.focus() },
      u: { what: 'Undo the last annotation', run: () => void sayUndone() },
      Escape: { what: 'Close', run: panel.close },
    },
    KEYS_OF_PANEL,
  );
}

/** Where the annotations cannot be read there is no form to take the keys typed so far. */
function useReleasedOnFailure({ data, error }: AnnotatePanelProps['annotations']): void {
  const hasFailed = error !== null && data === undefined;
  useEffect(() => {
    if (hasFailed) releaseKeys();
  }, [hasFailed]);
}

function NotYetRead({ annotations: { error, refetch } }: Pick<AnnotatePanelProps, 'annotations'>) {
  if (error === null) return <SkeletonRows rows={5} height={44} />;
  return (
    <ErrorNote
      what="The annotations could not be read"
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function chooseNext(
  subjects: readonly Subject[],
  chosen: SubjectKind,
  onChoose: (kind: SubjectKind) => void,
): void {
  const at = subjects.findIndex(({ annotated }) => annotated.target === chosen);
  const target = subjects[(at + 1) % subjects.length]?.annotated.target;
  if (target !== undefined && target !== 'document') onChoose(target);
}

interface AnnotatingProps {
  readonly call: AnnotateCall;
  readonly asked: readonly AnnotationConfig[];
  readonly annotations: readonly AnyAnnotation[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly note: { readonly current: HTMLTextAreaElement | null };
  readonly forNote: boolean;
  readonly onNoteOpened: () => void;
}

/** The form for one thing: drafts in its fields are that thing's. */
function Annotating({
  call,
  asked,
  annotations,
  active,
  onActive,
  note,
  forNote,
  onNoteOpened,
}: AnnotatingProps) {
  useEffect(() => {
    if (!forNote) return;
    note.current?.focus();
    onNoteOpened();
  }, [forNote, note, onNoteOpened]);
  // After the focus has gone where it should: what was typed on the way here goes there too.
  useEffect(() => releaseKeys(), []);
  const reviewer = reviewerIn(useQuery(viewerOptions).data);
  const shown = annotations.filter((one) => isOn(one, call.annotated) || isOnDocument(one, call));
  const may = useMay('traces:write');
  const about = keyOfAnnotated(call.annotated);
  const free = {
    about,
    onAnnotate: (name: string, change: AnnotationChange) => annotate(call, name, change),
  };
  const list = shown.length > 0 && (
    <section>
      <h3 className="text-11 font-medium text-text3">Annotations</h3>
      <AnnotationList annotations={shown} configs={asked} place={call.place} />
    </section>
  );
  if (!may)
    return (
      <div className="px-12 py-8">
        {list || <p className="text-13 text-text3">No annotations yet.</p>}
      </div>
    );
  return (
    <>
      {asked.map((config, index) => (
        <Criterion
          key={config.id}
          config={config}
          own={ownAnnotation(annotations, call.annotated, config.name, reviewer)}
          active={index === Math.min(active, asked.length - 1)}
          onActive={() => onActive(index)}
          onAnnotate={(change) => annotate(call, config.name, change)}
          about={about}
        />
      ))}
      <div className="flex flex-col gap-12 px-12 py-8">
        {asked.length === 0 ? (
          <NoConfigs project={call.place.project}>
            <FreeAnnotation {...free} />
          </NoConfigs>
        ) : (
          <FoldedFreeAnnotation {...free} />
        )}
        <NoteField field={note} about={about} onNote={(text) => addNote(call, text)} />
        {list}
      </div>
    </>
  );
}

/** Undoes what was annotated last. */
async function sayUndone(): Promise<void> {
  if (!(await undoLast())) showToast({ text: 'Nothing to undo.' });
}

/** Annotations of a document belong to its span. */
function isOnDocument(annotation: AnyAnnotation, { annotated }: AnnotateCall): boolean {
  return (
    annotated.target === 'span' &&
    annotation.target === 'document' &&
    annotation.target_id === annotated.id
  );
}

function reviewedFirst(
  configs: readonly AnnotationConfig[],
  reviewed: string | undefined,
): readonly AnnotationConfig[] {
  return [
    ...configs.filter(({ name }) => name === reviewed),
    ...configs.filter(({ name }) => name !== reviewed),
  ];
}

/**
 * Esc leaves a field, so that plain keys work again, and so does Ctrl or ⌘ with Enter; what was
 * typed is saved.
 */
function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (
    !(event.key === 'Escape' || isSave) ||
    !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
  )
    return;
  event.preventDefault();
  // In a review queue, the key that saves also moves on.
  if (!isSave) event.stopPropagation();
  target.blur();
}

interface NoteFieldProps {
  readonly field: Ref<HTMLTextAreaElement>;
  /** The thing it is a note on, as a text. */
  readonly about: string;
  /** Saves a note; resolves to whether it was. */
  readonly onNote: (text: string) => Promise<boolean>;
}

/** A note about a target. Unsaved text stays in the field, even when the page is left. */
function NoteField({ field, about, onNote }: NoteFieldProps) {
  const kept = useKeptDraft(`note ${about}`);
  const [text, setText] = useState(() => kept.read()?.['text'] ?? '');
  const send = (): void => {
    const note = text.trim();
    if (note === '') return;
    setText('');
    void onNote(note).then((saved) => {
      if (!saved) setText((typed) => (typed === '' ? note : typed));
      else kept.dropSaved({ text });
    });
  };
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        ref={field}
        label="Note"
        value={text}
        onValue={(typed) => {
          setText(typed);
          kept.keep({ text: typed });
        }}
        onBlur={(event) => {
          // Leaving for the button is not leaving yet.
          if (!event.currentTarget.form?.contains(event.relatedTarget)) send();
        }}
      />
      {text.trim() !== '' && (
        <Button type="submit" className="self-start">
          Add note
        </Button>
      )}
    </form>
  );
}
