import { expect, it } from 'vitest';
import { AlertSender } from '#server/alerts/alert-sender.ts';
import { SecretBox } from '#server/auth/secret-box.ts';
import { putSecrets } from '#server/stores/meta/access/secrets.queries.ts';
import { createChannel } from '#server/stores/meta/alerts/alert-channels.queries.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { lockedSecretNotices } from './locked-secrets.ts';

it('names what was stored under another SERVICE_SECRET, and nothing else', async () => {
  const { db, connection } = openTestMeta();
  const [first, second] = [
    'a-secret-of-32-characters-or-more-1',
    'a-secret-of-32-characters-or-more-2',
  ].map((text) => {
    const secretBox = new SecretBox(text);
    return {
      secretBox,
      sender: new AlertSender({
        mailer: null,
        secretBox,
        policy: { allows: () => false },
        now: () => 1,
      }),
    };
  });
  if (first === undefined || second === undefined) throw new Error('there are two');
  const notices = (one: typeof first | null) =>
    lockedSecretNotices(db, one?.secretBox ?? null, one?.sender ?? second.sender);
  expect(await notices(first)).toEqual([]);
  await putSecrets(
    db,
    [{ key: 'OPENAI_API_KEY', sealed: first.secretBox.seal('OPENAI_API_KEY', 'sk-1') }],
    null,
    1,
  );
  const webhook = {
    kind: 'webhook',
    name: 'On call',
    enabled: 1,
    url: 'https://example.org/hook',
    recipients: '[]',
  } as const;
  await createChannel(db, { ...webhook, secret: first.sender.sealSecret('sixteen characters') }, 1);
  expect(await notices(first)).toEqual([]);
  const notice = [
    "Stored under another SERVICE_SECRET, to be entered again: OPENAI_API_KEY, the secret of the channel 'On call'.",
  ];
  expect(await notices(second)).toEqual(notice);
  expect(await notices(null)).toEqual(notice);
  await putSecrets(
    db,
    [{ key: 'OPENAI_API_KEY', sealed: second.secretBox.seal('OPENAI_API_KEY', 'sk-1') }],
    null,
    1,
  );
  expect(await notices(second)).toEqual([notice[0]?.replace('OPENAI_API_KEY, ', '')]);
  await db.destroy();
  connection.close();
});
