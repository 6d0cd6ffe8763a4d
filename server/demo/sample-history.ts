import { getEndOfDay } from "#contract/dates.ts";
import { links } from "#contract/links.ts";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { createRandom } from "#shop/orders/tree-ring.ts";
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

interface Event {
  at: number;
  run(): Promise<unknown>;
}

/** Simulates the month before `end` (in ms). `report` receives the progress from 0 to 1. */
export async function playHistory(
  shop: DemoShop,
  end: number,
  report: (part: number) => void,
): Promise<void> {
  const events: Event[] = [];
  const plan = (at: number, run: Event["run"]) => {
    if (at < end) events.push({ at, run });
  };
  // Each simulated day begins in the morning of the shop's time zone.
  const startTime = getEndOfDay(new Date(end - (HISTORY_DAYS + 1) * DAY)).getTime() + 9 * HOUR;
  const visitors: Visitor[] = [];
  planPeople(shop, plan, { begin: startTime, visitors });
  planOrders(shop, plan, { begin: startTime, end, visitors });
  planMessages(shop, plan, startTime);
  for (const [at, [rating, message]] of samples.testimonials.entries())
    plan(startTime + (12 + at * 6) * DAY, () =>
      visitors[at + 1]!.call("POST", "/api/testimonials", { rating, message }),
    );
  for (let day = 0; day < HISTORY_DAYS; day++) {
    plan(startTime + day * DAY + 20 * HOUR, shop.runJobs);
    plan(startTime + day * DAY + 8 * HOUR, () => visit(shop, day));
  }
  for (let next = takeFirst(events); next; next = takeFirst(events)) {
    await shop.goTo(next.at);
    await next.run();
    report((next.at - startTime) / (end - startTime));
  }
  await shop.goTo(end);
}

type Plan = (at: number, run: Event["run"]) => void;

function takeFirst(events: Event[]): Event | undefined {
  events.sort((first, other) => first.at - other.at);
  return events.shift();
}

function planPeople(
  shop: DemoShop,
  plan: Plan,
  { begin, visitors }: { begin: number; visitors: Visitor[] },
): void {
  for (const [at, person] of [meera, ...otherPeople].entries())
    plan(begin + at * 20 * MINUTE, async () => void visitors.push(await shop.register(person)));
  for (const [at, email] of samples.newsletterReaders.entries())
    plan(begin + (2 + at * 4) * DAY, () => post(shop, "/api/newsletter", { email }));
  for (const [at, { email }] of otherPeople.slice(0, 2).entries())
    plan(begin + (20 + at) * DAY, () => post(shop, "/api/back-in-stock", { productId: SOLD_OUT, email }));
}

interface Times {
  begin: number;
  end: number;
  visitors: Visitor[];
}

interface DemoOrder {
  orderId: string;
  visitor: Visitor;
  contents: NewOrder;
  at: number;
}

function planOrders(shop: DemoShop, plan: Plan, times: Times): void {
  const steps = createSteps(shop, plan, times);
  planOrdinaryOrders(steps, times);
  planOrdersOfMeera(steps, plan, times);
  planTroubles(steps, plan, times);
  planOpenOrders(shop, steps, plan, times);
}

type Steps = ReturnType<typeof createSteps>;

