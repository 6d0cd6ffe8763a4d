/** Whoever keeps the visitor's tokens: the session registers itself here, so that `lib` knows no room. */
export interface TokenKeeper {
  accessToken(): string | null;
  /**
   * A token that works in place of `stale`, or null when the session is over (§4, D17).
   * Throws an `ApiError` when that could not be found out.
   */
  renew(stale: string): Promise<string | null>;
}

const guest: TokenKeeper = { accessToken: () => null, renew: () => Promise.resolve(null) };

let keeper = guest;

export function keepTokensWith(tokens: TokenKeeper): void {
  keeper = tokens;
}

export const tokens = (): TokenKeeper => keeper;
