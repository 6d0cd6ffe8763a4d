/** Markup by what it is made of. The number of entries is bounded: those made first go first. */
export function createMarkupStore(most: number): (key: string, make: () => string) => string {
  const stored = new Map<string, string>();
  return (key, make) => {
    const found = stored.get(key);
    if (found !== undefined) return found;
    const made = make();
    stored.set(key, made);
    for (const [oldest] of stored) {
      if (stored.size <= most) break;
      stored.delete(oldest);
    }
    return made;
  };
}
