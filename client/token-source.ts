/**
 * The source of the visitor's tokens for calls: the session registers itself here, so that `client/` knows no feature.
 */
export interface TokenSource {
  accessToken(): string | null;
  /**
   * A token that works in place of `stale`, or null when the session is over (§4, D17).
   * Throws an `ApiError` when that could not be found out.
   */
  renew(stale: string): Promise<string | null>;
}

const guest: TokenSource = { accessToken: () => null, renew: () => Promise.resolve(null) };

let source = guest;

export function setTokenSource(tokenSource: TokenSource): void {
  source = tokenSource;
}

export const getTokenSource = (): TokenSource => source;
