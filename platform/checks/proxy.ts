import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { connect, type PeerCertificate } from "node:tls";
import { formatDate } from "#contract/dates.ts";
import { SECOND, DAY } from "#contract/time.ts";
import type { Config } from "../config/config.ts";
import { generateUuid } from "../ids.ts";
import { trustProxy } from "../http/proxies.ts";
import type { Note } from "./check.ts";
import { type Condition, type Finding, toFindings } from "./finding.ts";

/** A certificate that expires within this many days is reported. Most are renewed a month before they expire. */
const SOON_DAYS = 14;

interface PresentedCertificate {
  validTo: Date;
  /** The reason why a browser would reject the certificate; null if it is valid. */
  refused: string | null;
}

export async function checkCertificate({
  config: { publicUrl },
  now,
}: {
  config: Pick<Config, "publicUrl">;
  now(): Date;
}): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return [];
  const presented = await fetchCertificate(hostname, Number(port) || 443).catch((cause: Error) => cause);
  if (!(presented instanceof Error)) return checkPresented(presented, now());
  const what = `${publicUrl} is not responding: ${presented.message}`;
  return [
    {
      about: "PUBLIC_URL",
      what,
      remedy: "Check that the proxy is running and that the domain name points to this machine",
    },
  ];
}

function checkPresented({ validTo, refused }: PresentedCertificate, now: Date): Finding[] {
  const renew = "Renew the certificate at the proxy, and find out why it was not renewed automatically";
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY);
  return toFindings([
    [days < 0, "PUBLIC_URL", `the certificate of the shop expired on ${formatDate(validTo)}`, renew],
    [
      days >= 0 && refused !== null,
      "PUBLIC_URL",
      `browsers do not trust the certificate of the shop: ${refused}`,
      "Configure the proxy to send a certificate for this name, with all intermediate certificates",
    ],
    [
      days >= 0 && days < SOON_DAYS && refused === null,
      "PUBLIC_URL",
      `the certificate of the shop expires in ${days} days, on ${formatDate(validTo)}`,
      renew,
    ],
  ]);
}

const fetchCertificate = (host: string, port: number): Promise<PresentedCertificate> =>
  new Promise((resolve, reject) => {
    // Accept any certificate, because an expired certificate must be reported too.
    const socket = connect(
      { host, port, ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: false },
      () => {
        const { valid_to: validTo } = socket.getPeerCertificate() as Partial<PeerCertificate>;
        const refused = socket.authorized ? null : String(socket.authorizationError);
        socket.destroy();
        resolve({ validTo: new Date(validTo ?? Number.NaN), refused });
      },
    );
    socket.setTimeout(GIVES_UP_MS, () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
  });

const GIVES_UP_MS = 8 * SECOND;

const SWITCHING = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

/** The forged visitor address that `checkProxy` sends. It is reserved for documentation, so no visitor has it. */
const CLAIMED_ADDRESS = "203.0.113.99";

type ProxyConfig = Pick<Config, "publicUrl" | "host" | "port" | "trustedProxies">;

interface ReceivedRequest {
  ip: string;
  protocol: string;
  isForwarded: boolean;
  isFooled: boolean;
  sender: string;
}

interface Visit {
  /** The request as this process received it; null if it did not arrive. */
  arrived: ReceivedRequest | null;
  answer: string;
  takesSockets: boolean;
  plain: { status: number; location: string } | null;
}

/**
 * Checks that requests to PUBLIC_URL reach the shop's port, also as WebSockets and with the visitors' addresses.
 * Works only while the shop is not running, because the check itself listens on this port.
 */
export async function checkProxy({ config }: { config: ProxyConfig }, note: Note): Promise<Finding[]> {
  const { publicUrl, port, host } = config;
  note(
    `${publicUrl} ${publicUrl.startsWith("https:") ? `leads to port ${port} of this machine` : "has no proxy to check"}`,
  );
  if (!publicUrl.startsWith("https:")) return [];
  try {
    return checkVisit(config, await visitSelf(config));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    if (code === "EADDRINUSE") {
      note(`port ${port} is in use. If the shop itself uses it, run the checks in the open shop`);
      return [];
    }
    return [{ about: "PORT", what: describeListenError(code, port, host), remedy: "Set PORT and HOST" }];
  }
}

/** @throws the error of `listen`, for example EADDRINUSE */
async function visitSelf(config: ProxyConfig): Promise<Visit> {
  const secret = generateUuid();
  const standIn = createStandIn(config, secret);
  await standIn.app.listen({ host: config.host, port: config.port });
  try {
    const visit = await visitForged(new URL(`/healthz?${secret}`, config.publicUrl));
    if (standIn.seen.arrived) await visitAsSocket(new URL(`/socket.io/?${secret}`, config.publicUrl));
    return { ...standIn.seen, answer: visit, plain: await visitPlainly(config) };
  } finally {
    standIn.app.server.closeAllConnections();
    await standIn.app.close();
  }
}

/** Creates a server that listens instead of the shop during the check, and records only requests with the secret. */
function createStandIn(config: Pick<Config, "trustedProxies">, secret: string) {
  const observed: Pick<Visit, "arrived" | "takesSockets"> = { arrived: null, takesSockets: false };
  const app = Fastify({ trustProxy: trustProxy(config) });
  app.get("/healthz", async ({ raw, ip, protocol, headers, socket }) => {
    const chain = String(headers["x-forwarded-for"] ?? "").split(/ *, */);
    const request: ReceivedRequest = {
      ip,
      protocol,
      isForwarded: chain[0] !== "",
      // A correct proxy appends this machine's address to the forged one in X-Forwarded-For. If TRUST_PROXY lists this
      // machine, the check counts as a proxy, so the shop is right to use the forged address.
      isFooled:
        ip === CLAIMED_ADDRESS &&
        (chain.at(-1) === CLAIMED_ADDRESS || typeof config.trustedProxies === "number"),
      sender: socket.remoteAddress ?? "someone",
    };
    if (raw.url?.includes(secret)) observed.arrived = request;
    return "taruva";
  });
  app.server.on("upgrade", ({ url = "" }, socket) => {
    socket.on("error", () => {});
    if (!url.includes(secret)) return socket.destroy();
    observed.takesSockets = true;
    socket.end(SWITCHING, () => socket.destroy());
  });
  return { app, seen: observed };
}

const visitForged = (address: URL): Promise<string> =>
  visit(address, { "x-forwarded-for": CLAIMED_ADDRESS, "x-forwarded-proto": "http" }).then(
    ({ statusCode }) => `HTTP ${statusCode}`,
    (cause: Error) => cause.message,
  );

const visitAsSocket = (address: URL): Promise<unknown> =>
  visit(address, {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16).toString("base64"),
  }).catch(() => null);

