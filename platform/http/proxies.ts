import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The trusted proxies: addresses and networks, or their number in front of the shop. */
export type TrustedProxies = readonly string[] | number;

const NAMED_NETWORKS: ReadonlyMap<string, readonly string[]> = new Map([
  ["loopback", ["127.0.0.1/8", "::1/128"]],
  ["linklocal", ["169.254.0.0/16", "fe80::/10"]],
  ["uniquelocal", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]],
]);

const MAX_PROXIES = 9;

/** Parses TRUST_PROXY. Returns null if it is invalid. */
export function parseTrustedProxies(value: string): TrustedProxies | null {
  if (/^\d+$/.test(value)) return Number(value) >= 1 && Number(value) <= MAX_PROXIES ? Number(value) : null;
  const names = value.split(",").map((name) => name.trim());
  return names.every((name) => NAMED_NETWORKS.has(name) || isNetwork(name)) ? names : null;
}

function isNetwork(name: string): boolean {
  const [address = "", prefix, ...extra] = name.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  const isPrefix =
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
  return isIP(address) !== 0 && isPrefix && extra.length === 0;
}

export type IsTrusted = (address: string) => boolean;

export function createTrust(trustedProxies: TrustedProxies): IsTrusted {
  // The setting is only the number of proxies, so trust every peer that can reach the port.
  if (typeof trustedProxies === "number") return () => true;
  const networks = new BlockList();
  for (const name of trustedProxies.flatMap((value) => NAMED_NETWORKS.get(value) ?? value)) {
    const [address = "", bits] = name.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    networks.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => isIP(address) !== 0 && networks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Creates the framework's `trustProxy` function. */
export function trustProxy({
  trustedProxies,
}: {
  trustedProxies: TrustedProxies;
}): (address: string, hop: number) => boolean {
  if (typeof trustedProxies === "number") return (_address, hop) => hop < trustedProxies;
  return createTrust(trustedProxies);
}

/** Parses an IP address in any notation, with or without a port. Returns null for other texts. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = text.replace(/^([\d.]+):\d+$/, "$1");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : null;
}

export const isLoopback = (host: string): boolean =>
  host === "localhost" || parseAddress(host)?.range() === "loopback";

/** True if an address can only exist inside a private network or this machine. */
export const isPrivate = (ip: string): boolean =>
  ["loopback", "private", "linkLocal", "uniqueLocal"].includes(parseAddress(ip)?.range() ?? "");
