import type { KeyboardEvent, Ref } from 'react';
import { chipLabel } from '#web/filter/language/chip-label.ts';
import type { Segment } from '#web/filter/language/filter-text.ts';
import { Icon } from '#web/ui/icon.tsx';

interface FilterChipProps {
  readonly segment: Segment;
  readonly ref: Ref<HTMLButtonElement>;
  readonly onEdit: () => void;
  readonly onNegate: () => void;
  readonly onRemove: () => void;
  /** To the chip or field beside it. */
  readonly onMove: (by: -1 | 1) => void;
}

/** A finished condition: click or Enter edits it, `!` turns it round, Delete removes it, arrows go on. */
export function FilterChip({ segment, ref, onEdit, onNegate, onRemove, onMove }: FilterChipProps) {
  const { left, op, right, isNegated } = chipLabel(segment);
  const short = [left, op, right].filter((part) => part !== '').join(' ');
  const onKeyDown = (event: KeyboardEvent): void => {
    const actions: Readonly<Record<string, () => void>> = {
      Delete: onRemove,
      Backspace: onRemove,
      '!': onNegate,
      ArrowLeft: () => onMove(-1),
      ArrowRight: () => onMove(1),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <span
      role="group"
      aria-label={segment.text}
      title={segment.text}
      className="group mono flex h-20 shrink-0 max-md:h-26 pointer-coarse:h-40 items-center rounded-chip bg-bg3 text-text1"
    >
      <button
        ref={ref}
        type="button"
        aria-label={`Edit ${short === segment.text ? short : `${short}: ${segment.text}`}`}
        onClick={onEdit}
        onKeyDown={onKeyDown}
        className={`flex h-20 max-w-320 min-w-0 max-md:h-26 pointer-coarse:h-40 items-center gap-4 rounded-chip pl-6 ${isNegated ? 'tone-error' : ''} ${segment.kind === 'word' ? 'pr-4' : ''}`}
      >
        {/* The blanks between are for screen readers. */}
        {left !== '' && (
          // Whole beside a long value, as far as half of the room goes.
          <span className="clip text-text2" style={{ minWidth: `min(${left.length}ch, 50%)` }}>
            {left}
          </span>
        )}{' '}
        {op !== '' && <span className={isNegated ? 'text-tone' : 'text-text3'}>{op}</span>} <span className="clip">{right}</span>
      </button>
      {segment.kind === 'condition' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Invert ${segment.text}`}
          title="Invert (!)"
          onClick={onNegate}
          className="grid h-20 w-16 place-items-center text-text3 opacity-0 max-md:h-26 pointer-coarse:h-40 max-md:w-26 pointer-coarse:w-36 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-text1 max-lg:opacity-100"
        >
          ≠
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Remove ${segment.text}`}
        title="Remove (Delete)"
        onClick={onRemove}
        className="grid h-20 w-18 place-items-center text-text3 hover:text-text1 max-md:h-26 pointer-coarse:h-40 max-md:w-26 pointer-coarse:w-36"
      >
        <Icon name="close" size={11} />
      </button>
    </span>
  );
}
