import type { RouteAccess } from '../access/route-access.ts';
import { declare } from '../wire/declare.ts';
import {
  ALERT_CHANNELS_MAX,
  AlertChannelList,
  AlertChannelParams,
  AlertChannelReply,
  AlertListParams,
  AlertPage,
  AlertRuleList,
  AlertRuleParams,
  AlertRuleReply,
  AlertTestReply,
  CreateAlertChannelBody,
  UpdateAlertChannelBody,
  UpdateAlertRuleBody,
} from './alert.ts';

const access = { scopes: ['admin'], workspace: true } as const;

export const listAlerts = declare({
  method: 'GET',
  path: '/v1/alerts',
  id: 'listAlerts',
  access,
  tag: 'alerts',
  summary: 'List alerts',
  description:
    'Newest first. Keys are checked every five minutes; an alert resolves automatically, and is kept for 90 days after that.',
  query: AlertListParams,
  ok: { status: 200, description: 'A page of alerts.', schema: AlertPage },
  errors: [],
});

export const listAlertRules = declare({
  method: 'GET',
  path: '/v1/alert_rules',
  id: 'listAlertRules',
  access,
  tag: 'alerts',
  summary: 'List alert rules',
  description: 'There is one of each kind.',
  ok: { status: 200, description: 'The rules.', schema: AlertRuleList },
  errors: [],
});

export const updateAlertRule = declare({
  method: 'PATCH',
  path: '/v1/alert_rules/{kind}',
  id: 'updateAlertRule',
  access: { ...access, closedTo: 'apps' },
  audit: 'alert_rule.update',
  tag: 'alerts',
  summary: 'Change an alert rule',
  description:
    'Absent fields stay unchanged. All keys are checked against the rule at once; the open alerts of a disabled rule are resolved.',
  params: AlertRuleParams,
  body: UpdateAlertRuleBody,
  bodyExample: { threshold: 14 },
  ok: { status: 200, description: 'The rule.', schema: AlertRuleReply },
  errors: ['storage_full'],
});

const changeAccess: RouteAccess = { ...access, closedTo: 'apps' };

export const listAlertChannels = declare({
  method: 'GET',
  path: '/v1/alert_channels',
  id: 'listAlertChannels',
  access,
  tag: 'alerts',
  summary: 'List the channels of alerts',
  description: `Oldest first; there are up to ${ALERT_CHANNELS_MAX}. Secrets are not among what is listed.`,
  ok: { status: 200, description: 'The channels.', schema: AlertChannelList },
  errors: [],
});

export const createAlertChannel = declare({
  method: 'POST',
  path: '/v1/alert_channels',
  id: 'createAlertChannel',
  access: changeAccess,
  audit: 'alert_channel.create',
  tag: 'alerts',
  summary: 'Add a channel for alerts',
  description:
    'A webhook, signed with its secret, or mail. The secret is encrypted with a key derived from `SERVICE_SECRET`, without which no webhook can be added.',
  body: CreateAlertChannelBody,
  bodyExample: {
    kind: 'webhook',
    name: 'On call',
    url: 'https://example.org/hook',
    secret: 'at least 16 characters',
  },
  ok: { status: 201, description: 'The channel.', schema: AlertChannelReply },
  errors: ['conflict', 'storage_full'],
});

export const updateAlertChannel = declare({
  method: 'PATCH',
  path: '/v1/alert_channels/{channel_id}',
  id: 'updateAlertChannel',
  access: changeAccess,
  audit: 'alert_channel.update',
  tag: 'alerts',
  summary: 'Change a channel for alerts',
  description:
    'Absent fields stay unchanged, the secret too; an address at another host, port or scheme needs a new secret.',
  params: AlertChannelParams,
  body: UpdateAlertChannelBody,
  bodyExample: { enabled: false },
  ok: { status: 200, description: 'The channel.', schema: AlertChannelReply },
  errors: ['not_found', 'conflict', 'storage_full'],
});

export const deleteAlertChannel = declare({
  method: 'DELETE',
  path: '/v1/alert_channels/{channel_id}',
  id: 'deleteAlertChannel',
  access: changeAccess,
  audit: 'alert_channel.delete',
  tag: 'alerts',
  summary: 'Delete a channel for alerts',
  description: 'Pending notifications are dropped.',
  params: AlertChannelParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const testAlertChannel = declare({
  method: 'POST',
  path: '/v1/alert_channels/{channel_id}/test',
  id: 'testAlertChannel',
  access: changeAccess,
  audit: 'alert_channel.test',
  tag: 'alerts',
  summary: 'Send a test to a channel for alerts',
  description: 'Once, also to a channel that is switched off, and says how it ended.',
  params: AlertChannelParams,
  ok: { status: 200, description: 'How it ended.', schema: AlertTestReply },
  errors: ['not_found'],
});
