/**
 * Parses the query of a URL with `URLSearchParams`. The response cache uses the same class for its keys, so URLs with
 * the same key also have the same values here, even if their percent-encoding is invalid.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(`?${text}`)) {
    const existing = query[name];
    if (existing === undefined) query[name] = value;
    else if (Array.isArray(existing)) existing.push(value);
    else query[name] = [existing, value];
  }
  return query;
}
