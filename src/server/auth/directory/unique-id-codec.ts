/** An entry's permanent id, as text: bytes in Active Directory, text elsewhere. */
export function uniqueIdText(attribute: string, value: string | Buffer): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (value.length === 0) return null;
  if (attribute.toLowerCase() === 'objectguid' && value.length === 16) return guidText(value);
  const text = value.toString('utf8');
  return Buffer.from(text).equals(value) && !/\p{Cc}/u.test(text) ? text.trim() : value.toString('hex');
}

/** As the directory's own tools write it: the first three groups are numbers whose lowest byte comes first. */
function guidText(bytes: Buffer): string {
  const group = (from: number, to: number): string => bytes.subarray(from, to).toString('hex');
  const number = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).reverse().toString('hex');
  return [number(0, 4), number(4, 6), number(6, 8), group(8, 10), group(10, 16)].join('-');
}
