import { expect, test } from "vitest";
import { DAY, MINUTE, SECOND } from "#contract/time.ts";
import type { VisitKey } from "#platform/cache/response-cache.ts";
import { type Context, createContext } from "#platform/context.ts";
import { buy, buyPaid, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { refreshCatalogue } from "#shop/catalogue/server/index.ts";
import { countServed, countShownStep, saveVisits } from "./count-visits.ts";
import { showVisitsCommand } from "./show-visits.ts";
import { visitCount } from "./tables.ts";

setUpShop({ goods: [{ id: "bowl", title: "Acacia Bowl", price: 249_900, onHand: 9 }] });

const CHROME =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36";
const browser = { "user-agent": CHROME, accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const home: VisitKey = "page home";

async function openProcess(): Promise<Context> {
  const { config, log, database, clock, outbox } = testShop.context;
  const ownConfig = { ...config, limitLoopback: true };
  const process = createContext({ config: ownConfig, log, database, now: clock.now, outbox });
  await refreshCatalogue(process);
  return process;
}

let visitors = 0;

/** Opens a page, each time from another IP address. */
const open = (process: Context, visit: VisitKey, times = 1, headers: object = browser) => {
  for (let time = 0; time < times; time++) {
    const visitor = visitors++;
    countServed(process, { ...headers }, visit, () => `198.18.${visitor >> 8}.${visitor & 255}`);
  }
};

async function search(process: Context, words: string, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    open(process, `search ${words}`, 2, { "user-agent": CHROME, accept: "application/json" });
    testShop.context.clock.advance(MINUTE);
    await saveVisits(process);
  }
}

/** Returns a context that calls `previous` before each write to the database. */
const writeAfter = (process: Context, previous: () => Promise<void>): Context =>
  Object.assign(Object.create(process) as Context, {
    db: {
      insert: (table: typeof visitCount) => ({
        values: (rows: (typeof visitCount.$inferInsert)[]) => ({
          onConflictDoUpdate: async (how: never) => {
            await previous();
            await process.db.insert(table).values(rows).onConflictDoUpdate(how);
          },
        }),
      }),
    } as unknown as Context["db"],
  });

const readRows = async () =>
  (await testShop.context.db.select().from(visitCount))
    .map(({ day, kind, name, count }) => `${day} ${kind} ${name} ${count}`)
    .toSorted();

const show = (process: Context, options: Record<string, string>) =>
  showVisitsCommand.run(process, { args: {}, options, folder: "/" });

test("two processes count visits in memory and add them up in the database", async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  open(one, home, 3);
  open(one, "page product", 2);
  open(other, home, 4);
  expect(await readRows()).toEqual([]);
  await Promise.all([saveVisits(one), saveVisits(other)]);
  open(one, home);
  await Promise.all([saveVisits(one), saveVisits(other)]);
  expect(await readRows()).toEqual(["2026-11-20 page home 8", "2026-11-20 page product 2"]);
});

test("a visit from another website is counted under the website's name, or as 'Other websites' if the name is not listed (T48)", async () => {
  const process = await openProcess();
  const from = (referer: string) => open(process, home, 1, { ...browser, referer });
  for (const host of ["www.google.co.in", "l.instagram.com", "wood.example", "pots.example"])
    from(`https://${host}/`);
  for (const referer of [`${process.config.publicUrl}/products`, "no address"]) from(referer);
  await saveVisits(process);
  expect(await readRows()).toEqual([
    "2026-11-20 page home 6",
    "2026-11-20 source Google 1",
    "2026-11-20 source Instagram 1",
    "2026-11-20 source Other websites 2",
  ]);
  const { sources } = (await show(process, {})).data as { sources: { source: string }[] };
  expect(sources[0]).toEqual({ source: "Other websites", count: 2 });
});

