import { useState } from 'react';
import type { Group } from '#contracts/metrics/figures.ts';
import { Icon } from '#web/ui/icon.tsx';
import { compactCount, exactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { shownText } from '#web/platform/text/shown-name.ts';

interface GroupRowProps {
  readonly group: Group;
  readonly none: string;
  readonly share: number;
  /** Null for what no condition leads to. */
  readonly onOpen: (() => void) | null;
  readonly onVariant: (value: string) => void;
}

/** As many as the server names. */
const VARIANTS_MAX = 20;
const CELL = 'nums px-12 text-right whitespace-nowrap text-text2';

/** A group with its figures; of errors its messages unfold. */
export function GroupRow({ group, none, share, onOpen, onVariant }: GroupRowProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { value, count, errors, variants } = group;
  const look = value === null ? 'text-text3' : 'text-text1';
  const hasVariants = value !== null && variants.length > 1;
  return (
    <>
      {/* The whole row is the pointer's target; the name in it is the button, for keys and readers,
          and its click comes up here. */}
      <tr
        className={`h-row border-b border-line1 ${onOpen === null ? '' : 'cursor-pointer hover:bg-bg2'}`}
        onClick={onOpen ?? undefined}
      >
        <td className="max-w-0 w-1/2 px-12">
          <span className="relative flex items-center gap-6">
            {onOpen === null ? (
              <span className={`clip block ${look}`}>{value ?? none}</span>
            ) : (
              <button
                type="button"
                title={value ?? none}
                className={`clip block min-w-0 flex-1 text-left hover:underline ${look}`}
              >
                {value === null ? none : shownText(value)}
              </button>
            )}
            {hasVariants && (
              <Unfold
                of={value}
                count={variants.length}
                isUnfolded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
              />
            )}
            <span
              className="absolute -bottom-2 left-0 h-2 rounded-chip bg-track opacity-70"
              style={{ width: `${share * 100}%` }}
              aria-hidden="true"
            />
          </span>
        </td>
        <td className={CELL} title={exactCount(count)}>
          {compactCount(count)}
        </td>
        <td className={`${CELL} ${errors > 0 ? 'tone-error text-tone' : ''}`}>
          {errors === 0 ? '' : compactCount(errors)}
        </td>
        <td className={`${CELL} max-md:hidden`}>{formatDuration(group.latency_p50_ms)}</td>
        <td className={CELL}>{formatDuration(group.latency_p99_ms)}</td>
        <td className={`${CELL} max-md:hidden`}>
          {group.token_count_total === 0 ? '' : compactCount(group.token_count_total)}
        </td>
        <td className={`${CELL} max-md:hidden`}>
          {group.cost_usd === 0 ? '' : formatCost(group.cost_usd)}
        </td>
      </tr>
      {isUnfolded &&
        variants.map((variant) => (
          <VariantRow key={variant.value} {...variant} onOpen={() => onVariant(variant.value)} />
        ))}
    </>
  );
}

interface UnfoldProps {
  readonly of: string;
  readonly count: number;
  readonly isUnfolded: boolean;
  readonly onClick: () => void;
}

/** Shows or hides the messages of a group; the row itself does not hear of the click. */
function Unfold({ of, count, isUnfolded, onClick }: UnfoldProps) {
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      aria-label={`Messages of ${of}`}
      className="nums flex h-24 shrink-0 items-center gap-2 rounded-chip px-4 text-11 text-text3 hover:bg-bg3 hover:text-text1 max-md:h-44"
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {count < VARIANTS_MAX ? count : `${VARIANTS_MAX}+`} messages
      <Icon name={isUnfolded ? 'chevronDown' : 'chevronRight'} size={12} />
    </button>
  );
}

/** One message of a group of errors, as it was sent. */
function VariantRow({
  value,
  count,
  onOpen,
}: Group['variants'][number] & { readonly onOpen: () => void }) {
  return (
    <tr className="h-row cursor-pointer border-b border-line1 bg-bg1 hover:bg-bg2" onClick={onOpen}>
      <td className="max-w-0 w-1/2 pr-12 pl-28">
        <button
          type="button"
          title={value}
          className="clip block w-full text-left text-12 text-text2 hover:underline"
        >
          {shownText(value)}
        </button>
      </td>
      <td className={CELL} title={exactCount(count)}>
        {compactCount(count)}
      </td>
      <td colSpan={5} aria-hidden="true" />
    </tr>
  );
}
