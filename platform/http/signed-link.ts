import { timingSafeEqual } from "node:crypto";
import type { Context } from "../context.ts";
import { computeMac, computeMacs } from "../config/secret.ts";

/** Returns `<signature>.<text>`. A link signed for one `purpose`, such as `review`, is invalid for every other. */
export const signLink = (context: Context, purpose: string, text: string): string =>
  `${toSeal(computeMac(context, toSealed(purpose, text)))}.${text}`;

/** Returns the text that was passed to `signLink`; null if this shop did not sign the link for this purpose. */
export function readSignedLink(context: Context, purpose: string, link: string): string | null {
  const dot = link.indexOf(".");
  const text = link.slice(dot + 1);
  const seals = computeMacs(context, toSealed(purpose, text)).map(toSeal);
  return dot > 0 && isOneOf(seals, link.slice(0, dot)) ? text : null;
}

const toSealed = (purpose: string, text: string): string => `link:${purpose}:${text}`;

const toSeal = (mac: Buffer): string => mac.toString("base64url");

/** True if `input` is one of the `possible` texts. Compares in constant time, so that the time reveals no secret. */
export const isOneOf = (possible: readonly string[], input: string): boolean => {
  const value = Buffer.from(input);
  return possible.some((each) => value.length === each.length && timingSafeEqual(Buffer.from(each), value));
};
