import type { IncomingHttpHeaders } from "node:http";
import { and, inArray, lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { AHEAD_OF_UTC_MS, toIsoDay } from "#contract/dates.ts";
import { DAY, HOUR } from "#contract/time.ts";
import type { VisitKey } from "#platform/cache/response-cache.ts";
import { type Context, defineService } from "#platform/context.ts";
import { splitIntoChunks } from "#platform/database/statement.ts";
import { createMemoryLimit, getAddressKey, type Limit } from "#platform/limits/rate-limit.ts";
import { listOrderPrefixes } from "#shop/brand/server/index.ts";
import { hasNoSearchMatch } from "#shop/catalogue/server/index.ts";
import type { PurchaseStep } from "../endpoints.ts";
import { visitCount } from "./tables.ts";

/*
 * This module counts visits in the memory of this process when a page is served or a browser reports a step. The counts
 * are added to the day's totals every minute and when the process stops, so a power failure loses at most one minute.
 * No cookie is used, no IP address is stored in the database, and visits of the same person are not linked.
 */

/** The limits for one IP address: pages, products and searches together, and steps that browsers report (T48). */
const VISIT_PAGE_LIMIT: Limit = { burst: 240, perMs: HOUR };
const VISIT_STEP_LIMIT: Limit = { burst: 30, perMs: HOUR };

const visits = defineService("visits", () => ({
  /** The counts that are not saved yet. A key contains the number of the day and a `VisitKey`. */
  unsaved: new Map<string, number>(),
  searched: new Set<string>(),
  /** The number of the day that `rare` and `frequent` belong to. */
  searchDay: 0,
  rare: new LRUCache<string, number>({ max: MAX_RARE }),
  /** The searches without results that were frequent enough to be counted today. */
  frequent: new Set<string>(),
  pages: createMemoryLimit(VISIT_PAGE_LIMIT),
  steps: createMemoryLimit(VISIT_STEP_LIMIT),
}));

export function countServed(
  context: Context,
  headers: IncomingHttpHeaders,
  visit: VisitKey,
  getIp: () => string,
): void {
  const isCounted = !visit.startsWith("page ") || headers.accept?.startsWith("text/html");
  if (!isCounted || !isPerson(headers) || isBeyondLimit(context, "pages", getIp())) return;
  if (visit.startsWith("search ")) recordSearch(context, visit.slice("search ".length));
  else count(context, visit);
  if (visit.startsWith("product ")) count(context, "step product");
  const source = visit.startsWith("page ") ? findSource(headers, context.config) : null;
  if (source !== null) count(context, `source ${source}`);
}

/** The websites that are counted by name. Others have a common name, so that a program cannot fill the table (T48). */
const SOURCES = ["Google", "Instagram", "Facebook", "WhatsApp", "YouTube", "Pinterest", "Bing", "Etsy"];

/** Returns the other website that linked to the page: `l.instagram.com` gives "Instagram". Null if there is none. */
function findSource({ referer = "" }: IncomingHttpHeaders, config: Context["config"]): string | null {
  const { publicUrl, deskUrl, razorpay, signIn } = config;
  const hostname = findHost(referer);
  // Visitors who come back from a payment or a login have no source.
  const ownUrls = [publicUrl, deskUrl, razorpay?.apiUrl, signIn?.issuer, signIn?.authorizeUrl];
  if (hostname === undefined || ownUrls.some((url) => url && findHost(url) === hostname)) return null;
  return SOURCES.find((name) => hostname.split(".").includes(name.toLowerCase())) ?? "Other websites";
}

const findHost = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, "");

export function countShownStep(context: Context, step: PurchaseStep, ip: string, userAgent?: string) {
  const isCounted = isPerson({ "user-agent": userAgent }) && !isBeyondLimit(context, "steps", ip);
  if (isCounted) count(context, `step ${step}`);
  return { success: true as const };
}

function isBeyondLimit(context: Context, limit: "pages" | "steps", ip: string): boolean {
  const key = getAddressKey("visits", ip, context.config);
  return key !== null && context.service(visits)[limit].use(key, context.now()) > 0;
}

/** False for bots (see `PROGRAMS`) and for pages that the browser prefetches. */
const isPerson = (headers: IncomingHttpHeaders): boolean =>
  headers["user-agent"]?.startsWith("Mozilla/") === true &&
  !PROGRAMS.test(headers["user-agent"]) &&
  headers["sec-purpose"] === undefined &&
  headers["purpose"] !== "prefetch";

/** Matches the user agents of bots and link previews. A bot that imitates a browser is counted as a person. */
const PROGRAMS =
  /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scan|fetch|facebookexternalhit|whatsapp/i;

