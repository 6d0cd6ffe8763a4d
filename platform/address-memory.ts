import type { CacheKey } from "./cached-response.ts";

const MOST = 1_000;
/** In characters; a longer one is worked out each time. */
const LONGEST = 300;

/**
 * The address that an answer is cached under, by the address as it was sent. To work it out takes longer than to serve
 * the answer, so those that were asked for lately are remembered.
 */
export function createAddressMemory(keyOf: (url: string) => CacheKey) {
  const known = new Map<string, string>();
  return {
    get(url: string): string {
      const remembered = known.get(url);
      if (remembered !== undefined) return remembered;
      const { address } = keyOf(url);
      if (known.size >= MOST) known.clear();
      if (url.length <= LONGEST) known.set(url, address);
      return address;
    },
    clear: () => known.clear(),
  };
}
