import {
  CONTENT_MODES,
  setContentMode,
  useContentMode,
  type ContentMode,
} from './span/content-mode.ts';

const LABELS = { markdown: 'Markdown', text: 'Text', json: 'JSON' };

/**
 * How messages are shown, for all spans and remembered. Where a mode is not among `modes`, texts
 * are shown as they are.
 */
export function ContentModeSwitch({ modes = CONTENT_MODES }: { modes?: readonly ContentMode[] }) {
  const chosen = useContentMode();
  const mode = modes.includes(chosen) ? chosen : 'text';
  return (
    <div
      role="radiogroup"
      aria-label="Show messages as"
      className="flex overflow-hidden rounded-control border border-line2"
    >
      {modes.map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === mode}
          onClick={() => setContentMode(one)}
          className={`h-24 px-8 text-11 pointer-coarse:h-44 font-medium ${one === mode ? 'bg-bg3 text-text1' : 'text-text2 hover:bg-bg2 hover:text-text1'}`}
        >
          {LABELS[one]}
        </button>
      ))}
    </div>
  );
}
