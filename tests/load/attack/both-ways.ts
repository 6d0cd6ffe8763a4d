import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { parseCommandName } from "#contract/command-data.ts";
import { SECOND } from "#contract/time.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { readOperatorAddress } from "#platform/operator/operator-address.ts";
import { sendCommand } from "#platform/operator/operator-client.ts";
import type { OperatorReply, TypedCommand } from "#platform/operator/protocol.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { IDLE_HEADER } from "../../../desk/calls.ts";
import { findNginx, type ShippedNginx, startShippedNginx } from "../../support/nginx.ts";
import { makePasskey, signWithPasskey } from "../../support/passkey.ts";
import { findFreePort } from "../../support/processes.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { sendHit } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import type { Figure, ScenarioRun } from "../scenario.ts";
import { type Responsiveness, watchResponsiveness } from "../watch.ts";

const ATTACKER = "127.0.0.2";
const REPORTED_ATTACKER = "203.0.113.66";

export const DESK = "https://desk.shop.example";

export interface ShopRoute {
  name: string;
  url: string;
  nginx: ShippedNginx | null;
  open(): Socket;
  /** Signs in an operator: directly at the socket, or behind nginx at the desk. Returns a function to run commands. */
  signIn(role: OperatorRole): Promise<RunCommand>;
}

/** Runs a command such as `orders refund`. The command is already confirmed unless `typed` says otherwise. */
export type RunCommand = (name: string, typed?: Partial<TypedCommand>) => Promise<OperatorReply>;

/**
 * Runs an attack directly on a shop and, if nginx is installed, on another shop behind nginx. To save time, a short run
 * on both databases attacks PGlite only directly, and PostgreSQL only through nginx.
 */
export async function runBothWays(
  run: ScenarioRun,
  attack: (shop: Shop, way: ShopRoute) => Promise<Figure[]>,
): Promise<Figure[]> {
  const attackVia = async (shop: Shop, way: ShopRoute): Promise<Figure[]> =>
    (await attack(shop, way)).map((figure) => ({ ...figure, what: `${way.name}: ${figure.what}` }));
  const openTcp = (port: number): Socket => connect({ port, host: "127.0.0.1", localAddress: ATTACKER });
  const program = findNginx();
  const isShared = run.isShort && run.hasTwoEngines && program !== undefined;
  const isDirect = !isShared || run.engine === "embedded";
  const direct = isDirect
    ? await runInShop(run, {}, (shop) => {
        const open = () => openTcp(Number(new URL(shop.url).port));
        const signIn = async (role: OperatorRole) => createOperator(shop, role);
        return attackVia(shop, { name: "directly", url: shop.url, nginx: null, open, signIn });
      })
    : [];
  if (program === undefined) run.say("Through nginx: not run, because nginx is not installed.");
  if (program === undefined || (isShared && isDirect)) return direct;
  const [http, https, desk] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const url = `https://localhost:${https}`;
  const open = () =>
    connectTls({ socket: openTcp(https), servername: "localhost", rejectUnauthorized: false });
  const signIn = (shop: Shop) => (role: OperatorRole) => joinDesk(shop, url, role);
  const proxied = await runInShop(run, { PUBLIC_URL: url, DESK_URL: DESK }, async (shop) => {
    await shop.serveDesk(desk);
    const ports = { http, https, shop: [Number(new URL(shop.url).port)], desk, name: "localhost" };
    const nginx = await startShippedNginx(program, ports);
    try {
      return await attackVia(shop, { name: "through nginx", url, nginx, open, signIn: signIn(shop) });
    } finally {
      await nginx.stop();
    }
  });
  return [...direct, ...proxied];
}

const toCommand = (name: string, typed: Partial<TypedCommand> = {}) => ({
  args: {},
  confirmed: true,
  ...typed,
  ...parseCommandName(name, typed.options),
});

const createOperator =
  (shop: Shop, role: OperatorRole): RunCommand =>
  async (name, typed) => {
    const sender = { folder: "/", osUser: "attack", role };
    const command = { ...sender, ...toCommand(name, typed) };
    return requireKnown(name, await sendCommand(readOperatorAddress(shop.dataDir), command, () => {}));
  };

/** Throws if the shop does not know the command or an option, because the attack would then test nothing. */
function requireKnown(name: string, reply: OperatorReply): OperatorReply {
  if (reply.outcome === "unknown") throw new Error(`${name}: ${reply.message}`);
  return reply;
}

