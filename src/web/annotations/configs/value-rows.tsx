import { useRef, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import type { DraftValue } from './config-draft.ts';
import { Button, IconButton } from '#web/ui/button.tsx';

const BOX = 'h-30 min-w-0 rounded-control border bg-bg0 px-8 text-13 text-text1 max-md:h-44';
const DRAG_TYPE = 'application/x-telltale-label';
const VALUES_MAX = 1000;

interface ValueRowsProps {
  readonly values: readonly DraftValue[];
  readonly problems: ReadonlyMap<string, string>;
  readonly onValues: (values: readonly DraftValue[]) => void;
}

/**
 * The labels to choose from, in the order of their keys: typed, dragged or moved by the arrows
 * beside them.
 */
export function ValueRows({ values, problems, onValues }: ValueRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const change = (at: number, next: Partial<DraftValue>): void =>
    onValues(values.map((value, index) => (index === at ? { ...value, ...next } : value)));
  const move = (from: number, to: number): void => {
    const moved = values[from];
    if (moved === undefined || to < 0 || to >= values.length) return;
    const rest = values.filter((_, index) => index !== from);
    onValues([...rest.slice(0, to), moved, ...rest.slice(to)]);
  };
  const add = (): void => {
    const key = Math.max(0, ...values.map((value) => value.key)) + 1;
    // At once, so that what is typed next goes into the new line.
    flushSync(() => onValues([...values, { key, label: '', score: '' }]));
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-6">
      <legend className="pb-4 text-12 text-text2">Labels and their scores</legend>
      <ol ref={list} className="flex flex-col gap-6">
        {values.map((value, index) => (
          <ValueRow
            key={value.key}
            value={value}
            index={index}
            count={values.length}
            problems={problems}
            onChange={(next) => change(index, next)}
            onMove={(to) => move(index, to)}
            onDropped={(from) => move(from, index)}
            onRemove={() => onValues(values.filter((_, at) => at !== index))}
            onEnter={index === values.length - 1 ? add : null}
          />
        ))}
      </ol>
      <Problem text={problems.get('values')} />
      <Button className="self-start" disabled={values.length >= VALUES_MAX} onClick={add}>
        Add label
      </Button>
    </fieldset>
  );
}

interface ValueRowProps {
  readonly value: DraftValue;
  readonly index: number;
  readonly count: number;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (next: Partial<DraftValue>) => void;
  readonly onMove: (to: number) => void;
  readonly onDropped: (from: number) => void;
  readonly onRemove: () => void;
  /** Enter in the last line makes the next. */
  readonly onEnter: (() => void) | null;
}

interface OrderButtonsProps extends Pick<ValueRowProps, 'index' | 'count' | 'onMove'> {
  readonly name: string;
}

function OrderButtons({ name, index, count, onMove }: OrderButtonsProps) {
  return (
    <>
      <IconButton
        icon="arrowUp"
        label={`Move ${name} up`}
        className="max-md:hidden"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon="arrowDown"
        label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
    </>
  );
}

function ValueRow({
  value,
  index,
  count,
  problems,
  onChange,
  onMove,
  onDropped,
  onRemove,
  onEnter,
}: ValueRowProps) {
  const [labelProblem, scoreProblem] = [
    problems.get(`values.${index}.label`),
    problems.get(`values.${index}.score`),
  ];
  const onDrop = (event: DragEvent): void => {
    const from = Number(event.dataTransfer.getData(DRAG_TYPE));
    event.preventDefault();
    if (Number.isInteger(from)) onDropped(from);
  };
  const name = value.label === '' ? `label ${index + 1}` : value.label;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is another way to what the arrows do
    <li
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <div className="flex items-center gap-4">
        <span
          draggable
          onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, String(index))}
          className="nums w-20 shrink-0 cursor-grab text-right text-12 text-text3"
          title="Drag to change the order"
        >
          {index + 1}
        </span>
        <input
          aria-label={`Label ${index + 1}`}
          aria-invalid={labelProblem !== undefined}
          value={value.label}
          maxLength={1024}
          spellCheck={false}
          placeholder="correct"
          onChange={(event) => onChange({ label: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || onEnter === null || value.label.trim() === '') return;
            event.preventDefault();
            onEnter();
          }}
          className={`${BOX} flex-1 ${labelProblem === undefined ? 'border-line3' : 'tone-error border-bar'}`}
        />
        <input
          aria-label={`Score of label ${index + 1}`}
          aria-invalid={scoreProblem !== undefined}
          value={value.score}
          inputMode="decimal"
          placeholder="Score"
          onChange={(event) => onChange({ score: event.target.value })}
          className={`${BOX} nums w-72 shrink-0 max-md:w-56 ${scoreProblem === undefined ? 'border-line3' : 'tone-error border-bar'}`}
        />
        <OrderButtons {...{ name, index, count, onMove }} />
        <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <Problem text={labelProblem} />
      <Problem text={scoreProblem} />
    </li>
  );
}

/** A field's error beside it; nothing if valid. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <p
      role="status"
      className={text === undefined ? 'sr-only' : 'tone-error verbatim pt-2 text-12 text-tone'}
    >
      {text ?? ''}
    </p>
  );
}
