import { AppError } from '#contracts/wire/errors.ts';
import type { SpanRereader } from '#core/ports/span-rereader.ts';

/** Reading stored spans again is for the whole workspace: closed to keys that are limited to projects. */
export const CLOSED_REREADER: SpanRereader = {
  countSpans: refuse,
  step: refuse,
  readingVersion: refuse,
  noteReading: refuse,
  rereadSpans: refuse,
};

async function refuse(): Promise<never> {
  throw new AppError('forbidden', 'The API key is limited to projects; stored spans are read again by keys of the whole workspace.');
}
