import { getEndOfDay } from "#contract/dates.ts";
import { links } from "#contract/links.ts";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { createRandom } from "#contract/random.ts";
import * as samples from "./samples.ts";
import { meera, otherPeople } from "./samples.ts";
import type { NewOrder, Person, Visitor } from "./visitor.ts";

/* This module simulates a month in the demo shop. The same seed gives the same month. */

interface DemoShop {
  url: string;
  register(person: Person): Promise<Visitor>;
  /** Runs an owner's command: `operate("orders deliver", { orderId })`. @throws Error unless it succeeds */
  operate(
    command: string,
    args: Record<string, string>,
    options?: Record<string, string>,
  ): Promise<{ rows: readonly (readonly (string | number | null)[])[] }>;
  runJobs(): Promise<void>;
  /** Delivers pending events (mails, invoices, counts), then moves the clock to `time`, in ms. */
  goTo(time: number): Promise<void>;
}

export const HISTORY_DAYS = 30;

const SEED = 20_261_127;
const ORDINARY_ORDERS = 26;
const VISITS_A_DAY = 8;
/** Products with enough stock for all simulated orders. */
const GOODS = [
  "aranya-acacia-serving-tray-brass",
  "teak-breakfast-tray-arched",
  "mango-round-tray",
  "mango-rope-handle-tray",
  "acacia-chai-tray-long",
  "mango-leaf-platter",
  "acacia-thali-platter-round",
  "mango-salad-bowl-large",
  "acacia-everyday-bowl",
  "acacia-dip-bowls-set-of-3",
  "teak-soup-bowls-pair",
  "teak-everyday-chopping-board",
  "acacia-round-cheese-board",
  "teak-tissue-box",
  "acacia-napkin-holder",
  "mango-cutlery-caddy-tote",
] as const;
const SOLD_OUT = "mango-wave-rim-bowl";
const PAGES = [links.home, links.products(), links.ourStory, links.cart, links.contact] as const;
const BROWSERS = [
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
] as const;

/** A month that is being planned. `plan` adds an event, unless the event is after the end. All times are in ms. */
interface Month {
  shop: DemoShop;
  begin: number;
  end: number;
  /** The customers who have registered so far. Meera is the first. */
  visitors: Visitor[];
  plan(at: number, run: () => Promise<unknown>): void;
}

/** Simulates the month before `end` (in ms). `report` receives the progress from 0 to 1. */
export async function playHistory(
  shop: DemoShop,
  end: number,
  report: (part: number) => void,
): Promise<void> {
  const events: { at: number; run(): Promise<unknown> }[] = [];
  const month: Month = {
    shop,
    // Each simulated day begins in the morning of the shop's time zone.
    begin: getEndOfDay(new Date(end - (HISTORY_DAYS + 1) * DAY)).getTime() + 9 * HOUR,
    end,
    visitors: [],
    plan: (at, run) => void (at < end && events.push({ at, run })),
  };
  planPeople(month);
  planDays(month);
  planMessages(month);
  planOrders(month);
  while (events.length > 0) {
    events.sort((first, other) => first.at - other.at);
    const next = events.shift()!;
    await shop.goTo(next.at);
    await next.run();
    report((next.at - month.begin) / (end - month.begin));
  }
  await shop.goTo(end);
}

function planPeople({ shop, begin, visitors, plan }: Month): void {
  for (const [at, person] of [meera, ...otherPeople].entries())
    plan(begin + at * 20 * MINUTE, async () => visitors.push(await shop.register(person)));
  for (const [at, email] of samples.newsletterReaders.entries())
    plan(begin + (2 + at * 4) * DAY, () => post(shop, "/api/newsletter", { email }));
  for (const [at, { email }] of otherPeople.slice(0, 2).entries())
    plan(begin + (20 + at) * DAY, () => post(shop, "/api/back-in-stock", { productId: SOLD_OUT, email }));
  for (const [at, [rating, message]] of samples.testimonials.entries())
    plan(begin + (12 + at * 6) * DAY, () =>
      visitors[at + 1]!.call("POST", "/api/testimonials", { rating, message }),
    );
}

/** The number of days at the end of the month without approvals, so that some reviews are waiting. */
const DAYS_WITHOUT_APPROVAL = 4;

