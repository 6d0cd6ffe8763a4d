import { isIP } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";

export type TrustedProxies = readonly string[] | number;

const MAX_PROXIES = 9;

export function parseTrustedProxies(value: string): TrustedProxies | null {
  if (/^\d+$/.test(value)) return Number(value) >= 1 && Number(value) <= MAX_PROXIES ? Number(value) : null;
  const names = value.split(",").map((name) => name.trim());
  if (names.some(isShortened)) return null;
  try {
    proxyAddr.compile(names);
    return names;
  } catch {
    return null;
  }
}

/** True for shortened or octal notations, which `proxyAddr` would misread: 10.1 as 10.0.0.1, 010.0.0.1 as 8.0.0.1. */
const isShortened = (name: string): boolean => /^\d/.test(name) && isIP(name.replace(/\/.*$/, "")) === 0;

export type IsTrusted = (address: string) => boolean;

export function createTrust(trustedProxies: TrustedProxies): IsTrusted {
  // If the setting is a number of proxies, their addresses are unknown, so trust every peer.
  if (typeof trustedProxies === "number") return () => true;
  const isTrusted = trustProxy({ trustedProxies });
  return (address) => isTrusted(address, 0);
}

export const trustProxy = ({ trustedProxies }: { trustedProxies: TrustedProxies }) =>
  typeof trustedProxies === "number"
    ? (_address: string, hop: number) => hop < trustedProxies
    : proxyAddr.compile([...trustedProxies]);

/**
 * Parses an IPv6 address, or an IPv4 address of four decimal numbers, which may have a port. Returns an IPv4-mapped
 * IPv6 address as IPv4, and null for any other text. `text` is undefined after the client has closed the connection.
 */
export function parseAddress(text = ""): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = text.replace(/^([\d.]+):\d+$/, "$1");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : null;
}

export const isLoopback = (host: string): boolean =>
  host === "localhost" || parseAddress(host)?.range() === "loopback";

export const isPrivate = (ip: string): boolean =>
  ["loopback", "private", "linkLocal", "uniqueLocal"].includes(parseAddress(ip)?.range() ?? "");
