import type { IncomingMessage } from "node:http";
import type { Config } from "../config/config.ts";

/**
 * True if a browser's `Origin` is the shop: its public URL, or, outside production, the requested host, because a shop
 * then has many local names.
 */
export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  config: Pick<Config, "publicUrl" | "profile">,
): boolean {
  if (origin === new URL(config.publicUrl).origin) return true;
  if (config.profile === "production" || host === undefined) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Returns the origin of the request: the shop's public one, or, outside production, the local name used. */
export function getOrigin(
  { protocol, host }: { protocol: string; host: string },
  config: Pick<Config, "publicUrl" | "profile">,
): string {
  const origin = URL.parse(`${protocol}://${host}`)?.origin;
  return origin !== undefined && NAMED.test(origin) && isOwnOrigin(origin, host, config)
    ? origin
    : new URL(config.publicUrl).origin;
}

/** False for a request with several `Host` headers: two programs could each believe another one. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts <= 1;
}

/** An origin that is safe in a header. A comma, for example, would end a policy. */
const NAMED = /^https?:\/\/[\w.:[\]-]+$/;
