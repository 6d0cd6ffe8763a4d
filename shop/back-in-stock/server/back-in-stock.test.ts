import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { setStock, releaseStock, reserveStock } from "#shop/inventory/server/index.ts";
import { generateUuid } from "#platform/ids.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { withdrawProduct } from "../../../tests/support/products.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { api, context, readRows, setUpPage, setUpShop } from "../../../tests/support/test-shop.ts";
import { backInStockMessages } from "../back-in-stock.ts";
import { productBack } from "../events.ts";
import { buildRequestHref, serveRequestPage, announceStock, findRequest, refuseMails } from "./requests.ts";
import { stockRequest } from "./tables.ts";

let mailed: string[] = [];
setUpShop({
  subscribers: [
    defineSubscriber(productBack, "test.mailed", async (value, { requestId }) => {
      mailed.push((await findRequest(value, requestId))?.email ?? "gone");
    }),
  ],
  goods: [
    { id: "bowl", title: "Acacia Bowl", onHand: 0 },
    { id: "tray", onHand: 0 },
    { id: "board", onHand: 3 },
    { id: "spoon" },
  ],
});
beforeEach(() => void (mailed = []));
const open = setUpPage(serveRequestPage);

const ask = async (email: string, productId = "bowl") => {
  context.clock.advance(1_000);
  return api.as(null).post("/api/back-in-stock", { productId, email });
};

const count = (productId: string, pieces: number | null) =>
  context.transact((tx) => setStock(tx, productId, pieces));

const askAs = async (people: number, productId = "bowl") => {
  for (let each = 1; each <= people; each++) await ask(`person-${each}@example.com`, productId);
};

async function announceAndReadMails(times = 1): Promise<string[]> {
  mailed = [];
  await Promise.all(Array.from({ length: times }, () => announceStock(context)));
  await context.settle();
  return mailed.toSorted();
}

const namePeople = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `person-${from + at}@example.com`);

describe("requests for a back-in-stock mail", () => {
  test("a back-in-stock request is stored once for each e-mail address and product, and the response does not reveal whether it is new (§2.6, D22, D59)", async () => {
    const answers = [
      await ask("Asha@example.com"),
      await ask("asha@example.com"),
      await ask("ravi@example.com"),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { success: true, message: backInStockMessages.saved }]);
    const rows = await context.db.select().from(stockRequest).orderBy(asc(stockRequest.requestedAt));
    expect(rows).toMatchObject([
      { email: "Asha@example.com", mailedAt: null },
      { email: "ravi@example.com" },
    ]);
  });

  test("a back-in-stock request is refused if the product is in stock or unknown, or the e-mail address is malformed", async () => {
    for (const productId of ["board", "spoon"])
      expect(await ask("asha@example.com", productId)).toMatchObject({
        status: 409,
        body: { code: "in_stock" },
      });
    expect(await ask("asha@example.com", "gone")).toMatchObject({ status: 404 });
    expect(await ask("asha")).toMatchObject({ status: 400, body: { message: "Invalid email format" } });
    expect(await context.db.select().from(stockRequest)).toEqual([]);
  });
});

describe("announcing a product that is back in stock", () => {
  test("for each piece that is back in stock, the next three people on the list get a mail (§2.6)", async () => {
    await askAs(8);
    expect(await announceAndReadMails()).toEqual([]);
    await count("bowl", 2);
    expect(await announceAndReadMails()).toEqual(namePeople(1, 6));
    expect(await announceAndReadMails()).toEqual([]);
    await count("bowl", 1);
    expect(await announceAndReadMails()).toEqual([]);
    await count("bowl", 2);
    expect(await announceAndReadMails()).toEqual(namePeople(7, 8));
  });

  test("each e-mail address gets one back-in-stock mail for a product, even after another request", async () => {
    await ask("asha@example.com");
    await count("bowl", 1);
    expect(await announceAndReadMails()).toEqual(["asha@example.com"]);
    await count("bowl", 0);
    expect((await ask("ASHA@example.com")).status).toBe(200);
    await count("bowl", 5);
    expect(await announceAndReadMails()).toEqual([]);
  });

  test("everyone on the list gets a mail about a product that is now made to order, and nobody about a hidden product", async () => {
    await askAs(5);
    await askAs(5, "tray");
    await count("bowl", null);
    await count("tray", 4);
    await withdrawProduct(context, "tray");
    expect(await announceAndReadMails()).toEqual(namePeople(1, 5));
  });

  test("back-in-stock mails are sent after an order releases pieces, not only after a new stock count", async () => {
    const orderId = generateUuid();
    await context.transact((tx) => reserveStock(tx, orderId, [{ productId: "board", quantity: 3 }]));
    await askAs(4, "board");
    expect(await announceAndReadMails()).toEqual([]);
    await context.transact((tx) => releaseStock(tx, orderId));
    expect(await announceAndReadMails()).toEqual(namePeople(1, 4));
  });

  test("several concurrent processes send each back-in-stock mail once", async () => {
    await askAs(9);
    await count("bowl", 2);
    expect(await announceAndReadMails(6)).toEqual(namePeople(1, 6));
  });
});