function createSteps(shop: DemoShop, plan: Plan, { begin, end, visitors }: Times) {
  const random = createRandom(SEED);
  const pick = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!;
  const owner = (command: string, orderId: string, options: Record<string, string> = {}) =>
    shop.operate(command, { orderId }, options);
  const someItems = (): NewOrder["items"] =>
    [...new Set([pick(GOODS), ...(random() < 0.4 ? [pick(GOODS)] : [])])].map((productId) => ({
      productId,
      quantity: random() < 0.2 ? 2 : 1,
    }));
  const planPaid = (
    at: number,
    then: (order: DemoOrder) => void,
    { who, ...overrides }: Partial<NewOrder> & { who?: number } = {},
  ) => {
    const contents = { items: someItems(), ...overrides };
    const person = who ?? 1 + Math.floor(random() * otherPeople.length);
    plan(at, async () => {
      const visitor = visitors[person]!;
      const orderId = await visitor.order(contents);
      await visitor.pay(orderId);
      then({ orderId, visitor, contents, at });
    });
  };
  const dispatch = (orderId: string, at: number) =>
    plan(at, () =>
      owner("orders dispatch", orderId, {
        courier: pick(samples.couriers),
        number: String(Math.floor(random() * 1e10)).padStart(10, "1"),
      }),
    );
  const deliver = (orderId: string, at: number) => plan(at, () => owner("orders deliver", orderId));
  const send = (orderId: string, at: number) => {
    dispatch(orderId, at + 28 * HOUR);
    deliver(orderId, at + 5 * DAY);
  };
  const reviewsLeft = [...samples.reviews];
  const review = ({ visitor, contents, at }: DemoOrder) =>
    plan(at + 8 * DAY, async () => {
      const review = reviewsLeft.shift();
      if (!review) return;
      const [rating, message] = review;
      const { productId } = contents.items[0]!;
      await visitor.call("POST", "/api/reviews", { productId, rating, message });
      if (at + 10 * DAY < end - 3 * DAY) plan(at + 9 * DAY, () => approveReviews(shop));
    });
  const sendBack = (order: DemoOrder, reason: string) =>
    order.visitor.call("PUT", `/api/orders/${order.orderId}/return`, {
      reasons: [reason],
      comments: "",
      pieces: order.contents.items.slice(0, 1).map(({ productId }) => ({ productId, quantity: 1 })),
    });
  const cancel = (order: DemoOrder, reason: string) =>
    order.visitor.call("PUT", `/api/orders/${order.orderId}/cancel`, { reasons: [reason], comments: "" });
  const daysAgo = (days: number) => begin + (HISTORY_DAYS - days) * DAY + 5 * HOUR;
  return { random, owner, planPaid, dispatch, send, review, sendBack, cancel, daysAgo };
}

function planOrdinaryOrders({ random, planPaid, send, review }: Steps, { begin }: Times): void {
  for (let count = 0; count < ORDINARY_ORDERS; count++) {
    const at = begin + DAY + (count * (HISTORY_DAYS - 2) * DAY) / ORDINARY_ORDERS + random() * 9 * HOUR;
    planPaid(at, (order) => {
      send(order.orderId, order.at);
      review(order);
    });
  }
}

/** Plans orders for the customer whose login the demo prints, so that most order states occur. */
function planOrdersOfMeera(steps: Steps, plan: Plan, { end, visitors }: Times): void {
  const { planPaid, send, review, sendBack, dispatch, cancel, daysAgo } = steps;
  planPaid(
    daysAgo(27),
    (order) => {
      send(order.orderId, order.at);
      review(order);
    },
    { who: 0, items: [{ productId: "aranya-acacia-serving-tray-brass", quantity: 1 }] },
  );
  planPaid(
    daysAgo(11),
    (order) => {
      send(order.orderId, order.at);
      plan(order.at + 7 * DAY, () => sendBack(order, "Not as described"));
    },
    { who: 0, items: [{ productId: "teak-tissue-box", quantity: 2 }] },
  );
  planPaid(daysAgo(3), ({ orderId, at }) => dispatch(orderId, at + DAY), {
    who: 0,
    items: [{ productId: "mango-round-tray", quantity: 1 }],
    gift: { message: "Happy anniversary, Amma and Appa!\nशुभकामनाएँ" },
  });
  planPaid(end - 5 * HOUR, (order) => plan(order.at + HOUR, () => cancel(order, "Found cheaper")), {
    who: 0,
    items: [{ productId: "acacia-napkin-holder", quantity: 1 }],
  });
  plan(end - 4 * MINUTE, () =>
    visitors[0]!.order({ items: [{ productId: "acacia-everyday-bowl", quantity: 2 }] }),
  );
}

