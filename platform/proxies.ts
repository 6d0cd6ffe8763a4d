import { isIP } from "node:net";
import type { Config } from "./config.ts";

/** Whose `X-Forwarded-…` headers are believed: those of these addresses and networks, or of so many proxies in a row. */
export type TrustedProxies = readonly string[] | number;

const NAMED_NETWORKS = ["loopback", "linklocal", "uniquelocal"];

const MOST_PROXIES = 9;

/** The proxies that TRUST_PROXY names; null when it says nothing that can be understood. */
export function parseTrustedProxies(given: string): TrustedProxies | null {
  if (/^\d+$/.test(given)) return Number(given) >= 1 && Number(given) <= MOST_PROXIES ? Number(given) : null;
  const names = given.split(",").map((name) => name.trim());
  return names.every((name) => NAMED_NETWORKS.includes(name) || isNetwork(name)) ? names : null;
}

function isNetwork(name: string): boolean {
  const [address = "", prefix, ...more] = name.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  const isPrefix =
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
  return isIP(address) !== 0 && isPrefix && more.length === 0;
}

/** The same for the framework, which by itself believes no number. */
export const trustProxy = ({ trustedProxies }: Pick<Config, "trustedProxies">) =>
  typeof trustedProxies === "number"
    ? (_address: string, hop: number) => hop < trustedProxies
    : [...trustedProxies];

export const LOOPBACK = /^(127\.|::1$|localhost$)/;
