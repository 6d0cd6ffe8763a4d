import { eq, lte, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import { rateLimit } from "../database/tables.ts";
import type ipaddr from "ipaddr.js";
import type { Config } from "../config/config.ts";
import { parseAddress } from "../http/proxies.ts";
import { refuse } from "../http/refuse.ts";
import { LRUCache } from "lru-cache";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "../context.ts";
import { createTooManyRefusal } from "../http/envelope.ts";

/** Allows `burst` uses at once. Then, one more use becomes available every `perMs / burst` ms, rounded down. */
export interface Limit {
  burst: number;
  perMs: number;
}

/**
 * Returns whole milliseconds. With fractions, the rounding errors of all uses would add up, and the last use of the
 * burst could be refused.
 */
const getMsPerUse = ({ burst, perMs }: Limit): number => Math.max(1, Math.floor(perMs / burst));

export interface LimitAnswer {
  allowed: boolean;
  /** The time in ms until the next use is allowed; 0 if this use was allowed. */
  retryAfterMs: number;
}

/**
 * `full_at` is the time at which all uses are available again. `$1`: key, `$2`: now, `$3`: seconds that one use adds to
 * `full_at`, `$4`: the latest `full_at` with which the use is allowed. A stored `full_at` that is too late, because the
 * clock was ahead, is lowered to `$4` plus `$3`.
 */
const countUse = defineStatement<[string, Date, number, Date], { allowed: boolean; full_at: Date }>(`
  insert into rate_limit (key, full_at, allowed)
    values ($1, $2::timestamptz + make_interval(secs => $3::double precision), true)
    on conflict (key) do update set
      allowed = rate_limit.full_at <= $4::timestamptz,
      full_at = case when rate_limit.full_at <= $4
        then greatest(rate_limit.full_at, $2) + make_interval(secs => $3)
        else least(rate_limit.full_at, $4 + make_interval(secs => $3)) end
    returning allowed, full_at`);

/** Counts one use of `key`, for example `login:account:<id>`, if the limit allows it (generic cell rate algorithm). */
export async function consumeLimit(db: Db | Tx, key: string, limit: Limit, now: Date): Promise<LimitAnswer> {
  const oneMs = getMsPerUse(limit);
  const latest = new Date(now.getTime() + (limit.burst - 1) * oneMs);
  const [row] = await countUse(db, key, now, oneMs / 1_000, latest);
  if (!row || row.allowed) return { allowed: true, retryAfterMs: 0 };
  return { allowed: false, retryAfterMs: Math.max(1, row.full_at.getTime() - latest.getTime()) };
}

export async function refuseTooMany(
  { db, now }: { db: Db | Tx; now: () => Date },
  ...limits: (readonly [key: string | null, limit: Limit])[]
) {
  for (const [key, limit] of limits) {
    if (key === null) continue;
    const { allowed, retryAfterMs } = await consumeLimit(db, key, limit, now());
    if (!allowed) return refuse("too_many", { retryAfterMs });
  }
  return null;
}

/** Removes one counted use, for example after a successful login, because only failures should count. */
export async function undoConsume(db: Db, key: string, limit: Limit): Promise<void> {
  const seconds = getMsPerUse(limit) / 1_000;
  await db
    .update(rateLimit)
    .set({ fullAt: sql`${rateLimit.fullAt} - make_interval(secs => ${seconds}::double precision)` })
    .where(eq(rateLimit.key, key));
}

export async function deleteLimit(db: Db, key: string): Promise<void> {
  await db.delete(rateLimit).where(eq(rateLimit.key, key));
}

/** Deletes keys with all uses available again, because they are equivalent to missing keys. */
export async function deleteFullLimits(db: Db, now: Date): Promise<void> {
  await db.delete(rateLimit).where(lte(rateLimit.fullAt, now));
}

/**
 * Returns one key for an IPv4 address or an IPv6 network, which is a /64 with the default of four groups. Returns null
 * for a loopback address, unless `limitLoopback` is set (security §10).
 */
export function getAddressKey(
  limit: string,
  ip: string | undefined,
  config: Pick<Config, "limitLoopback">,
  ipv6Groups = 4,
): string | null {
  const address = parseAddress(ip);
  if (!config.limitLoopback && address?.range() === "loopback") return null;
  const countedAddress =
    address && "parts" in address ? toNetwork(address, ipv6Groups) : (address ?? ip ?? "unknown");
  return `${limit}:address:${countedAddress.toString()}`;
}

/** Returns one key for an IPv4 address or an IPv6 /48, because anyone can rent a /48, which has 65,536 /64 networks. */
export const getNetworkKey = (limit: string, ip: string, config: Pick<Config, "limitLoopback">) =>
  getAddressKey(limit, ip, config, 3);

/** Many customers of a mobile network share one /48, so the limit of a /48 is this many times that of one address. */
const NETWORK_FACTOR = 10;

/**
 * The limits for visitors who are not logged in: `each` for one address, and ten times as much for all addresses of an
 * IPv6 /48 network. The list is empty for a loopback address if loopback addresses have no limit.
 */
export function limitVisitors(
  name: string,
  ip: string,
  config: Pick<Config, "limitLoopback">,
  each: Limit,
): (readonly [key: string, limit: Limit])[] {
  const [address, network] = [getAddressKey(name, ip, config), getNetworkKey(name, ip, config)];
  if (address === null || network === null) return [];
  const ofAddress = [address, each] as const;
  return network === address
    ? [ofAddress]
    : [ofAddress, [network, { ...each, burst: each.burst * NETWORK_FACTOR }]];
}

/** Shortens an IP address: `203.0.113.x`. Visitors recognise their network, but it identifies no single machine. */
export function toRoughAddress(ip: string | undefined): string {
  const address = parseAddress(ip);
  return address && "parts" in address
    ? `${toNetwork(address, 3)}::`
    : (address ?? ip ?? "unknown").toString().replace(/\d+$/, "x");
}

const toNetwork = ({ parts }: ipaddr.IPv6, count: number): string =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");

const MAX_KEYS = 10_000;

export function createMemoryLimit(limit: Limit) {
  const oneMs = getMsPerUse(limit);
  const burstMs = limit.burst * oneMs;
  const fullAt = new LRUCache<string, number>({ max: MAX_KEYS });
  return {
    /** Counts this use and returns 0 if the limit allows it. Otherwise returns the ms until the next use is allowed. */
    use(key: string, now: Date): number {
      const time = now.getTime();
      // Limit the stored time, because the clock may have been ahead.
      const full = Math.min(Math.max(fullAt.peek(key) ?? 0, time), time + burstMs);
      const retryAfterMs = Math.max(0, full + oneMs - (time + burstMs));
      fullAt.set(key, retryAfterMs > 0 ? full : full + oneMs);
      return retryAfterMs;
    },
  };
}

/** The limit for all calls and posted forms from one IP address (security §10). */
export const getCallLimit = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 600 : 1_200,
  perMs: MINUTE,
});