/** Plans a refunded return, a lost parcel that is replaced, cancellations, and a partial refund for a crack. */
function planTroubles(steps: Steps, plan: Plan, { visitors }: Times): void {
  const { planPaid, send, sendBack, dispatch, cancel, owner, daysAgo } = steps;
  planPaid(daysAgo(26), (order) => {
    send(order.orderId, order.at);
    plan(order.at + 7 * DAY, () => sendBack(order, "Arrived damaged"));
    plan(order.at + 8 * DAY, () => owner("returns --accept", order.orderId));
    plan(order.at + 12 * DAY, () => owner("returns --received", order.orderId));
    plan(order.at + 12 * DAY + HOUR, () => owner("returns --refund", order.orderId));
  });
  planPaid(daysAgo(24), ({ orderId, at }) => {
    dispatch(orderId, at + 30 * HOUR);
    plan(at + 12 * DAY, () =>
      owner("orders replace", orderId, { lost: "yes", reason: "Lost by the courier" }),
    );
  });
  planPaid(daysAgo(20), (order) => {
    plan(order.at + 3 * HOUR, () => cancel(order, "Found cheaper"));
    plan(order.at + 6 * HOUR, () => owner("orders cancel --approve", order.orderId));
  });
  planPaid(daysAgo(18), (order) => {
    plan(order.at + 20 * HOUR, () => cancel(order, "Late delivery"));
    plan(order.at + 21 * HOUR, () =>
      owner("orders cancel --decline", order.orderId, { words: "Your parcel is packed and leaves today." }),
    );
    send(order.orderId, order.at);
  });
  planPaid(daysAgo(16), ({ orderId, at }) => {
    send(orderId, at);
    plan(at + 7 * DAY, () => owner("orders refund", orderId, { amount: "150", reason: "A crack" }));
  });
  plan(daysAgo(14), () =>
    visitors[5]!.order({ items: [{ productId: "teak-breakfast-tray-arched", quantity: 1 }] }),
  );
  planPaid(daysAgo(13), (order) => send(order.orderId, order.at), {
    items: [{ productId: "acacia-thali-platter-round", quantity: 4 }],
    notes: "For the café. Please deliver before noon.",
    companyInvoice: {
      name: "Lake Café LLP",
      address: "2 Ring Road, Surat",
      taxCode: "24AAACC1206D1ZM",
      email: "accounts@lakecafe.example",
    },
  });
}

/** Plans orders that are tasks for the owner: a late parcel, an order that waits too long, and orders of today. */
function planOpenOrders(
  shop: DemoShop,
  { planPaid, dispatch, daysAgo }: Steps,
  plan: Plan,
  { end }: Times,
): void {
  planPaid(daysAgo(10), ({ orderId, at }) => dispatch(orderId, at + DAY));
  planPaid(daysAgo(5), () => {});
  planPaid(end - 20 * HOUR, () => {}, { gift: { message: "For your new kitchen. Love, Diya" } });
  planPaid(end - 3 * HOUR, () => {});
  plan(daysAgo(2), () =>
    shop.operate(
      "orders take",
      {},
      {
        name: "Suresh Kulkarni",
        phone: "9822010044",
        street: "7 FC Road",
        city: "Pune",
        state: "Maharashtra",
        pin: "411004",
        line: "acacia-chai-tray-long:2",
        hours: "72",
      },
    ),
  );
}

function planMessages(shop: DemoShop, plan: Plan, startTime: number): void {
  for (const [at, { from, text, answer }] of samples.messages.entries()) {
    const sent = startTime + (9 + at * 6) * DAY;
    plan(sent, () =>
      post(shop, "/api/contact", {
        name: `${from.firstName} ${from.lastName}`,
        email: from.email,
        message: text,
      }),
    );
    if (answer === undefined) continue;
    plan(sent + 5 * HOUR, async () => {
      const { rows } = await shop.operate("messages", {});
      await shop.operate("messages", { id: String(rows[0]?.[0]), words: answer });
    });
  }
}

async function approveReviews(shop: DemoShop): Promise<void> {
  const { rows } = await shop.operate("reviews", {});
  for (const [id] of rows) await shop.operate("reviews --approve", { id: String(id) });
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
