/**
 * Parses the query of a URL as `URLSearchParams` does. The keys of the response cache are made with the same class, so
 * two URLs with one key also have the same values here, even if their percent-encoding is invalid.
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
