import { useState } from 'react';
import type { ExampleDraft } from '#web/datasets/span-examples.calls.ts';
import { checkJsonObject } from '#web/platform/text/json-check.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { JsonField } from '#web/ui/form/json-field.tsx';

const LINE_CHARS = 160;

interface DraftListProps {
  readonly drafts: readonly ExampleDraft[];
  /** Null where there are too many to change them one by one. */
  readonly onDraft: ((draft: ExampleDraft) => void) | null;
  readonly onLeaveOut: (spanId: string) => void;
}

/** The examples to be added, each editable and removable. */
export function DraftList({ drafts, onDraft, onLeaveOut }: DraftListProps) {
  const [open, setOpen] = useState<string | null>(drafts.length === 1 ? (drafts[0]?.spanId ?? null) : null);
  return (
    <ul aria-label="Examples to add" className="max-h-[56vh] overflow-auto rounded-control border border-line1 empty:hidden">
      {drafts.map((draft) => {
        const { spanId } = draft;
        const isOpen = open === spanId && onDraft !== null;
        return (
          <DraftLine
            key={spanId}
            draft={draft}
            isOpen={isOpen}
            onOpen={() => setOpen(isOpen ? null : spanId)}
            onDraft={onDraft}
            onLeaveOut={drafts.length > 1 ? () => onLeaveOut(spanId) : null}
          />
        );
      })}
    </ul>
  );
}

interface DraftLineProps extends Pick<DraftListProps, 'onDraft'> {
  readonly draft: ExampleDraft;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Null for the only one. */
  readonly onLeaveOut: (() => void) | null;
}

function DraftLine({ draft, isOpen, onOpen, onDraft, onLeaveOut }: DraftLineProps) {
  const { name, input, output, metadata } = draft;
  const isFaulty = [input, output, metadata].some((text) => checkJsonObject(text) !== null);
  return (
    <li className="border-b border-line1 last:border-0">
      <div className="flex h-34 items-center gap-4 pr-4 max-md:h-44">
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={onDraft === null}
          onClick={onOpen}
          className="flex h-full min-w-0 flex-1 items-center gap-8 px-8 text-left enabled:hover:bg-bg2"
        >
          {onDraft !== null && (
            <span className={`text-text3 ${isOpen ? 'rotate-90' : ''}`}>
              <Icon name="chevronRight" size={12} />
            </span>
          )}
          <span className="clip max-w-140 shrink-0 text-12 font-medium">{name}</span>
          <span className="clip min-w-0 flex-1 text-12">{oneLine(input)}</span>
          <span className="clip min-w-0 flex-1 text-12 text-text2 max-md:hidden">{oneLine(output)}</span>
          {isFaulty && <span className="tone-error shrink-0 text-12 text-tone">not valid</span>}
        </button>
        {onLeaveOut !== null && onDraft !== null && <IconButton icon="close" label={`Leave ${name} out`} onClick={onLeaveOut} />}
      </div>
      {isOpen && onDraft !== null && (
        <div className="flex flex-col gap-8 px-12 py-8">
          <JsonField label="Input" text={input} rows={7} onText={(text) => onDraft({ ...draft, input: text })} />
          <JsonField label="Output" text={output} rows={6} onText={(text) => onDraft({ ...draft, output: text })} />
          <JsonField label="Metadata" text={metadata} rows={3} onText={(text) => onDraft({ ...draft, metadata: text })} />
        </div>
      )}
    </li>
  );
}

function oneLine(text: string): string {
  return text
    .slice(0, LINE_CHARS * 2)
    .replaceAll(/\s+/g, ' ')
    .slice(0, LINE_CHARS);
}
