import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useKeys } from '#web/platform/keys/keys.ts';
import { matchScore, wellFound } from '#web/platform/text/palette-match.ts';
import { SHELL } from './integration-recipe.ts';
import { RECIPES, type Recipe } from './recipes.ts';
import type { SendTarget } from './send-target.ts';
import { useHash } from '#web/platform/address/use-hash.ts';
import { Kbd } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The recipes that answer what was typed, in the order of the list. */
function found(typed: string): readonly Recipe[] {
  const scored = RECIPES.flatMap((recipe) => {
    const score = matchScore(`${recipe.name} ${recipe.hint} ${recipe.about}`, typed);
    return score === null ? [] : [{ recipe, score }];
  });
  const well = new Set(wellFound(scored, typed).map(({ recipe }) => recipe));
  return RECIPES.filter((recipe) => well.has(recipe));
}

/**
 * A list of languages and frameworks to search in, and the lines of the one that is selected. A
 * link shows the same lines.
 */
export function SendLines({ target }: { target: SendTarget }) {
  const [hash, setHash] = useHash();
  const [typed, setTyped] = useState('');
  const shown = RECIPES.find(({ key }) => `lines-${key}` === hash) ?? RECIPES[0];
  if (shown === undefined) return null;
  return (
    <div className="flex w-full overflow-hidden rounded-popover border border-line1 bg-bg1 max-md:flex-col">
      <Picker
        choices={found(typed)}
        shown={shown}
        typed={typed}
        onType={setTyped}
        onShow={({ key }) => setHash(`lines-${key}`, { replace: true })}
      />
      <Lines recipe={shown} target={target} />
    </div>
  );
}

interface PickerProps {
  readonly choices: readonly Recipe[];
  readonly shown: Recipe;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onShow: (recipe: Recipe) => void;
}

/**
 * The field keeps the focus: arrow keys select in the list below it, Enter selects the first one
 * found.
 */
function Picker({ choices, shown, typed, onType, onShow }: PickerProps) {
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': { what: 'Find a language or framework', run: () => field.current?.select() } });
  const at = choices.indexOf(shown);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      onType('');
    }
    const isChosen = event.key === 'Enter' && at === -1;
    if (step === undefined && !isChosen) return;
    event.preventDefault();
    const next = choices[Math.max(0, Math.min(choices.length - 1, at + (step ?? 1)))];
    if (next !== undefined) onShow(next);
  };
  return (
    <div className="flex w-240 shrink-0 flex-col border-line1 max-md:w-full max-md:border-b md:border-r">
      <label className="flex h-40 shrink-0 items-center gap-8 border-b border-line1 px-12 text-text3 max-md:h-44">
        <Icon name="search" size={14} />
        <input
          ref={field}
          role="combobox"
          aria-label="Find a language or framework"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={at >= 0 ? `${list}-${shown.key}` : undefined}
          placeholder="Find a framework"
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-13 text-text1 outline-none"
        />
        <span className="max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </label>
      <Choices id={list} choices={choices} shown={shown} onShow={onShow} />
      <p role="status" className={choices.length > 0 ? 'sr-only' : 'p-12 text-12 text-text2'}>
        {choices.length > 0
          ? `${choices.length} found`
          : `No framework matches “${typed}”. Any OpenTelemetry SDK works: see Python, Node or OTel env.`}
      </p>
    </div>
  );
}

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly Recipe[];
  readonly shown: Recipe;
  readonly onShow: (recipe: Recipe) => void;
}

function Choices({ id, choices, shown, onShow }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  // Scrolls only the list: `scrollIntoView` would move the screen as well.
  useEffect(() => {
    const option = document.getElementById(`${id}-${shown.key}`);
    if (option === null || list.current === null) return;
    const { offsetTop: top, offsetHeight: height } = option;
    const { scrollTop, clientHeight } = list.current;
    if (top < scrollTop) list.current.scrollTop = top;
    else if (top + height > scrollTop + clientHeight)
      list.current.scrollTop = top + height - clientHeight;
  }, [id, shown, choices.length]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Languages and frameworks"
      className="relative overflow-auto p-6 empty:hidden max-md:h-176 md:h-0 md:min-h-420 md:grow"
    >
      {choices.map((recipe) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and takes the keys
        <div
          key={recipe.key}
          id={`${id}-${recipe.key}`}
          role="option"
          aria-selected={recipe === shown}
          onClick={() => onShow(recipe)}
          className={`flex min-h-30 cursor-pointer items-center gap-8 rounded-control px-8 text-13 max-md:min-h-44 ${recipe === shown ? 'bg-bg3 text-text1' : 'text-text2 hover:bg-bg2 hover:text-text1'}`}
        >
          <span className="min-w-0 flex-1">{recipe.name}</span>
          <span className="shrink-0 text-11 text-text3">{recipe.hint}</span>
        </div>
      ))}
    </div>
  );
}

const PRE =
  'mono max-h-480 overflow-auto rounded-control border border-line1 bg-bg2 p-12 text-text1';
const WRAPPED = `${PRE} [overflow-wrap:anywhere] whitespace-pre-wrap`;

function Lines({ recipe, target }: { recipe: Recipe; target: SendTarget }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-12 p-16">
      <h3 className="text-14 font-semibold">{recipe.name}</h3>
      <p className="text-12 text-text2">{recipe.about}</p>
      {recipe.blocks(target).map(({ title, text }) => (
        <figure key={title} aria-label={`${recipe.name}: ${title}`} className="flex flex-col gap-4">
          <figcaption className="flex items-center justify-between text-12 font-medium text-text2">
            {title}
            <CopyButton text={text} />
          </figcaption>
          <pre tabIndex={0} aria-label={title} className={title === SHELL ? WRAPPED : PRE}>
            {text}
          </pre>
        </figure>
      ))}
    </div>
  );
}