describe.runIf(testEngine === "server")("a back-in-stock request during the announcement", () => {
  const request = async () => {
    const { status, body } = await ask("late@example.com");
    if (status !== 200) throw new Error(body.message);
  };

  test("a back-in-stock request that is stored just before the mails are sent also gets a mail", async () => {
    await ask("early@example.com");
    const both = await raceBefore(context, /^insert into "back_in_stock_request"/, request, async () => {
      await count("bowl", 1);
      await announceStock(context);
    });
    expect(both).toEqual({ first: "done", second: "done" });
    await context.settle();
    expect(mailed.toSorted()).toEqual(["early@example.com", "late@example.com"]);
  });

  test("a back-in-stock request that is checked before the product comes back, but stored afterwards, gets no mail", async () => {
    await askAs(3);
    await raceBefore(context, /^update "back_in_stock_level"/, request, async () => {
      await count("bowl", 1);
      await announceStock(context);
    });
    await announceStock(context);
    await context.settle();
    expect(mailed).toHaveLength(3);
  });

  test("a back-in-stock request is refused while the mails are being sent, because the product is in stock", async () => {
    await ask("early@example.com");
    await count("bowl", 1);
    const announce = () => announceStock(context);
    const both = await raceBefore(context, /^update "back_in_stock_level"/, announce, request);
    expect(both).toEqual({ first: "done", second: "refused" });
    await context.settle();
    expect(mailed).toEqual(["early@example.com"]);
  });
});

test("opening the link in a back-in-stock mail changes nothing, and the page's buttons stop these mails or allow them again", async () => {
  const { pathname, hash } = new URL(
    buildRequestHref(context, { productId: "bowl", email: "asha/1@example.com" }),
    "http://shop.example",
  );
  const href = pathname + hash;
  for (const productId of ["bowl", "tray"]) await ask("asha/1@example.com", productId);
  expect((await open(href)).html).toContain("e-mail asha/1@example.com when this piece is back");
  expect(await readRows("back_in_stock_request")).toHaveLength(2);
  expect((await open(href, { stop: "yes" })).html).toContain("ve unsubscribed");
  expect(await readRows("back_in_stock_request")).toEqual([]);
  const refusals = await readRows("back_in_stock_refusal");
  expect(refusals).toHaveLength(1);
  expect(JSON.stringify(refusals)).not.toContain("asha");
  expect((await ask("Asha/1@example.com")).body).toEqual({
    success: true,
    message: backInStockMessages.saved,
  });
  expect(await readRows("back_in_stock_request")).toEqual([]);
  await open(href, { allow: "yes" });
  await ask("asha/1@example.com");
  expect(await readRows("back_in_stock_request")).toHaveLength(1);
});

test("a customer who unsubscribes before a back-in-stock mail is sent does not get the mail", async () => {
  await ask("asha@example.com");
  await count("bowl", 1);
  await announceStock(context);
  await refuseMails(context, "Asha@example.com");
  await context.settle();
  expect(mailed).toEqual(["gone"]);
});

test("back-in-stock requests are deleted with the account, and the data download contains them if the customer's e-mail address is verified", async () => {
  const unverified = await signInCustomer(context, {}, { hasVerifiedMailbox: false });
  const asha = await signInCustomer(context);
  await ask(asha.email.toUpperCase());
  await ask(unverified.email);
  await ask("ravi@example.com");
  const read = async (as: typeof asha) => (await api.as(as).get("/api/account/data")).body["backInStock"];
  expect(await read(asha)).toMatchObject([{ productId: "bowl", requestedAt: expect.any(String) }]);
  expect(await read(unverified)).toEqual([]);
  for (const as of [asha, unverified])
    expect((await api.as(as).delete("/api/account", { password: as.password })).status).toBe(200);
  expect(await context.db.select().from(stockRequest)).toMatchObject([{ email: "ravi@example.com" }]);
});
