import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { generateCode } from "./ids.ts";
import type { TrustedProxies } from "./proxies.ts";

/** The header with which a proxy names a request, and an answer says which one it belongs to. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Nothing that ends a line, a comment of SQL, or a header: it is written into all three. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

const CODE_LENGTH = 10;

/** What a customer can name when something has failed; the log has it as `requestId`. */
export const describeReference = (id: string): string => `Reference: ${id}`;

/** Names each request: as a trusted proxy in front of the shop did, else by a code of its own. */
export function createRequestIds(isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    return typeof given === "string" && REQUEST_ID.test(given) && isTrusted(socket.remoteAddress ?? "")
      ? given
      : generateCode(CODE_LENGTH);
  };
}

/** Whether the other end of a connection, by its address, is a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

export function createTrust(trustedProxies: TrustedProxies): IsTrusted {
  // So many proxies in a row: whoever reaches the port is one of them.
  if (typeof trustedProxies === "number") return () => true;
  const networks = new BlockList();
  for (const name of trustedProxies.flatMap((given) => NAMED[given] ?? given)) {
    const [address = "", bits] = name.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    networks.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => isIP(address) !== 0 && networks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** As the framework understands these names. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.1/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};
