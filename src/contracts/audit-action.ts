/**
 * Everything that leaves a row in the audit log: what was done, `thing.verb`, and the words for people. Names are stored: they never change.
 */
export const AUDIT_ACTIONS = {
  'key.create': 'Made an API key',
  'key.update': 'Changed an API key',
  'key.rotate': 'Rotated an API key',
  'key.revoke': 'Revoked an API key',
  'key.use': 'Used an API key, for the first time in an hour from this address',
  'user.create': 'Added a user',
  'user.update': 'Changed a user',
  'user.delete': 'Removed a user',
  'user.unlock': 'Unlocked a user',
  'user.suspend': 'Suspended a user whom the directory or identity provider does not let in any more',
  'user.restore': 'Let in a suspended user whom the directory or identity provider lets in again',
  'session.create': 'Signed in',
  'session.refresh': 'Prolonged a session',
  'session.end': 'Signed out',
  'session.end_all': 'Signed out everywhere',
  'app.register': 'Registered an app',
  'app.approve': 'Let an app act in their name',
  'app.deny': 'Did not let an app act in their name',
  'app.connect': 'Connected an app that was let in',
  'app.replay': 'Showed a used code or refresh token of an app, which was cut off for it',
  'app.revoke': 'Cut off an app',
  'password.change': 'Changed a password',
  'password.request_reset': 'Asked for a link to set a password',
  'password.reset': 'Set a password by a link',
  'secret.change': 'Changed stored secrets',
  'secret.delete': 'Deleted a stored secret',
  'limit.change': 'Changed limits',
  'setting.change': 'Changed settings',
  'alert_rule.create': 'Made an alert rule',
  'alert_rule.update': 'Changed an alert rule',
  'alert_rule.delete': 'Deleted an alert rule',
  'alert_channel.create': 'Added a channel for alerts',
  'alert_channel.update': 'Changed a channel for alerts',
  'alert_channel.delete': 'Deleted a channel for alerts',
  'alert_channel.test': 'Sent a test to a channel for alerts',
  'retention_policy.create': 'Made a retention policy',
  'retention_policy.update': 'Changed a retention policy',
  'retention_policy.delete': 'Deleted a retention policy',
  'retention_policy.assign': 'Gave a project a retention policy',
  'retention_policy.apply': 'Deleted traces that a retention policy no longer keeps',
  'annotation_config.create': 'Made an annotation config',
  'annotation_config.update': 'Changed an annotation config',
  'annotation_config.delete': 'Deleted an annotation config',
  'annotation_config.assign': 'Changed the annotation configs of a project',
  'project.create': 'Made a project',
  'project.update': 'Changed a project',
  'project.delete': 'Deleted a project',
  'project.clear': 'Cleared old traces of a project',
  'view.delete': 'Deleted a saved view',
  'trace.delete': 'Deleted traces',
  'trace.transfer': 'Moved traces to another project',
  'trace.export': 'Exported traces',
  'span.delete': 'Deleted spans',
  'span.export': 'Exported spans',
  'session_data.delete': 'Deleted sessions and their traces',
  'annotation.delete': 'Deleted annotations',
  'evaluation.export': 'Exported evaluations',
  'dataset.delete': 'Deleted a dataset',
  'dataset.revert': 'Took a dataset back to an earlier version',
  'dataset.export': 'Exported a dataset',
  'dataset_example.change': 'Changed or deleted examples of a dataset',
  'dataset_example.delete': 'Deleted an example of a dataset',
  'dataset_split.delete': 'Deleted a split of a dataset',
  'dataset_label.delete': 'Deleted a label of datasets',
  'dataset_label.remove': 'Took a label from a dataset',
  'job.cancel': 'Cancelled a job',
  'audit_log.export': 'Exported the audit log',
  'audit_log.verify': 'Had the audit log verified',
  'audit_log.prune': 'Deleted rows of the audit log that are past its retention',
  'authentication.fail': 'Failed to authenticate',
  'authorization.deny': 'Was denied',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/**
 * How an act ended: done, refused (what was asked for is not there, or not possible), failed by a fault of the server, denied to who asked
 * (401, 403), or cut off by the end of the server, so that nobody knows whether it was done.
 */
export const AUDIT_RESULTS = ['success', 'refused', 'failed', 'denied', 'interrupted'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

export function isAuditAction(name: string): name is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, name);
}
