import { describe, expect, test } from "vitest";
import { anonymiseOrders } from "#shop/orders/server/index.ts";
import { DAY } from "#contract/time.ts";
import { runTyped } from "../../../tests/support/bought-order.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { createBag, hashOrderTables, postOrder, setUpOrdering } from "../../../tests/support/ordering.ts";
import { setSeller, withdrawProduct } from "../../../tests/support/products.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { api, asha, context, readRows } from "../../../tests/support/test-shop.ts";

setUpOrdering();

async function place(body: unknown, by = asha): Promise<Record<string, unknown> & { orderId: string }> {
  const answer = await postOrder(body, {}, by);
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body["order"] as Record<string, unknown> & { orderId: string };
}

const readOrder = async (orderId: string) => (await api.as(asha).get(`/api/orders/${orderId}`)).body["order"];

test("an order contains the shop's prices, a snapshot of the products, and the data of the checkout", async () => {
  const answer = await postOrder({
    ...createBag(["acacia-bowl", 1, 2499], ["teak-tray", 2]),
    userId: asha.accountId,
    totalAmount: 1,
    notes: " Ring twice ",
    contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
    companyInvoice: { address: "Fort", name: "Acme", taxCode: "27AAAAA0000A1Z2", email: "books@example.com" },
    paymentMethod: "card",
  });
  expect(answer.headers["idempotent-replayed"]).toBeUndefined();
  expect(answer.body).toMatchObject({
    success: true,
    message: "Order placed successfully!",
    order: {
      orderId: expect.stringMatching(/^TRV-[0-9A-Z]{6}$/),
      orderStatus: "Pending",
      paymentStatus: "Pending",
      subtotal: 5497,
      cgst: 494.73,
      sgst: 494.73,
      totalAmount: 6486.46,
      discount: 99,
      grandTotal: 6387.46,
      notes: "Ring twice",
      companyInvoice: { name: "Acme" },
      items: [
        { productId: { _id: "acacia-bowl", title: "Acacia Bowl" }, quantity: 1, price: 2499 },
        { productId: { _id: "teak-tray", title: "Teak Tray" }, quantity: 2, price: 1499 },
      ],
      userId: { _id: asha.accountId, firstName: "Asha" },
      cancellableUntil: "2026-11-21T09:00:00.000Z",
      serverTime: "2026-11-20T09:00:00.000Z",
    },
  });
  expect(await readRows("payment")).toMatchObject([{ amount: "638746", currency: "INR", status: "Pending" }]);
});

describe("taxes and coupon", () => {
  const ordinary = { cgst: 9, sgst: 9 };
  const diwali = { name: "DIWALI", percent: 10, from: 100 };

  test.each([
    {
      what: "other tax rates",
      seller: { taxRates: { cgst: 6, sgst: 2.5 } },
      rates: { cgst: 6, sgst: 2.5 },
      figures: { subtotal: 100, cgst: 6, sgst: 2.5, totalAmount: 108.5, taxRates: { cgst: 6, sgst: 2.5 } },
    },
    {
      what: "another coupon",
      seller: { coupon: diwali },
      rates: { ...ordinary, coupon: diwali },
      figures: { subtotal: 100, totalAmount: 118, discount: 11.8, grandTotal: 106.2 },
    },
    {
      what: "no coupon",
      seller: { coupon: null },
      rates: { ...ordinary, coupon: null },
      figures: { discount: 0, grandTotal: 118 },
    },
  ])(
    "if the shop now has $what, an order from a page with the old prices is refused, and an order with the new prices keeps its amounts after later changes (D3, D8)",
    async ({ seller, rates, figures }) => {
      await setSeller(context, seller);
      const previousHash = await hashOrderTables();
      expect(await postOrder({ ...createBag(["coaster", 2]), shownTaxRates: ordinary })).toMatchObject({
        status: 409,
        body: { code: "prices_changed", details: { taxRates: rates } },
      });
      expect(await hashOrderTables()).toEqual(previousHash);
      const order = await place({ ...createBag(["coaster", 2]), shownTaxRates: rates });
      expect(order).toMatchObject(figures);
      await setSeller(context, {});
      expect(await readOrder(order.orderId)).toMatchObject(figures);
    },
  );

  test("an order with several tax rates keeps the rate of each line and lists its taxes by rate (D3, D8)", async () => {
    await setSeller(context, {}, { rates: [{ products: ["acacia-bowl"], rate: 5 }] });
    const shownTaxRates = { ...ordinary, isVaried: true };
    const { items, ...bag } = createBag(["acacia-bowl", 1], ["coaster", 2]);
    expect(await postOrder({ ...bag, items, shownTaxRates })).toMatchObject({
      status: 409,
      body: { code: "prices_changed", details: [{ productId: "acacia-bowl", gstRate: 5 }] },
    });
    const seen = items.map((item) => (item.productId === "acacia-bowl" ? { ...item, gstRate: 5 } : item));
    const order = await place({ ...bag, items: seen, shownTaxRates });
    await setSeller(context, {});
    for (const each of [order, await readOrder(order.orderId)])
      expect(each).toMatchObject({
        subtotal: 2599,
        cgst: 71.48,
        sgst: 71.48,
        totalAmount: 2741.96,
        taxRates: ordinary,
        taxes: [
          { rates: { cgst: 2.5, sgst: 2.5 }, cgst: 62.48, sgst: 62.48 },
          { rates: ordinary, cgst: 9, sgst: 9 },
        ],
      });
  });
});

