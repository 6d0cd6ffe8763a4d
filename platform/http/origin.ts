import type { IncomingMessage } from "node:http";
import type { Config } from "../config/config.ts";
import { SAFE_ORIGIN } from "../config/setting.ts";

/** True if the origin is that of PUBLIC_URL or, outside production, that of the requested host. */
export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  config: Pick<Config, "publicUrl" | "profile">,
): boolean {
  if (origin === new URL(config.publicUrl).origin) return true;
  if (config.profile === "production" || host === undefined) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

export function getOrigin(
  { protocol, host }: { protocol: string; host: string },
  config: Pick<Config, "publicUrl" | "profile">,
): string {
  const origin = URL.parse(`${protocol}://${host}`)?.origin;
  return origin !== undefined && SAFE_ORIGIN.test(origin) && isOwnOrigin(origin, host, config)
    ? origin
    : new URL(config.publicUrl).origin;
}

/** False for a request with several `Host` headers, because a proxy and the shop could use different ones. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts <= 1;
}
