/**
 * The source of the visitor's tokens for calls: the session registers itself here, so that `client/` knows no feature.
 */
interface TokenSource {
  accessToken(): string | null;
  /** Returns a token that replaces `stale`, or null if the session has ended (§4, D17). @throws ApiError if unknown */
  renew(stale: string): Promise<string | null>;
}

const guest: TokenSource = { accessToken: () => null, renew: () => Promise.resolve(null) };

let source = guest;

export function setTokenSource(tokenSource: TokenSource): void {
  source = tokenSource;
}

export const getTokenSource = (): TokenSource => source;
