/** A field of a request at the beginning of a refusal: `body.user.new_password must …`. */
const FIELD = /^body\.(?:[a-z]+\.)?([a-z]+(?:_[a-z]+)*)(?= )/;

/** An error in a form's words, without the API's field names: “New password must …”. */
export function formErrorText(refusal: string): string {
  return refusal.replace(
    FIELD,
    (_whole, name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
  );
}
