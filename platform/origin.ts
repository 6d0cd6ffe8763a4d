import type { Config } from "./config.ts";

/**
 * Whether a browser's `Origin` is the shop itself: its public address, or — outside production, where a shop is
 * reached by many local names — the very host that was asked.
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