test("an order stays readable after its product was withdrawn (D91)", async () => {
  const { orderId } = await place(createBag(["acacia-bowl", 1]));
  await withdrawProduct(context, "acacia-bowl");
  expect(await readRows("order_line")).toMatchObject([{ product_id: "acacia-bowl", hsn: "4419" }]);
  expect(await readOrder(orderId)).toMatchObject({
    items: [{ productId: { title: "Acacia Bowl" }, price: 2499 }],
  });
});

test("an order marks the products that were sold at a discount, because these cannot be returned (§9)", async () => {
  const { orderId } = await place(createBag(["acacia-bowl", 1], ["coaster", 1]));
  const { items } = (await readOrder(orderId)) as { items: { reduced?: true }[] };
  expect(items.map(({ reduced }) => reduced)).toEqual([undefined, true]);
});

test("order lines with the same product are merged, and a request may contain the product instead of its id (D20)", async () => {
  const items = [
    { productId: { _id: "teak-tray", title: "anything" }, quantity: 1 },
    { productId: { id: "teak-tray" }, quantity: 2 },
  ];
  expect(await place({ items, shippingAddress })).toMatchObject({
    items: [{ productId: { _id: "teak-tray" }, quantity: 3 }],
  });
  expect(await readRows("stock_movement")).toMatchObject([{ kind: "reserve", quantity: 3 }]);
});

test("an order shows the recipient's name only if it differs from the buyer's name (D61, D120)", async () => {
  const { items } = createBag(["acacia-bowl", 1]);
  const contact = { firstName: "Ravi", lastName: "Nair", email: "asha@example.com" };
  const buyer = { firstName: "Asha", lastName: "Patel" };
  expect(await place({ items, shippingAddress, contact })).toMatchObject({
    contact: { ...contact, buyer },
    userId: buyer,
  });
  const buyersContact = { firstName: " ASHA", lastName: "patel ", email: "asha@example.com" };
  const order = await place({ items, shippingAddress, contact: buyersContact });
  expect(order["contact"]).not.toHaveProperty("buyer");

  // A sign-in provider may know only one name, and the checkout requires two.
  const mira = await signInCustomer(context, { firstName: "Mira", lastName: "" });
  const typed = { firstName: "Mira", lastName: ".", email: mira.email };
  expect((await place({ items, shippingAddress, contact: typed }, mira))["contact"]).toEqual(typed);
});

test("an order to a saved address has the phone number of that address, and an order to a typed address without a phone number has that of the profile (§2.8, D63, D62)", async () => {
  const { phoneNumber: _, ...withoutPhone } = shippingAddress;
  const { items } = createBag(["acacia-bowl", 1]);
  expect(await place({ items, shippingAddress: withoutPhone })).toMatchObject({
    shippingAddress: { phoneNumber: asha.phoneNumber },
    contact: { email: asha.email },
  });
  const address = { ...shippingAddress, phoneNumber: "9000000001" };
  const { body } = await api.as(asha).post(`/addresses/${asha.accountId}`, address);
  const { id } = body["address"] as { id: string };
  expect(await place({ items, selectedAddressId: id })).toMatchObject({
    shippingAddress: { street: shippingAddress.street, phoneNumber: "9000000001" },
  });
});

test("an order to a saved address with a recipient but no phone number does not use the customer's phone number (D120)", async () => {
  const { phoneNumber: _, ...withoutPhone } = shippingAddress;
  const path = `/addresses/${asha.accountId}`;
  const save = async (more: object) =>
    (await api.as(asha).post(path, { ...withoutPhone, ...more })).body["address"] as { id: string };
  const { items } = createBag(["acacia-bowl", 1]);
  const [ownAddress, mothersAddress] = [await save({}), await save({ recipient: "Lakshmi Nair" })];
  expect(await place({ items, selectedAddressId: ownAddress.id })).toMatchObject({
    shippingAddress: { phoneNumber: asha.phoneNumber },
  });
  expect((await postOrder({ items, selectedAddressId: mothersAddress.id })).body).toMatchObject({
    code: "incomplete",
    fields: [{ path: "shippingAddress.phoneNumber", message: "Phone Number is required" }],
  });
});

