import { useId } from 'react';
import { readScore, sliderStep, type ScoreBounds } from './score-entry.ts';

interface ScoreFieldProps {
  readonly name: string;
  /** Of the field itself, for what leads the focus there. */
  readonly id: string;
  readonly bounds: ScoreBounds;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly commit: () => void;
}

/**
 * A score as a field, beside a slider if it has two bounds. Out-of-range input shows an error at
 * once and isn't saved.
 */
export function ScoreField({ name, id, bounds, text, setText, commit }: ScoreFieldProps) {
  const hint = useId();
  const entry = readScore(text, bounds);
  const { least, most } = bounds;
  const isUnset = text.trim() === '';
  const leave = (): void => {
    if (entry.ok) commit();
  };
  const choose = (score: number): void => {
    setText(String(score));
    commit();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-8">
        {least !== null && most !== null && least < most && (
          <>
            <span className="nums text-11 text-text3">{least}</span>
            <input
              type="range"
              aria-label={`Score of ${name}, slider`}
              min={least}
              max={most}
              step={sliderStep(least, most)}
              aria-valuetext={isUnset ? 'not set' : undefined}
              // Unset it has no thumb, and no length that would be read as a score.
              value={
                entry.ok && entry.score !== null
                  ? entry.score
                  : isUnset
                    ? least
                    : (least + most) / 2
              }
              onChange={(event) => setText(event.target.value)}
              onPointerUp={leave}
              onKeyUp={leave}
              onBlur={leave}
              // An unset slider doesn't report a change.
              onClick={() => isUnset && choose(least)}
              onKeyDown={({ key }) => isUnset && key === 'Home' && choose(least)}
              className={`h-28 min-w-0 flex-1 max-md:h-44 accent-focus ${isUnset ? 'opacity-60 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0' : ''}`}
            />
            <span className="nums text-11 text-text3">{most}</span>
          </>
        )}
        <input
          id={id}
          aria-label={`Score of ${name}`}
          aria-invalid={!entry.ok}
          aria-describedby={hint}
          inputMode="decimal"
          placeholder="Score"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
          }}
          className={`nums h-30 w-72 shrink-0 rounded-control border bg-bg0 px-8 text-13 text-text1 max-md:h-44 ${entry.ok ? 'border-line3' : 'tone-error border-bar'}`}
        />
      </div>
      <p id={hint} role="status" className={entry.ok ? 'sr-only' : 'tone-error text-12 text-tone'}>
        {entry.ok ? '' : entry.why}
      </p>
    </div>
  );
}
