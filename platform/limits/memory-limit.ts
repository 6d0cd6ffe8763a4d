import { LRUCache } from "lru-cache";
import type { Limit } from "./rate-limit.ts";

/** A limit that is counted in this process alone, for what must not cost a question to the database. */
export interface MemoryLimit {
  /** Counts one use. Milliseconds until the next one is allowed; 0 when this one was. */
  use(key: string, now: Date): number;
}

const MOST_KEYS = 10_000;

/** The same rule as `consumeLimit` (GCRA): `burst` at once, and as many again spread over every `perMs`. */
export function createMemoryLimit({ burst, perMs }: Limit): MemoryLimit {
  const oneMs = perMs / burst;
  const fullAt = new LRUCache<string, number>({ max: MOST_KEYS });
  return {
    use(key, now) {
      const time = now.getTime();
      const full = Math.max(fullAt.peek(key) ?? 0, time);
      const retryAfterMs = Math.ceil(full - (time + perMs - oneMs));
      if (retryAfterMs > 0) return retryAfterMs;
      fullAt.set(key, full + oneMs);
      return 0;
    },
  };
}