function planDays({ shop, begin, plan }: Month): void {
  for (let day = 0; day < HISTORY_DAYS; day++) {
    plan(begin + day * DAY + 8 * HOUR, () => visit(shop, day));
    if (day < HISTORY_DAYS - DAYS_WITHOUT_APPROVAL)
      plan(begin + day * DAY + 9 * HOUR, () => approveReviews(shop));
    plan(begin + day * DAY + 20 * HOUR, shop.runJobs);
  }
}

async function approveReviews(shop: DemoShop): Promise<void> {
  const { rows } = await shop.operate("reviews", {});
  for (const [id] of rows) await shop.operate("reviews --approve", { id: String(id) });
}

function planMessages({ shop, begin, plan }: Month): void {
  for (const [at, { from, text, answer }] of samples.messages.entries()) {
    const sent = begin + (9 + at * 6) * DAY;
    const name = `${from.firstName} ${from.lastName}`;
    plan(sent, () => post(shop, "/api/contact", { name, email: from.email, message: text }));
    if (answer === undefined) continue;
    plan(sent + 5 * HOUR, async () => {
      const { rows } = await shop.operate("messages", {});
      await shop.operate("messages", { id: String(rows[0]?.[0]), words: answer });
    });
  }
}

interface PlacedOrder {
  orderId: string;
  visitor: Visitor;
  items: NewOrder["items"];
}

/** Something that happens to an order some hours after it was placed. */
type Step = readonly [hours: number, act: (order: PlacedOrder) => Promise<unknown>];

/** An order to place at a time in ms. By default, a random customer orders and pays for random products. */
interface SampleOrder extends Partial<NewOrder> {
  at: number;
  who?: number;
  isUnpaid?: true;
  steps?: readonly Step[];
}

function planOrders(month: Month): void {
  const { shop, end, visitors, plan } = month;
  const random = createRandom(SEED);
  const pick = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!;
  const pickItems = (): NewOrder["items"] =>
    [...new Set([pick(GOODS), ...(random() < 0.4 ? [pick(GOODS)] : [])])].map((productId) => ({
      productId,
      quantity: random() < 0.2 ? 2 : 1,
    }));
  for (const { at, who, isUnpaid, steps = [], ...contents } of listOrders(month, random)) {
    const customer = who ?? 1 + Math.floor(random() * otherPeople.length);
    const order = { items: pickItems(), ...contents };
    plan(at, async () => {
      const visitor = visitors[customer]!;
      const orderId = await visitor.order(order);
      if (!isUnpaid) await visitor.pay(orderId);
      for (const [hours, act] of steps)
        plan(at + hours * HOUR, () => act({ orderId, visitor, items: order.items }));
    });
  }
  plan(end - 2 * DAY, () => shop.operate("orders take", {}, samples.phoneOrder));
}

