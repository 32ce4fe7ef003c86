import type { DocsPage } from './docs-page.ts';

export const MORE_PAGES: readonly DocsPage[] = [
  {
    slug: 'invoices',
    subject: 'invoices',
    passages: {
      download:
        'Invoices are issued on the first of the month and listed under Settings > Billing > Invoices as PDF and XML (EN 16931). Billing contacts receive them by e-mail. Admins who are not owners see invoices only when they are billing contacts.',
      details:
        'Change the company name, VAT ID and address under Settings > Billing > Details. A change applies to the next invoice; issued invoices are corrected by our billing team on request within 60 days.',
      proration:
        'Seats added during a month are charged for the days that remain. Removed seats are credited on the next invoice. The preview at the bottom of the Billing page shows both before you confirm.',
    },
    questions: [
      {
        asks: [
          'Where do I find our invoices?',
          'Our accountant needs last month’s invoice as XML.',
        ],
        answer:
          'Under **Settings > Billing > Invoices**, as PDF and as XML (EN 16931) [download]. Add your accountant as a billing contact and each invoice also arrives by e-mail.',
      },
      {
        asks: [
          'How do we change the VAT ID on our invoices?',
          'The address on the invoice is wrong. Can it be corrected?',
        ],
        answer:
          'Change it under **Settings > Billing > Details**; it applies to the next invoice. Invoices that were already issued can be corrected within 60 days if you ask our billing team [details].',
      },
      {
        asks: ['Wie werden zusätzliche Plätze im laufenden Monat berechnet?'],
        answer:
          'Anteilig für die restlichen Tage des Monats; entfernte Plätze werden auf der nächsten Rechnung gutgeschrieben [proration].',
      },
    ],
    unsupported: 'Invoices can be paid in instalments.',
  },
  {
    slug: 'mobile-sdk',
    subject: 'the mobile SDK',
    passages: {
      install:
        'Add the mobile SDK with Swift Package Manager (paperlane-ios) or Gradle (example.paperlane:sdk). It needs iOS 16 or Android 9. Initialise it with a publishable key; never ship a secret key in an app.',
      session:
        'Your server creates a signing session with POST /v2/sessions and passes its token to the app. A token is valid for 15 minutes and for one signer. The SDK asks your delegate for a new token when it runs out.',
      offline:
        'Documents that were opened can be signed offline for up to 48 hours. Signatures are stored encrypted on the device and sent once there is a network again; until then the document shows as “pending”.',
    },
    questions: [
      {
        asks: [
          'How do I set up the mobile SDK?',
          'Which Android versions does the mobile SDK support?',
        ],
        answer:
          'Add `paperlane-ios` with Swift Package Manager or `example.paperlane:sdk` with Gradle; it needs iOS 16 or Android 9 [install]. Initialise it with a publishable key, and let your server create sessions with `POST /v2/sessions` [session].',
      },
      {
        asks: [
          'Can customers sign without a network connection?',
          'What happens to a signature when the phone is offline?',
        ],
        answer:
          'Yes, for up to 48 hours once the document was opened. The signature is kept encrypted on the device and sent when there is a network; until then the document is “pending” [offline].',
      },
    ],
    unsupported: 'There is also a version of the SDK for smart watches.',
  },
  {
    slug: 'audit-log',
    subject: 'audit logs',
    passages: {
      contents:
        'The audit log records sign-ins, changes of settings, views, downloads and signatures with the actor, the IP address and the time in UTC. Entries cannot be changed or deleted, not even by owners, and are chained by hashes.',
      export:
        'Export the audit log as CSV or JSON Lines from Settings > Security > Audit log, or read it with GET /v2/audit?after=<cursor>. Exports of more than a million entries are prepared in the background and linked by e-mail.',
      retention:
        'Entries are kept for 400 days on the Team plan and for seven years on the Business plan. They outlive the documents they are about.',
    },
    questions: [
      {
        asks: [
          'How long are audit logs kept?',
          'Can we export the audit log to our SIEM?',
          'What is the difference between the audit log on Team and on Business?',
        ],
        answer:
          '400 days on the Team plan, seven years on Business [retention]. For a SIEM, read `GET /v2/audit?after=<cursor>` regularly, or export CSV or JSON Lines by hand [export].',
      },
      {
        asks: ['Can an owner delete entries from the audit log?'],
        answer:
          'No. Entries can be neither changed nor deleted, and they are chained by hashes, so that a gap would show [contents].',
      },
    ],
    unsupported: 'Entries can be hidden from auditors with a tag.',
  },
  {
    slug: 'roles',
    subject: 'roles',
    passages: {
      overview:
        'A workspace has five roles: owner, admin, compliance officer, member and guest. Members send and sign documents, guests sign only. A member can have one role in the workspace and another in a folder; the higher one applies there.',
      custom:
        'Business workspaces can define up to 20 custom roles from single permissions, such as documents.send or templates.edit. A custom role never includes permissions that its creator does not have.',
      transfer:
        'Ownership is transferred under Settings > Members > Transfer ownership. The new owner has to confirm within 72 hours; until then nothing changes. A workspace always has at least one owner.',
    },
    questions: [
      {
        asks: [
          'Which roles are there, and what may guests do?',
          'What is the difference between a member and a guest?',
        ],
        answer:
          'Owner, admin, compliance officer, member and guest. **Members** send and sign documents, **guests** only sign [overview]. On Business you can also define up to 20 roles of your own [custom].',
      },
      {
        asks: [
          'Our owner left the company. How do we transfer ownership?',
          'Wie übertrage ich den Workspace an eine Kollegin?',
        ],
        answer:
          'Use **Settings > Members > Transfer ownership**; the new owner confirms within 72 hours [transfer]. If nobody else is an owner, our support team has to verify your company first.',
      },
    ],
    unsupported: 'Guests can be given admin rights for a day.',
  },
  {
    slug: 'csv-import',
    subject: 'CSV import',
    passages: {
      format:
        'Recipients are imported from CSV files in UTF-8 with a header row: email and name are required, language, order and any field of the template are optional. Separators may be commas or semicolons. At most 10,000 rows.',
      errors:
        'Rows with errors are listed with line and reason before anything is sent: a malformed address, a missing name, a field that the template does not have. You can import the valid rows and download the others as a file.',
      encoding:
        'Files saved by older versions of Excel are often in Windows-1252, which turns ü into Ã¼. Choose “CSV UTF-8” when saving. Paperlane warns when a file does not look like UTF-8.',
    },
    questions: [
      {
        asks: [
          'Umlauts are broken after a CSV import. Why?',
          'Names with accents arrive garbled from our CSV import.',
        ],
        answer:
          'The file is probably saved as Windows-1252, as older versions of Excel do. Save it again as **CSV UTF-8** and import it once more [encoding].',
      },
      {
        asks: [
          'Which columns does the CSV import need?',
          'How many recipients can one CSV import have?',
        ],
        answer:
          '`email` and `name` are required; `language`, `order` and the fields of your template are optional. A file may have up to 10,000 rows [format]. Rows with errors are listed before anything is sent [errors].',
      },
      {
        asks: ['Comment importer 400 destinataires depuis un fichier CSV ?'],
        answer:
          'Enregistrez le fichier en UTF-8 avec une ligne d’en-tête ; `email` et `name` sont obligatoires, 10 000 lignes au plus [format]. Les lignes erronées sont signalées avant l’envoi [errors].',
      },
    ],
    unsupported: 'The import also reads contacts from photos of business cards.',
  },
  {
    slug: 'templates',
    subject: 'templates',
    passages: {
      fields:
        'A template is a document with fields: signature, initials, date, text, checkbox and attachment. Each field belongs to a signer role. Text fields may have a default, a maximum length and a pattern that entries must match.',
      versions:
        'Saving a template makes a new version. Documents that were sent keep the version they were made from. An older version can be restored, which makes a copy of it the newest.',
      sharing:
        'Templates are private until they are shared with a team or the workspace. Members with templates.edit change shared templates; all others can use them. A template that is used by the API cannot be deleted before its key is revoked.',
    },
    questions: [
      {
        asks: [
          'If I change a template, do documents that were already sent change too?',
          'Can I go back to an older version of a template?',
        ],
        answer:
          'No: documents that were sent keep the version of the template they were made from. You can restore an older version at any time; it becomes the newest one [versions].',
      },
      {
        asks: ['How do I share a template with my team?', 'Who can edit shared templates?'],
        answer:
          'Share it with a team or the whole workspace. Members with `templates.edit` can change it, everyone else can use it [sharing].',
      },
    ],
    unsupported: 'Templates are translated into the signer’s language automatically.',
  },
];
