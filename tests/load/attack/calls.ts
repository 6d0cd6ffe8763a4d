import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** One request as an attacker writes it: the path is sent as it stands here, nothing is tidied up. */
export interface Attack {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** A text as it is; anything else as JSON. */
  body?: unknown;
  /** The visitor's network address, as a proxy would send it. */
  from?: string;
  token?: string;
}

export interface Hit {
  /** 0: no answer at all. */
  status: number;
  ms: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const TIMEOUT_MS = 30_000;

const agent = new Agent({ keepAlive: true });

export function sendHit(shopUrl: string, { method, path, headers, body, from, token }: Attack): Promise<Hit> {
  const { hostname, port } = new URL(shopUrl);
  const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const began = performance.now();
  const unanswered = (): Hit => ({ status: 0, ms: performance.now() - began, headers: {}, text: "" });
  return new Promise((resolve) => {
    const requested = request({
      agent,
      host: hostname,
      port,
      path,
      method: method ?? (body === undefined ? "GET" : "POST"),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(payload !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(payload)),
        }),
        ...(from !== undefined && { "x-forwarded-for": from }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    requested.once("error", () => resolve(unanswered()));
    requested.once("response", (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", () => resolve(unanswered()));
      answer.once("end", () => {
        const { statusCode: status = 0, headers: sent } = answer;
        resolve({
          status,
          ms: performance.now() - began,
          headers: sent,
          text: Buffer.concat(parts).toString(),
        });
      });
    });
    requested.end(payload);
  });
}

/** All of them, at most `atOnce` at a time, in the order of the list. */
export async function sendVolley<Item, Outcome>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, place: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [place, item] of waiting) outcomes[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return outcomes;
}

export const repeatTimes = <Item>(count: number, make: (place: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** One of the addresses of a network that is no one's. */
export const createStrangerAddress = (place: number): string =>
  `203.0.${113 + Math.floor(place / 250)}.${1 + (place % 250)}`;

/** `200 × 12, 429 × 988`. */
export const formatCounts = (hits: readonly { status: number }[]): string =>
  Object.entries(Object.groupBy(hits, ({ status }) => status))
    .map(([status, some]) => `${status === "0" ? "no answer" : status} × ${some?.length}`)
    .join(", ");

export const calculatePercentile = (milliseconds: readonly number[], share: number): number => {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
};
