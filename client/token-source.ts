/** The customer's tokens for API calls. The accounts feature registers its session with `setTokenSource`. */
interface TokenSource {
  accessToken(): string | null;
  /** Returns a new token to replace `stale`; null if the session has ended (§4, D17). @throws ApiError */
  renew(stale: string): Promise<string | null>;
}

const guest: TokenSource = { accessToken: () => null, renew: () => Promise.resolve(null) };

let source = guest;

export function setTokenSource(tokenSource: TokenSource): void {
  source = tokenSource;
}

export const getTokenSource = (): TokenSource => source;