test("an order removes only the ordered quantities from the cart (§2.8, T38, D102)", async () => {
  const ravi = await signInCustomer(context);
  const add = (as: typeof asha, productId: string, quantity: number) =>
    api.as(as).post("/api/cart/add", { productId, quantity });
  for (const [productId, quantity] of [
    ["acacia-bowl", 3],
    ["teak-tray", 1],
    ["coaster", 2],
  ] as const)
    await add(asha, productId, quantity);
  await add(ravi, "teak-tray", 1);
  await place(createBag(["acacia-bowl", 1], ["teak-tray", 2]));
  expect(await readRows("cart_line order by product_id")).toMatchObject([
    { product_id: "acacia-bowl", quantity: 2 },
    { product_id: "coaster", quantity: 2 },
    { product_id: "teak-tray", quantity: 1, account_id: ravi.accountId },
  ]);
});

describe("orders that are a gift", () => {
  const gift = { message: "शुभ विवाह!\nAsha & Ravi" };

  test("a gift's card is visible to customer, owner and packer, and is deleted with the account (§2.8, §3, §7)", async () => {
    expect(await place({ ...createBag(["coaster", 1]), gift: null })).not.toHaveProperty("gift");
    expect((await runTyped("orders pack")).message).not.toContain("gift");
    // The coupon covers the whole price of a coaster, so the order needs no payment and is ready to pack.
    const { orderId } = await place({ ...createBag(["coaster", 1]), gift });
    expect(await readOrder(orderId)).toMatchObject({ gift });
    const instruction = "This is a gift. Wrap it, and leave the invoice out. Card: शुभ विवाह! Asha & Ravi";
    expect((await runTyped("orders show", { orderId })).facts).toMatchObject({ Gift: instruction });
    expect((await runTyped("orders pack")).message).toContain(instruction);
    expect(JSON.stringify((await runTyped("today")).rows)).toContain(", a gift");
    await context.transact((tx) => anonymiseOrders(tx, asha.accountId));
    expect(await readRows("orders")).toMatchObject([{ gift: null }, { gift: null }]);
  });

  test("a gift can have a recipient with a phone number, and an earliest delivery day within the next 60 days (D120)", async () => {
    const bag = createBag(["coaster", 1]);
    const body = {
      ...bag,
      gift,
      notBefore: "2026-12-24",
      contact: {
        firstName: "Asha",
        lastName: "Patel",
        email: "asha@example.com",
        phoneNumber: "98765 43210",
      },
      shippingAddress: { ...bag.shippingAddress, recipient: "Lakshmi Devi Nair", phoneNumber: "9000000001" },
    };
    const { orderId } = await place(body);
    expect(await readOrder(orderId)).toMatchObject({
      contact: {
        firstName: "Lakshmi Devi",
        lastName: "Nair",
        email: "asha@example.com",
        buyer: { firstName: "Asha", lastName: "Patel", phoneNumber: "9876543210" },
      },
      shippingAddress: { phoneNumber: "9000000001" },
      promised: { notBefore: "2026-12-24" },
    });
    const wait = "Not before Thu 24 Dec, send on or after Thu 17 Dec";
    expect((await runTyped("orders show", { orderId })).facts).toMatchObject({
      Customer: "Asha Patel <asha@example.com>",
      Recipient: "Lakshmi Devi Nair",
      "Customer's phone": "9876543210",
      Deliver: wait,
    });
    expect((await runTyped("orders pack")).message).toMatch(new RegExp(`Lakshmi Devi Nair.*\n  ${wait}[.]`));
    expect(JSON.stringify((await runTyped("orders list")).rows)).toContain(", not before Thu 24 Dec");
    for (const notBefore of ["2026-11-20", "2027-01-20", "soon"])
      expect((await postOrder({ ...body, notBefore })).body).toMatchObject({
        code: "wrong_day",
        fields: [{ path: "notBefore", message: "Choose a day from Sat 21 Nov to Tue 19 Jan." }],
      });
    // If the customer had not requested a delivery day, the order would be overdue after two weeks.
    context.clock.advance(14 * DAY);
    expect((await runTyped("today")).data).toMatchObject({ toPack: [{ about: orderId, isOverdue: false }] });
  });
});
