import type { UserRecord } from '#server/stores/meta/access-tables.ts';

interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The letter with a link to a new password. */
export function resetMail(
  { email, username }: Pick<UserRecord, 'email' | 'username'>,
  url: string,
  minutes: number,
): Letter {
  const lines = [
    `Hello ${username},`,
    '',
    'here you can choose a new password for Telltale:',
    '',
    url,
    '',
    `The link works once, within ${minutes} minutes. If you didn’t ask for it, ignore this e-mail.`,
  ];
  return { to: email, subject: 'Your new password for Telltale', text: lines.join('\n') };
}

/** The email to a user with a new account. */
export function welcomeMail(
  { email, username }: Pick<UserRecord, 'email' | 'username'>,
  url: string,
  isLink: boolean,
): Letter {
  const what = isLink
    ? 'You have an account. Choose a password here; the link works once, for 24 hours:'
    : 'You have an account. Sign in here:';
  return {
    to: email,
    subject: 'Welcome to Telltale',
    text: [`Hello ${username},`, '', what, '', url].join('\n'),
  };
}
