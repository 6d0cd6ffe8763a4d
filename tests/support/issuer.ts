import { createServer } from "node:http";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { listenLocally } from "./processes.ts";

export const CLIENT_ID = "taruva.apps.example";
export const NONCE = "nonce-of-this-very-page";

/** An identity provider on this machine. Its keys are at /jwks and its sign-in page is at /authorize. */
export interface Issuer {
  url: string;
  settings: { name: string; issuer: string; clientId: string; jwksUrl: string; authorizeUrl: string };
  /** Returns claims that the shop accepts at the time `now`. `different` replaces some of them. */
  createClaims(now: Date, different?: Record<string, unknown>): Record<string, unknown>;
  sign(claims: Record<string, unknown>): Promise<string>;
  /** The public key as text. An attacker could use it to sign a token with HS256. */
  publicKey: string;
  person: Record<string, unknown>;
  close(): void;
}

export async function openIssuer(): Promise<Issuer> {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(keys.privateKey);
  const person: Record<string, unknown> = {};

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://issuer");
    if (url.pathname === "/jwks") {
      response.setHeader("content-type", "application/json").end(JSON.stringify({ keys: [jwk] }));
      return;
    }
    // The provider asks for no password: it treats every visitor as signed in and redirects back to the shop.
    const now = Math.floor(Date.now() / 1000);
    const requested = Object.fromEntries(url.searchParams);
    void sign({
      iss: issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce: requested["nonce"],
      ...person,
    }).then((token) => {
      const reported = new URLSearchParams({ id_token: token, state: requested["state"] ?? "" });
      const back = `${requested["redirect_uri"]}#${reported.toString()}`;
      response.writeHead(302, { location: back }).end();
    });
  });
  const issuer = `http://127.0.0.1:${await listenLocally(server)}`;
  return {
    url: issuer,
    settings: {
      name: "Forest ID",
      issuer,
      clientId: CLIENT_ID,
      jwksUrl: `${issuer}/jwks`,
      authorizeUrl: `${issuer}/authorize`,
    },
    createClaims(now, different) {
      const seconds = Math.floor(now.getTime() / 1000);
      return {
        iss: issuer,
        aud: CLIENT_ID,
        sub: "asha-at-forest",
        email: "asha@example.com",
        email_verified: true,
        given_name: "Asha",
        family_name: "Patel",
        nonce: NONCE,
        iat: seconds,
        exp: seconds + 300,
        ...different,
      };
    },
    sign,
    publicKey: await exportSPKI(keys.publicKey),
    person,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