function count(context: Context, visit: VisitKey, times = 1): void {
  const { unsaved } = context.service(visits);
  const key = `${getToday(context)} ${visit}`;
  unsaved.set(key, (unsaved.get(key) ?? 0) + times);
}

/** Returns the number of the current day in the shop's time zone, counted from 1 January 1970. */
const getToday = ({ now }: Context): number => Math.floor((now().getTime() + AHEAD_OF_UTC_MS) / DAY);

/** The maximum number of different searches that are remembered in a minute. */
const MAX_SEARCHED = 200;
/** Maximum number of different searches of a day in memory. A new search replaces the least recently used. */
const MAX_RARE = 500;

/**
 * A search is stored only if it occurs in this many different minutes of a day. A single person rarely repeats a search
 * so often.
 */
const FREQUENT_FROM = 3;

/** The maximum number of different searches counted in a day, so that a bot cannot fill the table (T48). */
const MAX_FREQUENT = 100;

/** The number of days after which searches and the views of single products are deleted. */
const DETAIL_DAYS = 90;

function recordSearch(context: Context, words: string): void {
  const { searched } = context.service(visits);
  if (searched.size < MAX_SEARCHED && !mayBePersonal(words, listOrderPrefixes(context))) searched.add(words);
}

const MAX_SEARCH_LENGTH = 40;

/** True if a search may contain personal data or is too long. `server/caches.ts` has omitted searches with `@`. */
function mayBePersonal(words: string, prefixes: readonly string[]): boolean {
  const digits = [...words.matchAll(DIGIT)].length;
  return (
    words.length > MAX_SEARCH_LENGTH || digits > 4 || MAILBOX.test(words) || hasOrderNumber(words, prefixes)
  );
}

const DIGIT = /\p{Nd}/gu;

const MAILBOX =
  /\b(com|net|org|co in|gmail|googlemail|yahoo|ymail|hotmail|outlook|live|icloud|rediffmail|proton\w*)\b/;

/** True if the words contain an order number such as `TRV-7K3M9Q`, even if incomplete or without its hyphen. */
const hasOrderNumber = (words: string, prefixes: readonly string[]): boolean =>
  prefixes.some((letters) =>
    new RegExp(String.raw`\b${letters.toLowerCase()}( [a-z0-9]|[a-z0-9]{6}\b)`).test(words),
  );

function countSearches(context: Context): void {
  const state = context.service(visits);
  const { searched, rare, frequent } = state;
  if (state.searchDay !== getToday(context)) {
    state.searchDay = getToday(context);
    rare.clear();
    frequent.clear();
  }
  for (const words of searched) {
    if (!hasNoSearchMatch(context, words)) continue;
    const minutes = (rare.get(words) ?? 0) + 1;
    rare.set(words, minutes);
    if (minutes < FREQUENT_FROM || (frequent.size >= MAX_FREQUENT && !frequent.has(words))) continue;
    frequent.add(words);
    count(context, `search ${words}`, minutes === FREQUENT_FROM ? FREQUENT_FROM : 1);
  }
  searched.clear();
}

export async function saveVisits(context: Context): Promise<void> {
  countSearches(context);
  const { unsaved } = context.service(visits);
  // Sort the rows: concurrent processes then lock them in the same order and do not deadlock.
  const snapshot = [...unsaved].toSorted(([first], [other]) => (first < other ? -1 : 1));
  unsaved.clear();
  let written = 0;
  try {
    for (const chunk of splitIntoChunks(snapshot)) {
      await addToTotals(context, chunk);
      written += chunk.length;
    }
  } catch (cause) {
    for (const [key, times] of snapshot.slice(written)) unsaved.set(key, (unsaved.get(key) ?? 0) + times);
    throw cause;
  }
}

async function addToTotals(context: Context, counts: readonly (readonly [string, number])[]) {
  const rows = counts.map(([key, count]) => {
    const [day, kind, ...name] = key.split(" ");
    return {
      day: new Date(Number(day) * DAY).toISOString().slice(0, "2026-11-20".length),
      kind: kind as (typeof visitCount.$inferInsert)["kind"],
      name: name.join(" "),
      count,
    };
  });
  await context.db
    .insert(visitCount)
    .values(rows)
    .onConflictDoUpdate({
      target: [visitCount.day, visitCount.kind, visitCount.name],
      set: { count: sql`${visitCount.count} + excluded.count` },
    });
}

export const deleteOldDetails = ({ db, now }: Context) =>
  db
    .delete(visitCount)
    .where(
      and(
        inArray(visitCount.kind, ["search", "product"]),
        lt(visitCount.day, toIsoDay(new Date(now().getTime() - DETAIL_DAYS * DAY))),
      ),
    );