function listOrders({ shop, begin, end }: Month, random: () => number): SampleOrder[] {
  const run =
    (command: string, options: Record<string, string> = {}) =>
    ({ orderId }: PlacedOrder) =>
      shop.operate(command, { orderId }, options);
  const dispatch = (order: PlacedOrder) =>
    run("orders dispatch", {
      courier: samples.couriers[Math.floor(random() * samples.couriers.length)]!,
      number: String(Math.floor(random() * 1e10)).padStart(10, "1"),
    })(order);
  const reviewsLeft = [...samples.reviews];
  const review = async ({ visitor, items }: PlacedOrder) => {
    const [rating, message] = reviewsLeft.shift() ?? [];
    if (rating !== undefined)
      await visitor.call("POST", "/api/reviews", { productId: items[0]!.productId, rating, message });
  };
  const askToCancel =
    (reason: string) =>
    ({ visitor, orderId }: PlacedOrder) =>
      visitor.call("PUT", `/api/orders/${orderId}/cancel`, { reasons: [reason], comments: "" });
  const askToReturn =
    (reason: string) =>
    ({ visitor, orderId, items }: PlacedOrder) =>
      visitor.call("PUT", `/api/orders/${orderId}/return`, {
        reasons: [reason],
        comments: "",
        pieces: [{ productId: items[0]!.productId, quantity: 1 }],
      });
  const daysAgo = (days: number) => begin + (HISTORY_DAYS - days) * DAY + 5 * HOUR;
  const sent: Step[] = [
    [28, dispatch],
    [5 * 24, run("orders deliver")],
  ];
  const ordinary = Array.from({ length: ORDINARY_ORDERS }, (_, count): SampleOrder => ({
    at: begin + DAY + (count * (HISTORY_DAYS - 2) * DAY) / ORDINARY_ORDERS + random() * 9 * HOUR,
    steps: [...sent, [8 * 24, review]],
  }));
  /** The orders of the customer whose login the demo prints. Together they have most of the order states. */
  const ofMeera: SampleOrder[] = [
    {
      at: daysAgo(27),
      items: [{ productId: "aranya-acacia-serving-tray-brass", quantity: 1 }],
      steps: [...sent, [8 * 24, review]],
    },
    {
      at: daysAgo(11),
      items: [{ productId: "teak-tissue-box", quantity: 2 }],
      steps: [...sent, [7 * 24, askToReturn("Not as described")]],
    },
    {
      at: daysAgo(3),
      items: [{ productId: "mango-round-tray", quantity: 1 }],
      gift: { message: "Happy anniversary, Amma and Appa!\nशुभकामनाएँ" },
      steps: [[24, dispatch]],
    },
    {
      at: end - 5 * HOUR,
      items: [{ productId: "acacia-napkin-holder", quantity: 1 }],
      steps: [[1, askToCancel("Found cheaper")]],
    },
    { at: end - 4 * MINUTE, items: [{ productId: "acacia-everyday-bowl", quantity: 2 }], isUnpaid: true },
  ];
  /** Orders with a refunded return, a lost parcel that is replaced, a cancellation, or a partial refund for a crack. */
  const troubles: SampleOrder[] = [
    {
      at: daysAgo(26),
      steps: [
        ...sent,
        [7 * 24, askToReturn("Arrived damaged")],
        [8 * 24, run("returns --accept")],
        [12 * 24, run("returns --received")],
        [12 * 24 + 1, run("returns --refund")],
      ],
    },
    {
      at: daysAgo(24),
      steps: [
        [30, dispatch],
        [12 * 24, run("orders replace", { lost: "yes", reason: "Lost by the courier" })],
      ],
    },
    {
      at: daysAgo(20),
      steps: [
        [3, askToCancel("Found cheaper")],
        [6, run("orders cancel --approve")],
      ],
    },
    {
      at: daysAgo(18),
      steps: [
        [20, askToCancel("Late delivery")],
        [21, run("orders cancel --decline", { words: "Your parcel is packed and leaves today." })],
        ...sent,
      ],
    },
    {
      at: daysAgo(16),
      steps: [...sent, [7 * 24, run("orders refund", { amount: "150", reason: "A crack" })]],
    },
    {
      at: daysAgo(14),
      who: 5,
      items: [{ productId: "teak-breakfast-tray-arched", quantity: 1 }],
      isUnpaid: true,
    },
    { at: daysAgo(13), ...samples.companyOrder, steps: sent },
  ];
  /** Tasks for the owner: a late parcel, an order that waits too long, and orders of today. */
  const open: SampleOrder[] = [
    { at: daysAgo(10), steps: [[24, dispatch]] },
    { at: daysAgo(5) },
    { at: end - 20 * HOUR, gift: { message: "For your new kitchen. Love, Diya" } },
    { at: end - 3 * HOUR },
  ];
  return [...ordinary, ...ofMeera.map((order) => ({ ...order, who: 0 })), ...troubles, ...open];
}

const AS_PAGE = { accept: "text/html", "sec-fetch-dest": "document" };

/** The share of visitors who put a product into the bag. */
const BAG_SHARE = 0.3;
/** The share of visitors with a product in the bag who open the checkout. */
const CHECKOUT_SHARE = 0.6;

async function visit(shop: DemoShop, day: number): Promise<void> {
  const random = createRandom(SEED + day);
  const count = VISITS_A_DAY + Math.floor(random() * VISITS_A_DAY);
  for (let guest = 0; guest < count; guest++) {
    const browser = BROWSERS[Math.floor(random() * BROWSERS.length)]!;
    const from = { "user-agent": browser, "x-forwarded-for": `203.0.${day}.${guest + 1}` };
    const product = GOODS[guest % GOODS.length]!;
    const open = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(shop.url + path, { headers: { ...from, ...headers } })).arrayBuffer();
    for (const page of [...PAGES.filter(() => random() < 0.4), links.product(product)])
      await open(page, AS_PAGE);
    // The page of a product loads its reviews, which counts as a view of the product.
    await open(`/api/reviews/${product}`);
    if (random() >= BAG_SHARE) continue;
    await post(shop, "/api/visits", { step: "bag" }, from);
    if (random() < CHECKOUT_SHARE) await post(shop, "/api/visits", { step: "checkout" }, from);
  }
}

async function post(
  shop: DemoShop,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(shop.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
}
