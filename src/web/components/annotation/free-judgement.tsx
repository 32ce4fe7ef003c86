import { useState } from 'react';
import { NOTE_NAME } from '#contracts/annotation-kind.ts';
import type { JudgementChange } from '../../api/judge.ts';
import { readScore } from '../../lib/annotation/score-entry.ts';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';

interface FreeJudgementProps {
  readonly onJudge: (name: string, change: JudgementChange) => void;
}

const NO_BOUNDS = { least: null, most: null };

/** A judgement under a name of one's own, for what no config asks about. */
export function FreeJudgement({ onJudge }: FreeJudgementProps) {
  const [name, setName] = useState('');
  const [label, setLabel] = useState('');
  const [score, setScore] = useState('');
  const entry = readScore(score, NO_BOUNDS);
  const isReserved = name.trim() === NOTE_NAME;
  const ready = name.trim() !== '' && !isReserved && entry.ok && (label !== '' || entry.score !== null);
  return (
    <form
      aria-label="A judgement of your own"
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        onJudge(name.trim(), (before) => ({ ...before, label: label === '' ? null : label, score: entry.score }));
        setName('');
        setLabel('');
        setScore('');
      }}
    >
      <Field
        label="Name"
        value={name}
        onValue={setName}
        placeholder="correctness"
        {...(isReserved ? { hint: 'Notes have a field of their own, below.' } : {})}
      />
      <div className="flex gap-8">
        <Field label="Label" value={label} onValue={setLabel} />
        <Field label="Score" value={score} onValue={setScore} inputMode="decimal" {...(entry.ok ? {} : { hint: entry.why })} />
      </div>
      <Button type="submit" className="self-start" disabled={!ready}>
        Save
      </Button>
    </form>
  );
}
