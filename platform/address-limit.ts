import { isIP } from "node:net";
import type { Config } from "./config.ts";

/**
 * The key under which a visitor's network address is counted, or null when it is not: this machine's own visitors
 * are exempt unless the settings say otherwise (security §10). One IPv6 household is one key (its /64).
 */
export const getAddressKey = (
  limit: string,
  ip: string,
  config: Pick<Config, "limitLoopback">,
): string | null => getKey(limit, ip, config, 4);

/** The same where one who rents a whole IPv6 /48 must not count as 65,536 households. */
export const getNetworkKey: typeof getAddressKey = (limit, ip, config) => getKey(limit, ip, config, 3);

function getKey(
  limit: string,
  ip: string,
  config: Pick<Config, "limitLoopback">,
  ipv6Groups: number,
): string | null {
  const address = toPlainAddress(ip);
  if (!config.limitLoopback && (address === "::1" || address.startsWith("127."))) return null;
  return `${limit}:address:${isIP(address) === 6 ? toNetwork(address, ipv6Groups) : address}`;
}

/** A visitor's network, to be recognised by its owner: `203.0.113.x`, without the part that names one machine. */
export function toRoughAddress(ip: string): string {
  const address = toPlainAddress(ip);
  return isIP(address) === 6 ? `${toNetwork(address, 3)}::` : address.replace(/\d+$/, "x");
}

/** An IPv4 address as one, also where a socket for both kinds wrote it, and without the port that some proxies add. */
const toPlainAddress = (ip: string): string =>
  ip.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^([\d.]+):\d+$/, "$1");

/** The first groups of an IPv6 address. */
function toNetwork(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...after];
  return all
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