test("a visit that comes back from the payment, the login, the desk or another address of the shop has no source", async () => {
  const { context } = testShop;
  const { config, log, database, clock, outbox } = context;
  const razorpay = {
    keyId: "",
    keySecret: "",
    webhookSecrets: [],
    testMode: true,
    apiUrl: "https://api.pay.example",
  };
  const signIn = {
    name: "Google",
    issuer: "https://accounts.google.com",
    clientId: "shop",
    jwksUrl: "",
    authorizeUrl: "https://login.example/authorize",
  };
  const own = {
    ...config,
    publicUrl: "https://pots.example",
    deskUrl: "https://desk.pots.example",
    razorpay,
    signIn,
  };
  const process = createContext({ config: own, log, database, now: clock.now, outbox });
  for (const referer of [
    "https://api.pay.example/",
    "https://accounts.google.com/",
    "https://login.example/authorize",
    "https://desk.pots.example/home",
    "https://www.pots.example/products",
    "https://www.google.com/",
  ])
    open(process, home, 1, { ...browser, referer });
  await saveVisits(process);
  expect(await readRows()).toEqual(["2026-11-20 page home 6", "2026-11-20 source Google 1"]);
});

test("a failed save of visits loses no visit, even after midnight and after a later save", async () => {
  const { clock } = testShop.context;
  const process = await openProcess();
  clock.set(new Date("2026-11-20T18:29:59.000Z"));
  open(process, home, 2);
  const { promise: failed, reject: fail } = Promise.withResolvers<void>();
  const saving = saveVisits(writeAfter(process, () => failed));
  clock.advance(SECOND);
  await saveVisits(process);
  fail(new Error("away"));
  await expect(saving).rejects.toThrow("away");
  await saveVisits(process);
  expect(await readRows()).toEqual(["2026-11-20 page home 2"]);
});

test("robots, previews, scripts, prefetches and API requests are not counted as visits", async () => {
  const process = await openProcess();
  for (const headers of [
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { "user-agent": "WhatsApp/2.23.20.0" },
    { "user-agent": "curl/8.5.0" },
    { "user-agent": undefined },
    { "sec-purpose": "prefetch;prerender" },
    { accept: "application/json" },
  ])
    open(process, home, 3, { ...browser, ...headers });
  await saveVisits(process);
  expect(await readRows()).toEqual([]);
});

test("a search without results is stored if it was made in three different minutes, and never with personal data (T48)", async () => {
  const process = await openProcess();
  await search(process, "zebra print", 2);
  expect(await readRows()).toEqual([]);
  await search(process, "zebra print", 2);
  for (const words of [
    "asha example com",
    "asha gmail",
    "98765 43210",
    "फोन ९८७६५ ४३२१०",
    "395002",
    "trv 7k3",
    "my order trv 7k3m9q",
    "order trv7k3m9q please",
    "asha patel of the fourth house behind the old bank",
  ])
    await search(process, words, 4);
  // This search has results, so it is not counted.
  await search(process, "acacia", 4);
  expect(await readRows()).toEqual(["2026-11-20 search zebra print 4"]);
});

test("searches invented by a program do not fill memory or database (T48)", async () => {
  const process = await openProcess();
  const repeat = async (batch: string) => {
    for (let minute = 0; minute < 4; minute++) {
      for (let word = 0; word < 200; word++) open(process, `search zq${batch} ${word}`);
      testShop.context.clock.advance(MINUTE);
      await saveVisits(process);
    }
  };
  for (const batch of ["a", "b", "c"]) await repeat(batch);
  const rows = await readRows();
  expect(rows).toHaveLength(100);
  // The first batch filled the limit of 100 searches a day, so only its searches were counted.
  expect(rows.filter((row) => !/ search zqa \d+ 4$/.test(row))).toEqual([]);
  await repeat("a");
  expect((await readRows()).filter((row) => !/ search zqa \d+ 8$/.test(row))).toEqual([]);
  testShop.context.clock.advance(DAY);
  await repeat("d");
  expect(await readRows()).toHaveLength(200);
});

