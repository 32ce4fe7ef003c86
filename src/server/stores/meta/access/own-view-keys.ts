/**
 * What the keys of a user's private views begin with, among the settings: by user, so that they go
 * with the user.
 */
export function ownViewPrefix(user: number): string {
  return `own_view:${user}:`;
}
