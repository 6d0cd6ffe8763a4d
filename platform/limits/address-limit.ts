import type ipaddr from "ipaddr.js";
import type { Config } from "../config/config.ts";
import { parseAddress } from "../http/network-address.ts";

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
  const address = parseAddress(ip);
  if (!config.limitLoopback && address?.range() === "loopback") return null;
  const counted = address && "parts" in address ? toNetwork(address, ipv6Groups) : (address ?? ip);
  return `${limit}:address:${counted.toString()}`;
}

/** A visitor's network, to be recognised by its owner: `203.0.113.x`, without the part that names one machine. */
export function toRoughAddress(ip: string): string {
  const address = parseAddress(ip);
  return address && "parts" in address
    ? `${toNetwork(address, 3)}::`
    : (address ?? ip).toString().replace(/\d+$/, "x");
}

/** The first groups of an IPv6 address. */
const toNetwork = ({ parts }: ipaddr.IPv6, count: number): string =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
