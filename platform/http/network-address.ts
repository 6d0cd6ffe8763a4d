import ipaddr from "ipaddr.js";

/**
 * A network address in any of its forms, without the port that some proxies add; an IPv4 address is one also where it
 * is written as IPv6. Null for what is none.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = text.replace(/^([\d.]+):\d+$/, "$1");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : null;
}

export const isLoopback = (host: string): boolean =>
  host === "localhost" || parseAddress(host)?.range() === "loopback";

/** Whether an address can only be one inside a network. */
export const isPrivate = (ip: string): boolean =>
  ["loopback", "private", "linkLocal", "uniqueLocal"].includes(parseAddress(ip)?.range() ?? "");
