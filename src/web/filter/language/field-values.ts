/** The facet that counts a field's values; null when none does. */
export function facetOfField(field: string): 'status' | 'kind' | 'name' | 'model' | 'user' | 'session' | null {
  return FACETS[field] ?? null;
}

const FACETS: Readonly<Record<string, 'status' | 'kind' | 'name' | 'model' | 'user' | 'session'>> = {
  status_code: 'status',
  'root.status_code': 'status',
  span_kind: 'kind',
  'root.span_kind': 'kind',
  name: 'name',
  'root.name': 'name',
  'llm.model_name': 'model',
  'user.id': 'user',
  'session.id': 'session',
  session_id: 'session',
};

/** The dotted key of a path's attribute: `attributes['a.b']`, `metadata['tier']`, `a.b`; null for a bare name. */
export function attributeKeyOf(path: string): string | null {
  const bracketed = /^(attributes|metadata)\[(?:'([^']*)'|"([^"]*)")\]$/.exec(path);
  if (bracketed !== null) {
    const key = bracketed[2] ?? bracketed[3] ?? '';
    return bracketed[1] === 'metadata' ? `metadata.${key}` : key;
  }
  return path.includes('.') && !path.includes('[') ? path : null;
}
