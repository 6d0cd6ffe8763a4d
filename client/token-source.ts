/**
 * Provides the customer's tokens for calls. `client/` may not import features, so the accounts feature registers its
 * session here.
 */
interface TokenSource {
  accessToken(): string | null;
  /**
   * Returns a new token that replaces `stale`; null if the session has ended (§4, D17). @throws ApiError if the shop
   * does not answer
   */
  renew(stale: string): Promise<string | null>;
}

const guest: TokenSource = { accessToken: () => null, renew: () => Promise.resolve(null) };

let source = guest;

export function setTokenSource(tokenSource: TokenSource): void {
  source = tokenSource;
}

export const getTokenSource = (): TokenSource => source;
