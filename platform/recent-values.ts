/** Values by key, as many as it was made for: the one used longest ago goes first. */
export interface RecentValues<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

export function createRecentValues<Value>(most: number): RecentValues<Value> {
  const values = new Map<string, Value>();
  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      if (values.size <= most) return;
      for (const oldest of values.keys()) {
        values.delete(oldest);
        break;
      }
    },
    clear: () => values.clear(),
  };
}
