import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { configsOptions } from '#web/annotations/config-settings.calls.ts';
import { Criterion } from '#web/annotations/criterion.tsx';
import { FoldedFreeAnnotation, FreeAnnotation } from '#web/annotations/free-annotation.tsx';
import { KEYS_OF_PANEL } from '#web/annotations/panel-keys.ts';
import { IconButton } from '#web/ui/button.tsx';
import { undoLast } from '#web/annotations/undo-stack.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import type { FullRun, RunVerdict } from '../api/comparison.ts';
import { KIND_WORDS } from './evaluation-list.tsx';

interface AnnotateRunProps {
  readonly run: FullRun;
  readonly onSave: (name: string, change: (before: RunVerdict) => RunVerdict) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The form by which a person evaluates a run: one row per annotation config, and a free name. Each answer is saved as it is given. */
export function AnnotateRun({ run, onSave, onClose }: AnnotateRunProps) {
  const configs = useQuery(configsOptions);
  const [active, setActive] = useState(0);
  const asked = (configs.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  useKeys(
    {
      a: { what: 'Next annotation', run: () => setActive((before) => (asked.length === 0 ? 0 : (before + 1) % asked.length)) },
      u: { what: 'Undo the last annotation', run: () => void undo() },
      Escape: { what: 'Close the form', run: onClose },
    },
    KEYS_OF_PANEL,
  );
  const form = useRef<HTMLElement>(null);
  // Below a long output it would open out of sight.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [configs.isPending]);
  const about = `experiment run ${run.run.id}`;
  const free = { about, onAnnotate: onSave };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves its fields
    <section ref={form} aria-label="Annotate run" className="flex flex-col rounded-control border border-line2" onKeyDown={leaveField}>
      <div className="flex h-30 items-center gap-8 border-b border-line1 pr-2 pl-10">
        <h4 className="flex-1 text-12 font-semibold">Annotate</h4>
        <IconButton icon="close" label="Close the form (Esc)" onClick={onClose} />
      </div>
      {asked.map((config, index) => {
        const own = run.evaluations.find(({ name }) => name === config.name);
        return (
          <div key={config.id}>
            <Criterion
              config={config}
              own={own === undefined ? undefined : { result: { label: own.label, score: own.score, explanation: own.explanation } }}
              active={index === Math.min(active, asked.length - 1)}
              onActive={() => setActive(index)}
              onAnnotate={(change) => onSave(config.name, change)}
              about={about}
            />
            {own !== undefined && own.annotator_kind !== 'HUMAN' && <ReplacedNote kind={own.annotator_kind} />}
          </div>
        );
      })}
      <div className="px-12 py-8">
        {configs.isPending ? null : asked.length === 0 ? <FreeAnnotation {...free} /> : <FoldedFreeAnnotation {...free} />}
      </div>
    </section>
  );
}

function ReplacedNote({ kind }: { kind: keyof typeof KIND_WORDS }) {
  return <p className="px-12 pb-6 text-11 text-text3">Scored by {KIND_WORDS[kind]}. Your annotation replaces that score.</p>;
}

async function undo(): Promise<void> {
  if (!(await undoLast())) showToast({ text: 'Nothing to undo.' });
}

/** Esc leaves a field, so that plain keys work again; what was typed is saved. */
function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Escape' || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.stopPropagation();
  target.blur();
}
