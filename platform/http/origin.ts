import type { IncomingMessage } from "node:http";
import type { Config } from "../config/config.ts";

/** True if a browser's `Origin` is the shop's public URL. Outside production, also accepts the requested host. */
export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  config: Pick<Config, "publicUrl" | "profile">,
): boolean {
  if (origin === new URL(config.publicUrl).origin) return true;
  if (config.profile === "production" || host === undefined) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Returns the origin of the requested host; that of the public URL in production, or if the host is invalid. */
export function getOrigin(
  { protocol, host }: { protocol: string; host: string },
  config: Pick<Config, "publicUrl" | "profile">,
): string {
  const origin = URL.parse(`${protocol}://${host}`)?.origin;
  return origin !== undefined && SAFE_ORIGIN.test(origin) && isOwnOrigin(origin, host, config)
    ? origin
    : new URL(config.publicUrl).origin;
}

/** True if the request has exactly one `Host` header. With several, a proxy and the shop could use different ones. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts <= 1;
}

/** An origin that is safe in a header. A comma or semicolon, for example, would end the policy in the header. */
const SAFE_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;
