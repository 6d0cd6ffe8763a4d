import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from "jose";
import * as v from "valibot";
import type { SignIn } from "#platform/config/config.ts";
import { HttpRefusal } from "#platform/http/http-refusal.ts";

/** Who someone is, as the provider vouches for it. */
export interface ThirdPartyPerson {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  /** When the credential ends. */
  expiresAt: Date;
}

/**
 * Reads a credential (an OpenID Connect id_token): signed RS256 with one of the issuer's keys, for this shop, with this
 * page's nonce, not expired. Null for any other; 503 when the issuer's keys cannot be loaded.
 */
export async function readCredential(
  settings: SignIn,
  { credential, nonce }: { credential: string; nonce: string },
  now: Date,
): Promise<ThirdPartyPerson | null> {
  try {
    const { payload } = await jwtVerify(credential, getKeySet(settings.jwksUrl), {
      algorithms: ["RS256"],
      issuer: listIssuerNames(settings.issuer),
      audience: settings.clientId,
      requiredClaims: ["exp", "iat", "sub", "email", "nonce"],
      currentDate: now,
      clockTolerance: 30,
      maxTokenAge: "1h",
    });
    return payload["nonce"] === nonce && isForUsOnly(payload, settings.clientId)
      ? parsePerson(payload, settings)
      : null;
  } catch (cause) {
    if (cause instanceof errors.JWKSTimeout || !(cause instanceof errors.JOSEError) || isUnreachable(cause)) {
      throw new HttpRefusal(503, "provider_unreachable", UNREACHABLE, { headers: { "retry-after": "5" } });
    }
    return null;
  }
}

const UNREACHABLE =
  "The sign-in provider does not answer right now. Please try again, or log in with your password.";

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

function getKeySet(url: string): ReturnType<typeof createRemoteJWKSet> {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000 });
  keySets.set(url, known);
  return known;
}

/** The answer of the key server was not a key set; a JOSE error of its own is about the credential. */
const isUnreachable = (cause: errors.JOSEError): boolean => cause.constructor === errors.JOSEError;

/** Google signs under its name with and without the scheme. */
const listIssuerNames = (issuer: string): string[] =>
  issuer === "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer];

/** A token made for several, or asked for by another client, is not meant for this shop. */
const isForUsOnly = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  (typeof aud === "string" || aud?.length === 1) && (azp === undefined || azp === clientId);

const claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: v.pipe(v.string(), v.maxLength(254), v.email()),
  email_verified: v.optional(v.union([v.boolean(), v.string()])),
  given_name: v.optional(v.string(), ""),
  family_name: v.optional(v.string(), ""),
  name: v.optional(v.string(), ""),
  exp: v.number(),
});

function parsePerson(payload: JWTPayload, { issuer }: SignIn): ThirdPartyPerson | null {
  const read = v.safeParse(claims, payload);
  if (!read.success) return null;
  const { sub, email, email_verified, given_name, family_name, name, exp } = read.output;
  const [first = "", ...rest] = name.split(" ");
  return {
    issuer,
    subject: sub,
    email,
    emailVerified: email_verified === true || email_verified === "true",
    firstName: shortenName(given_name || first || email.split("@")[0] || ""),
    lastName: shortenName(family_name || rest.join(" ")),
    expiresAt: new Date(exp * 1000),
  };
}

const shortenName = (name: string): string => name.toWellFormed().replaceAll("\0", "").trim().slice(0, 100);