test("the visit report lists the most frequent searches, without incomplete search words (T48)", async () => {
  const process = await openProcess();
  const row = (name: string, count: number) => ({ day: "2026-11-20", kind: "search" as const, name, count });
  const { db } = testShop.context;
  await db.insert(visitCount).values([
    ...["bowl", "bowl b", "bowl blue", "bowls"].map((words) => row(words, 90)),
    // `zebra` stays in the list, because `zebra blue` is not among the 500 rows that are read.
    row("zebra", 9),
    row("zebra blue", 1),
    ...Array.from({ length: 1_000 }, (_, at) => row(`q${at} x`, 5)),
  ]);
  await db.insert(visitCount).values({ ...row("bowls", 20), day: "2026-11-19" });
  const { rows } = await show(process, { by: "search" });
  expect(rows).toHaveLength(100);
  expect(rows?.slice(0, 4)).toEqual([
    ["bowls", 110],
    ["bowl blue", 90],
    ["zebra", 9],
    ["q0 x", 5],
  ]);
});

test("of 1,000 pages that one IP address opens in an hour only 240 are counted, and pages of other visitors are still counted (T48)", async () => {
  const process = await openProcess();
  const openFrom = (ip: string, times: number, visit: VisitKey, headers: object = browser) => {
    for (let time = 0; time < times; time++) countServed(process, { ...headers }, visit, () => ip);
  };
  openFrom("203.0.113.7", 1_000, home, { ...browser, "user-agent": "curl/8.5.0" });
  openFrom("203.0.113.7", 1_000, home, { ...browser, accept: "*/*" });
  openFrom("203.0.113.7", 140, home);
  openFrom("203.0.113.7", 860, "step product", { "user-agent": CHROME });
  openFrom("203.0.113.8", 1, home);
  await saveVisits(process);
  expect(await readRows()).toEqual(["2026-11-20 page home 141", "2026-11-20 step product 100"]);
});

test("of 2,000 quick views of bag and checkout from one IP address only 30 are counted, and views by scripts are never counted (T48)", async () => {
  const process = await openProcess();
  for (let time = 0; time < 1_000; time++)
    for (const step of ["bag", "checkout"] as const) countShownStep(process, step, "203.0.113.7", CHROME);
  countShownStep(process, "checkout", "203.0.113.8", CHROME);
  countShownStep(process, "checkout", "203.0.113.9", "curl/8.5.0");
  await saveVisits(process);
  expect(await readRows()).toEqual(["2026-11-20 step bag 15", "2026-11-20 step checkout 16"]);
});

test("the visit report shows the funnel from product to paid order by day, and searches without results", async () => {
  const { clock } = testShop.context;
  const process = await openProcess();
  await buyPaid("bowl");
  await buy(testShop, "bowl");
  open(process, home, 9);
  open(process, "product bowl", 6, { "user-agent": CHROME });
  for (const step of ["bag", "bag", "bag", "checkout", "checkout"] as const)
    countShownStep(process, step, "127.0.0.1", CHROME);
  await search(process, "zeb", 3);
  await search(process, "zebra", 3);
  clock.advance(DAY);
  open(process, home);
  const { facts, rows, data } = await show(process, { since: "2026-11-19" });
  expect(facts).toEqual({
    Days: "2026-11-19 to 2026-11-21",
    "Pages opened": 10,
    "Products viewed": 6,
    "Bags viewed": 3,
    Checkouts: 2,
    "Orders placed": 2,
    "Orders paid": 1,
  });
  expect(rows).toEqual([
    ["2026-11-21", 1, 0, 0, 0, 0, 0],
    ["2026-11-20", 9, 6, 3, 2, 2, 1],
    ["2026-11-19", 0, 0, 0, 0, 0, 0],
  ]);
  expect(data).toMatchObject({
    searches: [{ words: "zebra", count: 3 }],
    pages: [{ page: "home", count: 10 }],
    products: [{ productId: "bowl", title: "Acacia Bowl", views: 6, pieces: 1 }],
  });
  expect((await show(process, { since: "2026-11-21" })).data).toMatchObject({
    total: { pages: 1, ordered: 0 },
    before: { pages: 9, product: 6, ordered: 2, paid: 1 },
  });
  expect((await show(process, { by: "page" })).rows).toEqual([["home", 10]]);
  expect((await show(process, { by: "search" })).rows).toEqual([["zebra", 3]]);
  await expect(show(process, { since: "2026-12-24" })).rejects.toThrow("is in the future");
  await expect(show(process, { since: "2020-01-01" })).rejects.toThrow("At most two years");
});
