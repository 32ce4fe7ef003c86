/** A field of a request at the beginning of a refusal: `body.user.new_password must …`. */
const FIELD = /^body\.(?:[a-z]+\.)?([a-z]+(?:_[a-z]+)*)(?= )/;

/** A refusal as a form shows it, where nobody has sent a body: “New password must …”. */
export function inWords(refusal: string): string {
  return refusal.replace(FIELD, (_whole, name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '));
}
