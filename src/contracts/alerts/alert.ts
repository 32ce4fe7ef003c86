import { Type, type Static } from 'typebox';
import { MAIL_ADDRESS_PATTERN } from '../users/mail-address.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
} from '../wire/schema-parts.ts';

/** Alert types for API keys. The names are stored, so they never change. */
export const ALERT_KINDS = ['inactive', 'error_rate', 'unexpected_country', 'expiring'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const CHANNEL_KINDS = ['webhook', 'mail'] as const;
const CHANNEL_ID = 'QWxlcnRDaGFubmVsOjE=';
export const ALERT_RECIPIENTS_MAX = 10;
/** No more channels than this; people who are notified everywhere read nothing. */
export const ALERT_CHANNELS_MAX = 20;

const kind = oneOf(ALERT_KINDS, {
  description:
    '`inactive`: not used for `threshold` days. `error_rate`: more than `threshold` percent of the last 24 hours’ requests, 20 at least, failed. `unexpected_country`: used from a country that it was not used from in the `threshold` days before. `expiring`: expires within `threshold` days.',
});
const threshold = Type.Number({
  minimum: 0.1,
  maximum: 3_650,
  description: 'Days; of `error_rate` percent, up to 100.',
  examples: [30],
});

export const AlertRule = Type.Object(
  {
    kind,
    enabled: Type.Boolean({ description: 'Whether keys are checked against it.' }),
    threshold,
    unit: oneOf(['days', 'percent'], { description: 'The unit of the threshold.' }),
  },
  { title: 'AlertRule' },
);
export type AlertRule = Static<typeof AlertRule>;
export const AlertRuleReply = dataOf(AlertRule);
export const AlertRuleList = dataOf(Type.Array(AlertRule));
export const AlertRuleParams = Type.Object({
  kind: oneOf(ALERT_KINDS, { description: 'Which rule.' }),
});
export const UpdateAlertRuleBody = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether keys are checked against it.' })),
    threshold: Type.Optional(threshold),
  },
  { title: 'UpdateAlertRuleBody', description: 'Absent fields stay unchanged.' },
);

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Unique name.',
  examples: ['On call'],
});
const url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Where a webhook goes: http or https.',
  examples: ['https://example.org/hook'],
});
const secret = Type.String({
  minLength: 16,
  maxLength: 256,
  description:
    'The secret that signs a webhook’s requests; at least 16 characters. Never returned.',
});
const recipients = Type.Array(Type.String({ maxLength: 254, pattern: MAIL_ADDRESS_PATTERN }), {
  minItems: 1,
  maxItems: ALERT_RECIPIENTS_MAX,
  description: `Who gets a mail: up to ${ALERT_RECIPIENTS_MAX} addresses.`,
  examples: [['ada@example.org']],
});
const enabled = Type.Boolean({ description: 'Whether alerts are sent there.' });

const AlertDelivery = Type.Object(
  {
    recipient: nullable(Type.String(), { description: 'The mail address; null for a webhook.' }),
    attempted_at: isoTime('When something was last sent, or tried to be.'),
    error: nullable(Type.String(), { description: 'Why it failed then; null when it was taken.' }),
    delivered: nullable(Type.String(), {
      description: 'The last successful delivery; null if there was none.',
    }),
    delivered_at: nullable(isoTime(''), { description: 'When that was.' }),
  },
  { title: 'AlertDelivery' },
);

export const AlertChannel = Type.Object(
  {
    id: globalId('Global ID of the channel.', CHANNEL_ID),
    kind: oneOf(CHANNEL_KINDS, { description: 'How alerts go out.' }),
    name,
    enabled,
    url: nullable(Type.String(), { description: 'Of a webhook; else null.' }),
    recipients: Type.Array(Type.String(), { description: 'Of mail; else empty.' }),
    last_attempt_at: nullable(isoTime(''), {
      description: 'When something was last sent there, or tried to be; null for never.',
    }),
    last_error: nullable(Type.String(), {
      description: 'Why the last attempt failed, of any recipient; null when all took theirs.',
    }),
    deliveries: Type.Array(AlertDelivery, {
      description: 'The same for each recipient that something was sent to.',
    }),
  },
  { title: 'AlertChannel' },
);
export type AlertChannel = Static<typeof AlertChannel>;
export const AlertChannelReply = dataOf(AlertChannel);
export const AlertChannelList = dataOf(Type.Array(AlertChannel));
export const AlertChannelParams = Type.Object({
  channel_id: Type.String({
    minLength: 1,
    description: 'Global ID of the channel.',
    examples: [CHANNEL_ID],
  }),
});
export const CreateAlertChannelBody = Type.Object(
  {
    kind: oneOf(CHANNEL_KINDS, {
      description: 'A webhook needs `url` and `secret`, mail `recipients`.',
    }),
    name,
    enabled: Type.Optional(enabled),
    url: Type.Optional(url),
    secret: Type.Optional(secret),
    recipients: Type.Optional(recipients),
  },
  { title: 'CreateAlertChannelBody' },
);
export type CreateAlertChannelBody = Static<typeof CreateAlertChannelBody>;
export const UpdateAlertChannelBody = Type.Object(
  {
    name: Type.Optional(name),
    enabled: Type.Optional(enabled),
    url: Type.Optional(url),
    secret: Type.Optional(secret),
    recipients: Type.Optional(recipients),
  },
  { title: 'UpdateAlertChannelBody', description: 'Absent fields stay unchanged.' },
);
export type UpdateAlertChannelBody = Static<typeof UpdateAlertChannelBody>;
export const AlertTestReply = dataOf(
  Type.Object(
    {
      delivered: Type.Boolean({ description: 'Whether the test was taken.' }),
      error: nullable(Type.String(), { description: 'Why it was not, or null.' }),
    },
    { title: 'AlertTest' },
  ),
);

export const Alert = Type.Object(
  {
    id: globalId('Global ID of the alert.', 'QWxlcnQ6MQ=='),
    kind,
    api_key_id: globalId('Global ID of the key.', 'VXNlckFwaUtleTox'),
    api_key_name: Type.String({ description: 'The name of the key.' }),
    detail: Type.String({ description: 'The finding, as text for people.' }),
    fired_at: isoTime('When it was found.'),
    resolved_at: nullable(isoTime(''), {
      description: 'When it was found to be over; null while the alert is open.',
    }),
  },
  { title: 'Alert' },
);
export type Alert = Static<typeof Alert>;
export const AlertPage = pageOf(Alert);
export const AlertListParams = Type.Object({
  state: Type.Optional(
    oneOf(['open', 'resolved'], {
      description: 'Only alerts that are open, or over; all unless given.',
    }),
  ),
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export type AlertListParams = Static<typeof AlertListParams>;