async function joinDesk(shop: Shop, deskUrl: string, role: OperatorRole): Promise<RunCommand> {
  let cookie = "";
  const ask = async (path: string, body: object): Promise<string> => {
    const headers = { host: new URL(DESK).host, origin: DESK, cookie, [IDLE_HEADER]: "0" };
    const { status, text, headers: received } = await sendHit(deskUrl, { path, body, headers });
    if (status === 429) {
      await sleep(SECOND);
      return ask(path, body);
    }
    if (status !== 200) throw new Error(`POST ${path} at the desk: ${status} ${text}`);
    cookie = received["set-cookie"]?.[0]?.split(";")[0] ?? cookie;
    return text;
  };
  const invited = await createOperator(shop, "owner")("people", {
    args: { name: role },
    options: { invite: "on", role },
  });
  const [, invitation = ""] = /\/join#([\w-]+)/.exec(JSON.stringify(invited)) ?? [];
  const begun = JSON.parse(await ask("/api/join/begin", { invitation })) as {
    options: Parameters<typeof makePasskey>[0];
  };
  const { passkey, response } = makePasskey(begun.options, DESK);
  await ask("/api/join", { invitation, device: "Phone", browser: "Chrome", response });
  const prove = async () => {
    const challenge = JSON.parse(await ask("/api/prove/begin", {})) as { challenge: string };
    await ask("/api/prove", { response: signWithPasskey(passkey, challenge, DESK) });
  };
  let proving: Promise<void> | null = null;
  const run: RunCommand = async (name, typed) => {
    const lines = (await ask("/api/run", { task: crypto.randomUUID(), ...toCommand(name, typed) })).trim();
    const reply = JSON.parse(lines.split("\n").at(-1) ?? "") as OperatorReply;
    if (reply.outcome !== "passkey") return requireKnown(name, reply);
    await (proving ??= prove().finally(() => (proving = null)));
    return run(name, typed);
  };
  return run;
}

/** Returns the request line and the headers of an attacker's request, as text for a raw connection. */
export const writeHead = (way: ShopRoute, line: string, headers: Record<string, string>): string => {
  const { host, origin } = new URL(way.url);
  const all = { Host: host, Origin: origin, "X-Forwarded-For": REPORTED_ATTACKER, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, "", ""].join("\r\n");
};

/**
 * Opens a websocket as the attacker. `onOpen` is called once the server has accepted it. Waits until the websocket is
 * closed or `signal` aborts. Returns true if the server closed it.
 */
export async function holdWebsocket(
  way: ShopRoute,
  signal: AbortSignal,
  onOpen: (socket: Socket) => void,
): Promise<boolean> {
  const socket = way.open();
  const close = () => socket.destroy();
  signal.addEventListener("abort", close, { once: true });
  socket.on("error", () => {});
  let isOpen = false;
  socket.once("data", (answer: Buffer) => {
    isOpen = answer.toString("latin1").startsWith("HTTP/1.1 101");
    if (isOpen) onOpen(socket);
    else socket.destroy();
  });
  socket.write(
    writeHead(way, "GET /socket.io/?EIO=4&transport=websocket", {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }),
  );
  await new Promise((resolve) => socket.once("close", resolve));
  signal.removeEventListener("abort", close);
  return isOpen && !signal.aborted;
}

interface Posting {
  token: string;
  method?: string;
  isHostile: boolean;
}

/** Sends a JSON body on a new connection. Returns the status; 0 if the connection failed. */
export async function post(
  way: ShopRoute,
  path: string,
  body: string,
  { token, method = "POST", isHostile }: Posting,
): Promise<number> {
  const { origin } = new URL(way.url);
  const attacker = isHostile && { localAddress: ATTACKER, from: REPORTED_ATTACKER };
  const hit = await sendHit(way.url, {
    method,
    path,
    body,
    token,
    isNew: true,
    headers: { origin },
    ...attacker,
  });
  return hit.status;
}

export async function watchOthers({ url }: ShopRoute, ms: number): Promise<Responsiveness[]> {
  const stopWatching = watchResponsiveness(["/", listProducts.path, "/healthz"].map((path) => url + path));
  await sleep(ms);
  return stopWatching();
}
