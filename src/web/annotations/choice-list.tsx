import { useState } from 'react';
import { SearchField } from '#web/ui/search-field.tsx';

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

interface ChoiceListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly isChosen: (id: string) => boolean;
  readonly onChosen: (id: string, chosen: boolean) => void;
}

/** Without a search, so many fit. */
const SEARCHED_FROM = 9;

/** Any of some things, each with its box; searched where there are many. */
export function ChoiceList({ label, choices, isChosen, onChosen }: ChoiceListProps) {
  const [find, setFind] = useState('');
  const shown = choices.filter(({ name }) =>
    name.toLowerCase().includes(find.trim().toLowerCase()),
  );
  return (
    <fieldset className="flex flex-col gap-8">
      <legend className="sr-only">{label}</legend>
      {choices.length >= SEARCHED_FROM && (
        <SearchField
          value={find}
          onChange={setFind}
          placeholder={`Find in ${label.toLowerCase()}`}
        />
      )}
      <div className="max-h-[45vh] overflow-auto">
        {shown.map(({ id, name, note }) => (
          <label key={id} className="flex min-h-32 items-center gap-8 text-13 max-md:min-h-44">
            <input
              type="checkbox"
              checked={isChosen(id)}
              onChange={(event) => onChosen(id, event.target.checked)}
              className="accent-accent"
            />
            <span className="clip font-medium">{name}</span>
            <span className="clip text-12 text-text3">{note}</span>
          </label>
        ))}
        {shown.length === 0 && <p className="text-12 text-text2">No results for “{find}”.</p>}
      </div>
    </fieldset>
  );
}
