import type { Config } from "../config/config.ts";
import type { Finding } from "./finding.ts";

/** An address of no one, which a visitor may claim to come from. */
export const CLAIMED_ADDRESS = "203.0.113.99";

/** What came to the shop's port when the public address was asked. */
export interface Arrived {
  /** The visitor's address and way, as the settings make of what the proxy says. */
  ip: string;
  protocol: string;
  isForwarded: boolean;
  /** What the visitor claimed of its own address was believed. */
  isFooled: boolean;
  /** Who brought it. */
  sender: string;
}

/** What a visit to the public address has shown. */
export interface ProbedProxy {
  /** Null when nothing came: someone else answered, or no one. */
  arrived: Arrived | null;
  /** What the public address answered: a status, or why there was none. */
  answer: string;
  takesSockets: boolean;
  /** What plain http answers; null when it was not asked. */
  plain: { status: number; location: string } | null;
}

/** What the proxy does otherwise than the shop needs. */
export function describeProxy(
  config: Pick<Config, "publicUrl" | "host" | "port">,
  { arrived, answer, takesSockets, plain }: ProbedProxy,
): Finding[] {
  const { publicUrl, host, port } = config;
  const description =
    arrived === null
      ? [
          {
            is: true,
            about: "PUBLIC_URL",
            what: `${publicUrl} does not lead to this shop: ${answer}`,
            remedy: `Have the proxy pass everything on to http://${host}:${port}`,
          },
        ]
      : [...describeForwarding(arrived), describeSockets(takesSockets), describePlain(plain)];
  return description.flatMap(({ is, ...finding }) => (is ? [finding] : []));
}

type Description = Finding & { is: boolean };

const describeForwarding = ({ ip, protocol, isForwarded, isFooled, sender }: Arrived): Description[] => [
  {
    is: !isForwarded,
    about: "proxy",
    what: "it does not say whom it asks for, so all visitors share the limits of one address",
    remedy: "Have it send X-Forwarded-For and X-Forwarded-Proto, see deploy/nginx",
  },
  {
    is: isFooled,
    about: "TRUST_PROXY",
    what: "whatever visitors say of their own address is believed: they can escape every limit",
    remedy:
      "Have the proxy add the address it sees to X-Forwarded-For, and count no more proxies than there are",
  },
  {
    is: isForwarded && ip === sender,
    about: "TRUST_PROXY",
    what: `${sender} sends X-Forwarded-For and is not trusted, so all its visitors share the limits of one address`,
    remedy: "Add it to TRUST_PROXY when it is your proxy",
  },
  {
    is: isForwarded && ip !== sender && protocol !== "https",
    about: "proxy",
    what: "it does not say that visitors come over https",
    remedy: "Have it set X-Forwarded-Proto to its own scheme, see deploy/nginx",
  },
];

const describeSockets = (takesSockets: boolean): Description => ({
  is: !takesSockets,
  about: "proxy",
  what: "it lets no WebSocket through: customers' pages would not change by themselves",
  remedy: "Have it pass Upgrade and Connection on, see deploy/nginx",
});

const describePlain = (plain: ProbedProxy["plain"]): Description => ({
  is: plain !== null && (plain.status < 300 || plain.status > 399 || !plain.location.startsWith("https:")),
  about: "PUBLIC_URL",
  what: `whoever types the name without https gets ${plain?.status === 0 ? "no answer" : `HTTP ${plain?.status}, not https`}`,
  remedy: "Have the proxy redirect http to https, with 301",
});
