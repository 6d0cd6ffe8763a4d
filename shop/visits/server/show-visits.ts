import { and, asc, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { toIsoDay, toMidnight } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { defineCommand, UsageError } from "#platform/operator/command.ts";
import { toTable } from "#platform/operator/result-table.ts";
import { findProductRecords } from "#shop/catalogue/server/index.ts";
import { countOrdersByDay, listSold } from "#shop/orders/server/index.ts";
import { saveVisits } from "./count-visits.ts";
import { visitCount } from "./tables.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import { visitsShow } from "../command-results.ts";

const USUAL_DAYS = 30;
const MAX_DAYS = 731;
const MAX_LISTED = 10;
const MAX_SEARCHES = 100;
/** The number of searches read. It is larger than `MAX_SEARCHES`, because `omitPrefixes` removes some. */
const MAX_SEARCHES_READ = 500;

type Visits = ReturnedData<typeof visitsShow>;
type Search = Visits["searches"][number];

const views = ["day", "page", "search"] as const;

const counted = ["pages", "product", "bag", "checkout", "ordered", "paid"] as const;

export const showVisitsCommand = defineCommand({
  ...visitsShow,
  summary: "Shows the numbers of page views, bags, checkouts and paid orders, and searches without results.",
  args: [],
  options: {
    since: { summary: `from this day on; by default the last ${USUAL_DAYS} days`, kind: "day" },
    by: {
      summary: "what the rows of the table show: days, pages or searches; by default days",
      choices: views,
    },
  },
  reads: true,
  examples: ["visits", "visits --since 2026-11-01 --by page", "visits --by search --json"],
  async run(context, { options: { since, by = "day" } }) {
    const visits = await readVisits(context, since);
    const { total } = visits;
    return {
      facts: {
        Days: `${visits.since} to ${visits.until}`,
        "Pages opened": total.pages,
        "Products viewed": total.product,
        "Bags viewed": total.bag,
        Checkouts: total.checkout,
        "Orders placed": total.ordered,
        "Orders paid": total.paid,
      },
      ...createTable(visits, by),
      message: total.pages + total.product === 0 ? "No visits yet. The numbers are up to a minute old." : "",
      data: visits,
    };
  },
});

function createTable({ days, pages, searches }: Visits, grouping: string) {
  if (grouping === "page") return toTable(pages, ["page", "count"], { count: "Opened" });
  if (grouping === "search")
    return toTable(searches, ["words", "count"], { words: "Found nothing", count: "Minutes" });
  const headings = { product: "Products", bag: "Bags", checkout: "Checkouts", paid: "Paid" };
  return toTable(days, ["day", ...counted], headings);
}

async function readVisits(context: Context, periodText: string | undefined): Promise<Visits> {
  await saveVisits(context);
  const today = toMidnight(toIsoDay(context.now()));
  const from =
    periodText === undefined ? new Date(today.getTime() - (USUAL_DAYS - 1) * DAY) : toMidnight(periodText);
  const length = Math.round((today.getTime() - from.getTime()) / DAY) + 1;
  if (length < 1) throw new UsageError(`${periodText ?? ""} is in the future. Choose an earlier day.`);
  if (length > MAX_DAYS)
    throw new UsageError(
      `At most two years can be shown. Choose a first day on or after ${toIsoDay(new Date(today.getTime() - (MAX_DAYS - 1) * DAY))}.`,
    );
  const [firstDay, lastDay] = [toIsoDay(from), toIsoDay(today)];
  const fromBefore = new Date(from.getTime() - length * DAY);
  const rows = await context.db
    .select()
    .from(visitCount)
    .where(and(gte(visitCount.day, toIsoDay(fromBefore)), inArray(visitCount.kind, ["page", "step"])));
  const orders = new Map((await countOrdersByDay(context.db, fromBefore)).map((each) => [each.day, each]));
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const allDays = Array.from({ length: 2 * length }, (_, at) =>
    toIsoDay(new Date(today.getTime() - at * DAY)),
  ).map((day) => {
    const ofDay = byDay.get(day) ?? [];
    const readStep = (step: string) =>
      ofDay.find(({ kind, name }) => kind === "step" && name === step)?.count ?? 0;
    const { placed = 0, paid = 0 } = orders.get(day) ?? {};
    const pages = sum(ofDay.filter(({ kind }) => kind === "page").map(({ count }) => count));
    return {
      day,
      pages,
      product: readStep("product"),
      bag: readStep("bag"),
      checkout: readStep("checkout"),
      ordered: placed,
      paid,
    };
  });
  const days = allDays.slice(0, length);
  return {
    since: firstDay,
    until: lastDay,
    total: sumDays(days),
    before: sumDays(allDays.slice(length)),
    days,
    pages: sumByPage(rows.filter(({ kind, day }) => kind === "page" && day >= firstDay)),
    products: await readProducts(context, from),
    sources: (await readMostCounted(context, "source", firstDay, MAX_LISTED)).map(
      ({ words: source, count }) => ({ source, count }),
    ),
    searches: omitPrefixes(await readMostCounted(context, "search", firstDay, MAX_SEARCHES_READ)),
  };
}

const sumDays = (days: readonly Visits["total"][]): Visits["total"] =>
  Object.fromEntries(counted.map((what) => [what, sum(days.map((each) => each[what]))])) as Visits["total"];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const sumByPage = (rows: readonly { name: string; count: number }[]): Visits["pages"] =>
  [...Map.groupBy(rows, ({ name }) => name)]
    .map(([page, days]) => ({ page, count: sum(days.map(({ count }) => count)) }))
    .toSorted((first, other) => other.count - first.count || first.page.localeCompare(other.page));

/** Adds the counts in the database, because there may be many rows. */
function readMostCounted(
  { db }: Context,
  kind: "product" | "source" | "search",
  firstDay: string,
  most: number,
): Promise<Search[]> {
  const total = sql<number>`sum(${visitCount.count})`.mapWith(Number);
  return db
    .select({ words: visitCount.name, count: total })
    .from(visitCount)
    .where(and(gte(visitCount.day, firstDay), eq(visitCount.kind, kind)))
    .groupBy(visitCount.name)
    .orderBy(desc(total), asc(visitCount.name))
    .limit(most);
}

async function readProducts(context: Context, from: Date): Promise<Visits["products"]> {
  const viewed = await readMostCounted(context, "product", toIsoDay(from), MAX_LISTED);
  const ids = viewed.map(({ words }) => words);
  const records = await findProductRecords(context.db, ids);
  const sold = new Map((await listSold(context.db, { from })).map((each) => [each.productId, each.pieces]));
  return viewed.map(({ words: productId, count }) => ({
    productId,
    title: records.get(productId)?.title ?? productId,
    views: count,
    pieces: sold.get(productId) ?? 0,
  }));
}

/** Removes incomplete searches. The shop searches while a visitor types, so `zeb` is counted on the way to `zebra`. */
function omitPrefixes(searches: readonly Search[]): Search[] {
  const inOrder = searches.map(({ words }) => words).toSorted((first, other) => (first < other ? -1 : 1));
  const beginnings = new Set(inOrder.filter((searchText, at) => inOrder[at + 1]?.startsWith(searchText)));
  return searches.filter(({ words }) => !beginnings.has(words)).slice(0, MAX_SEARCHES);
}