/** Limits API calls and posted forms, except cached responses. Each process counts separately (decision 019). */
export function limitCalls(app: FastifyInstance, { config, now }: Pick<Context, "config" | "now">): void {
  const limit = createMemoryLimit(getCallLimit(config.profile));
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions } = request;
    // Compare the path of the route, not of the URL, because the URL `/%61pi/cart` leads to the route `/api/cart`.
    const isCounted = method === "POST" || CALL_PATH.test(routeOptions.url ?? "");
    const key = isCounted ? getAddressKey("calls", request.ip, config) : null;
    const retryAfterMs = key === null ? 0 : limit.use(key, now());
    if (retryAfterMs > 0) done(createTooManyRefusal(retryAfterMs));
    else done();
  });
}

const CALL_PATH = /^\/(api|addresses)\//;

/** The limit for pages that are rendered for one IP address. Cached pages do not count. */
export const getPageLimit = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 240 : 480,
  perMs: MINUTE,
});

/** The limit for pages behind signed links from one IP address. A person opens only a few. */
export const LINK_LIMIT: Limit = { burst: 60, perMs: MINUTE };

export function createPageLimit(
  config: Pick<Config, "profile" | "limitLoopback">,
  now: () => Date,
  each: Limit = getPageLimit(config.profile),
): (request: Pick<FastifyRequest, "ip">) => void {
  const limit = createMemoryLimit(each);
  return ({ ip }) => {
    const key = getAddressKey("pages", ip, config);
    const retryAfterMs = key === null ? 0 : limit.use(key, now());
    if (retryAfterMs > 0) throw createTooManyRefusal(retryAfterMs);
  };
}
