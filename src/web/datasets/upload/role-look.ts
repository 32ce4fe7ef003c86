import type { Role } from './column-roles.ts';

/** The tone of what a column becomes; its name says the same. */
export const ROLE_TONES: Readonly<Record<Role, string>> = {
  input: 'tone-info',
  output: 'tone-ok',
  metadata: 'tone-unknown',
  split: 'tone-warn',
  id: 'tone-llm',
  span: 'tone-retriever',
  ignore: 'tone-unknown',
};