/** Requests port 80 with plain http. Returns null if PUBLIC_URL contains a port, because port 80 is then not used. */
async function visitPlainly({ publicUrl }: Pick<Config, "publicUrl">): Promise<Visit["plain"]> {
  const { hostname, port } = new URL(publicUrl);
  if (port !== "") return null;
  return visit(new URL(`http://${hostname}/`), {}).then(
    ({ statusCode = 0, headers }) => ({ status: statusCode, location: headers.location ?? "" }),
    () => ({ status: 0, location: "" }),
  );
}

async function visit(address: URL, headers: http.OutgoingHttpHeaders): Promise<IncomingMessage> {
  const request =
    address.protocol === "https:"
      ? https.get(address, { headers, rejectUnauthorized: false, agent: false })
      : http.get(address, { headers, agent: false });
  request.setTimeout(GIVES_UP_MS, () => request.destroy(new Error("no answer")));
  request.once("upgrade", (response, socket) => {
    socket.destroy();
    request.emit("response", response);
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 101) await text(response);
  return response;
}

export function describeListenError(code: string | undefined, port: number, host: string): string {
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use by another program. Stop that program, or choose another port, for example PORT=${port + 1}.`;
  }
  if (code === "EACCES")
    return `This user may not listen on port ${port}. Choose a port above 1023, for example PORT=3000.`;
  return `"${host}" is not an address of this machine. Write for example HOST=127.0.0.1`;
}

function checkVisit(
  { publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">,
  { arrived, answer, takesSockets, plain }: Visit,
): Finding[] {
  if (arrived === null)
    return [
      {
        about: "PUBLIC_URL",
        what: `${publicUrl} does not lead to this shop: ${answer}`,
        remedy: `Configure the proxy to forward all requests to http://${host}:${port}`,
      },
    ];
  return toFindings([
    ...listForwarding(arrived),
    [
      !takesSockets,
      "proxy",
      "the proxy blocks WebSockets, so customers' pages do not update automatically",
      "Configure the proxy to forward Upgrade and Connection, see deploy/nginx",
    ],
    [
      plain !== null && (plain.status < 300 || plain.status > 399 || !plain.location.startsWith("https:")),
      "PUBLIC_URL",
      `visitors who type the address without https get ${plain?.status === 0 ? "no answer" : `HTTP ${plain?.status}, not https`}`,
      "Configure the proxy to redirect http to https with 301",
    ],
  ]);
}

const listForwarding = ({ ip, protocol, isForwarded, isFooled, sender }: ReceivedRequest): Condition[] => [
  [
    !isForwarded,
    "proxy",
    "the proxy does not send the visitor's address, so all visitors share one address and its rate limits",
    "Configure the proxy to send X-Forwarded-For and X-Forwarded-Proto, see deploy/nginx",
  ],
  [
    isFooled,
    "TRUST_PROXY",
    "visitors can fake their address and avoid all limits",
    "Configure the proxy to add the real address to X-Forwarded-For, and do not set a higher number of proxies than you have",
  ],
  [
    isForwarded && ip === sender,
    "TRUST_PROXY",
    `${sender} sends X-Forwarded-For but is not trusted, so all its visitors share one address and its rate limits`,
    "If this is your proxy, add it to TRUST_PROXY",
  ],
  [
    isForwarded && ip !== sender && protocol !== "https",
    "proxy",
    "the proxy does not report that visitors use https",
    "Configure the proxy to set X-Forwarded-Proto to its own scheme, see deploy/nginx",
  ],
];
