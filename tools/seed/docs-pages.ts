import type { DocsPage } from './docs-page.ts';
import { MORE_PAGES } from './docs-pages-more.ts';

/** The documentation of Paperlane. */
export const DOCS_PAGES: readonly DocsPage[] = [
  {
    slug: 'single-sign-on',
    subject: 'single sign-on',
    passages: {
      setup:
        'To set up single sign-on, open Settings > Security > Identity provider and choose SAML 2.0 or OpenID Connect. Paste the metadata URL of your provider, map the attribute that has the e-mail address, and press Test connection before you enforce it. Only owners of a workspace see this page.',
      enforcement:
        'When single sign-on is enforced, members can no longer sign in with a password. Two owners keep password access as a fallback, so that a broken identity provider does not lock everybody out. Enforcement takes effect at the next sign-in; open sessions stay valid for up to 12 hours.',
      provisioning:
        'With SCIM, accounts are created and deactivated by your identity provider. Generate a token under Settings > Security > Provisioning and enter it at the provider together with the base URL https://api.paperlane.example/scim/v2. Groups become Paperlane teams when group sync is on.',
      troubleshooting:
        '“Audience mismatch” means that the entity ID at your provider differs from https://paperlane.example/saml/metadata. “Assertion expired” usually means that a clock is off by more than two minutes. Both show in the audit log with the raw response attached.',
    },
    questions: [
      {
        asks: [
          'How do I set up single sign-on?',
          'How do I connect Okta for single sign-on?',
          'Can we use Entra ID to sign in?',
        ],
        answer:
          'As an owner of the workspace:\n\n1. Open **Settings > Security > Identity provider** and choose SAML 2.0 or OpenID Connect.\n2. Paste the metadata URL of your provider and map the e-mail attribute.\n3. Press **Test connection**, then enforce it when the test passes [setup].\n\nTwo owners keep password access in case the provider is down [enforcement].',
      },
      {
        asks: [
          'We get “Audience mismatch” when signing in with SAML. What is wrong?',
          'SAML login fails with Audience mismatch after we moved to a new tenant.',
        ],
        answer:
          'The entity ID configured at your identity provider has to be exactly `https://paperlane.example/saml/metadata`; a different value gives this error [troubleshooting]. The raw response is in the audit log, which shows the value that was sent.',
      },
      {
        asks: [
          'Comment configurer la connexion unique pour 200 utilisateurs ?',
          'Comment activer le SSO avec Okta ?',
        ],
        answer:
          'Ouvrez **Settings > Security > Identity provider**, choisissez SAML 2.0 ou OpenID Connect et collez l’URL de métadonnées [setup]. Pour créer les comptes automatiquement, activez ensuite SCIM avec un jeton de la page Provisioning [provisioning].',
      },
    ],
    unsupported: 'Single sign-on is also included in the Free plan.',
  },
  {
    slug: 'webhooks',
    subject: 'webhooks',
    passages: {
      events:
        'Paperlane sends webhooks for document.sent, document.viewed, document.signed, document.declined and document.expired. Each delivery is a POST with a JSON body that has the event, the document id, the workspace id and a timestamp. Choose the events under Settings > Developers > Webhooks.',
      signatures:
        'Every delivery carries the header Paperlane-Signature: t=<timestamp>,v1=<hex>. Compute HMAC-SHA256 over "<timestamp>.<body>" with the signing secret of the endpoint and compare in constant time. Reject deliveries whose timestamp is older than five minutes.',
      retries:
        'A delivery counts as failed when your endpoint does not answer with 2xx within 10 seconds. It is retried after 1, 5, 30 minutes and then hourly for 24 hours. After 72 hours with failures only, the endpoint is disabled and the owners get an e-mail.',
      replay:
        'Deliveries of the last 30 days can be replayed from the Deliveries tab of an endpoint, one by one or for a range of time. A replayed delivery keeps its event id, so handlers that remember ids do not process it twice.',
    },
    questions: [
      {
        asks: [
          'How do I verify the signature of a webhook?',
          'Which algorithm signs webhooks, and what exactly is signed?',
          'Our signature check for webhooks fails in Python, what do we have to hash?',
        ],
        answer:
          'Compute **HMAC-SHA256** over `<timestamp>.<raw body>` with the signing secret of the endpoint and compare it in constant time with `v1` of the header `Paperlane-Signature` [signatures]. Use the raw bytes of the body, before any JSON parsing, and reject timestamps older than five minutes.\n\n```python\nexpected = hmac.new(secret, f"{t}.".encode() + body, "sha256").hexdigest()\nassert hmac.compare_digest(expected, v1)\n```',
      },
      {
        asks: [
          'Our endpoint was down over the weekend. Are the webhooks lost?',
          'How often are failed webhooks retried?',
        ],
        answer:
          'Not necessarily. Failed deliveries are retried after 1, 5 and 30 minutes and then hourly for 24 hours [retries]. Anything older you can replay from the **Deliveries** tab for up to 30 days; event ids stay the same, so handlers that remember them do not process anything twice [replay].',
      },
      {
        asks: [
          'Welche Webhooks gibt es, wenn jemand ein Dokument ablehnt?',
          'Gibt es einen Webhook für abgelaufene Dokumente?',
        ],
        answer:
          'Ja: `document.declined` beim Ablehnen und `document.expired` beim Ablauf. Beide wählen Sie unter **Settings > Developers > Webhooks** aus [events].',
      },
    ],
    unsupported: 'Webhooks can also be delivered over a message queue on request.',
  },
  {
    slug: 'data-retention',
    subject: 'data retention',
    passages: {
      policies:
        'A retention policy deletes documents a number of days after they were completed. Policies are set for a workspace or a folder, the stricter one applies, and documents under legal hold are never deleted. Changes take effect at midnight UTC, after a preview of what would be deleted.',
      deletion:
        'Deleted documents stay in the trash for 30 days, where owners can restore them. After that the file, its pages and its thumbnails are erased within 24 hours, and from backups within 35 days. The audit log keeps the title and the time of the deletion.',
      'legal-hold':
        'A legal hold exempts documents from every retention policy. Compliance officers place it on a folder or on the result of a search, with a reason and an optional end date. Members see that a document is on hold, but not why.',
    },
    questions: [
      {
        asks: [
          'How do I delete documents automatically after two years?',
          'Can a folder have a shorter retention than the workspace?',
          'How do I set up data retention?',
        ],
        answer:
          'Set a retention policy for the workspace or for a folder; where both apply, **the stricter one wins** [policies]. Enter 730 days for two years. Before it is saved you see a preview of what would be deleted, and documents under legal hold are skipped [legal-hold].',
      },
      {
        asks: [
          'A document was deleted by mistake. Can we get it back?',
          'When is a deleted document really gone?',
        ],
        answer:
          'For 30 days an owner can restore it from the trash. After that it is erased within 24 hours, and from backups within 35 days [deletion].',
      },
      {
        asks: ['Combien de temps gardez-vous les documents supprimés ?'],
        answer:
          'Trente jours dans la corbeille, puis le fichier est effacé sous 24 heures et disparaît des sauvegardes sous 35 jours [deletion].',
      },
    ],
    unsupported: 'Support can restore erased documents for up to a year.',
  },
  {
    slug: 'rate-limits',
    subject: 'rate limits',
    passages: {
      limits:
        'The API allows 100 requests per minute for each key on the Team plan and 600 on the Business plan. Uploads count as five requests. Bursts of up to twice the limit are accepted for ten seconds. Limits are counted per key, not per workspace.',
      headers:
        'Every response has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (seconds). When the limit is reached, the API answers 429 with Retry-After. Clients should wait that long and add a random delay, since many clients that return at the same second run into the limit again.',
      bulk: 'For more than a few hundred documents use the bulk endpoint POST /v2/documents/bulk, which takes up to 500 documents in a request, counts as ten requests and returns a job. Poll the job or subscribe to bulk.completed.',
    },
    questions: [
      {
        asks: [
          'What are the rate limits of the API?',
          'How many requests per minute can we make on the Business plan?',
          'We get 429 when importing 3,000 contracts. What should we do?',
        ],
        answer:
          '| Plan | Requests per minute and key |\n|---|---|\n| Team | 100 |\n| Business | 600 |\n\nUploads count as five requests [limits]. On 429, wait for `Retry-After` plus a random delay [headers]. For large imports use `POST /v2/documents/bulk`: 500 documents in a request that counts as ten [bulk].',
      },
      {
        asks: ['APIの1分あたりのリクエスト上限を教えてください。'],
        answer:
          'Team プランではキーごとに毎分100件、Business プランでは600件です。アップロードは5件として数えられます [limits]。',
      },
    ],
    unsupported: 'Rate limits do not apply on weekends.',
  },
  ...MORE_PAGES,
];

/** Questions that the documentation does not answer. */
export const OFF_TOPIC: readonly string[] = [
  'Can Paperlane send a fax?',
  'Who won the match yesterday?',
  'Is there a keyboard shortcut to change the theme of the desktop app?',
  'What is the share price of your company?',
  'Do you have an office in Toronto that we could visit?',
];
