// @engine: locks, races or SQL that the two engines could do differently.
import { describe, expect, test } from "vitest";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { setSeller, withdrawProduct } from "../../../tests/support/goods.ts";
import { readStock } from "../../../tests/support/stock-ledger.ts";
import { addAddress } from "#shop/addresses/server/index.ts";
import { shippingAddress } from "../../../tests/support/shipping-address.ts";
import { buy } from "../../../tests/support/test-shop.ts";
import {
  asha,
  createBag,
  hashOrderTables,
  postOrder,
  readRows,
  testShop,
  setUpOrdering,
} from "../../../tests/support/ordering.ts";

setUpOrdering();

describe("an order", () => {
  test("is taxed at the owner's rates of its day and keeps them (D8)", async () => {
    await setSeller(testShop.context, { taxRates: { cgst: 6, sgst: 2.5 } });
    const { body } = await postOrder(createBag(["coaster", 2]));
    const taxed = { subtotal: 100, cgst: 6, sgst: 2.5, totalAmount: 108.5, taxRates: { cgst: 6, sgst: 2.5 } };
    expect(body["order"] ?? body).toMatchObject(taxed);
    await setSeller(testShop.context, {});
    const { orderId } = (body["order"] ?? body) as { orderId: string };
    expect((await testShop.api.as(asha).get(`/api/orders/${orderId}`)).body).toMatchObject({ order: taxed });
  });

  test("of a page that still shows other taxes is refused, and goes through with those of now (D3, D8)", async () => {
    const seen = { ...createBag(["coaster", 2]), shownTaxRates: { cgst: 9, sgst: 9 } };
    await setSeller(testShop.context, { taxRates: { cgst: 6, sgst: 2.5 } });
    const before = await hashOrderTables();
    const refused = await postOrder(seen);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "prices_changed", details: { taxRates: { cgst: 6, sgst: 2.5 } } },
    });
    expect(await hashOrderTables()).toEqual(before);
    expect(await postOrder({ ...seen, shownTaxRates: { sgst: 2.5, cgst: 6 } })).toMatchObject({
      status: 200,
    });
  });

  test("of goods of several rates keeps them, line by line, and says their taxes rate by rate (D3, D8)", async () => {
    const taxes = { rates: [{ products: ["acacia-bowl"], rate: 5 }] };
    await setSeller(testShop.context, {}, taxes);
    const shownTaxRates = { cgst: 9, sgst: 9, isVaried: true };
    const { items, ...bag } = createBag(["acacia-bowl", 1], ["coaster", 2]);
    const refused = await postOrder({ ...bag, items, shownTaxRates });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "prices_changed", details: [{ productId: "acacia-bowl", gstRate: 5 }] },
    });
    const seen = items.map((item) => (item.productId === "acacia-bowl" ? { ...item, gstRate: 5 } : item));
    const { body } = await postOrder({ ...bag, items: seen, shownTaxRates });
    const taxed = {
      subtotal: 2599,
      cgst: 71.48,
      sgst: 71.48,
      totalAmount: 2741.96,
      taxRates: { cgst: 9, sgst: 9 },
      taxes: [
        { rates: { cgst: 2.5, sgst: 2.5 }, cgst: 62.48, sgst: 62.48 },
        { rates: { cgst: 9, sgst: 9 }, cgst: 9, sgst: 9 },
      ],
    };
    expect(body["order"] ?? body).toMatchObject(taxed);
    await setSeller(testShop.context, {});
    const { orderId } = (body["order"] ?? body) as { orderId: string };
    expect((await testShop.api.as(asha).get(`/api/orders/${orderId}`)).body).toMatchObject({ order: taxed });
  });

  test("of goods that all have another rate has it as its own", async () => {
    await setSeller(testShop.context, {}, { rates: [{ hsn: "44", rate: 5 }] });
    const { body } = await postOrder(createBag(["acacia-bowl", 1], ["coaster", 2]));
    const order = (body["order"] ?? body) as Record<string, unknown>;
    expect(order).toMatchObject({ subtotal: 2599, cgst: 64.98, taxRates: { cgst: 2.5, sgst: 2.5 } });
    expect(order).not.toHaveProperty("taxes");
    expect(await readRows("order_line")).toMatchObject([{ gst_rate: null }, { gst_rate: null }]);
    await setSeller(testShop.context, {});
  });

  test("has the coupon of the owner's file, or none; a page that still shows another one is refused", async () => {
    const coupon = { name: "DIWALI", percent: 10, from: 100 };
    const seen = { ...createBag(["coaster", 2]), shownTaxRates: { cgst: 9, sgst: 9 } };
    await setSeller(testShop.context, { coupon });
    expect(await postOrder(seen)).toMatchObject({
      status: 409,
      body: { code: "prices_changed", details: { taxRates: { cgst: 9, sgst: 9, coupon } } },
    });
    const { body } = await postOrder({ ...seen, shownTaxRates: { cgst: 9, sgst: 9, coupon } });
    const sum = { subtotal: 100, totalAmount: 118, discount: 11.8, grandTotal: 106.2 };
    expect(body["order"] ?? body).toMatchObject(sum);
    await setSeller(testShop.context, { coupon: null });
    const { body: without } = await postOrder(createBag(["coaster", 2]));
    expect(without["order"] ?? without).toMatchObject({ discount: 0, grandTotal: 118 });
    const { orderId } = (body["order"] ?? body) as { orderId: string };
    expect((await testShop.api.as(asha).get(`/api/orders/${orderId}`)).body).toMatchObject({ order: sum });
    await setSeller(testShop.context, {});
  });

  test("answers with the shop's own figures and the snapshot of what was sold", async () => {
    const answer = await postOrder({
      ...createBag(["acacia-bowl", 1, 2499], ["teak-tray", 2]),
      userId: asha.accountId,
      totalAmount: 1,
      notes: " Ring twice ",
      contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
      companyInvoice: {
        address: "Fort",
        name: "Acme",
        taxCode: "27AAAAA0000A1Z2",
        email: "books@example.com",
      },
      paymentMethod: "card",
    });
    expect(answer.status).toBe(200);
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
    expect(await readRows("payment")).toMatchObject([
      { amount: "638746", currency: "INR", status: "Pending" },
    ]);
  });

  test("stays readable when the product has left the shop (D91)", async () => {
    const { order } = await buy(testShop, "acacia-bowl", { by: asha });
    await withdrawProduct(testShop.context, "acacia-bowl");
    expect(await readRows("order_line")).toMatchObject([{ product_id: "acacia-bowl", hsn: "4419" }]);
    const answer = await testShop.api.as(asha).get(`/api/orders/${order.orderId}`);
    expect(answer.body).toMatchObject({
      order: { items: [{ productId: { title: "Acacia Bowl" }, price: 2499 }] },
    });
  });

  test("merges lines of one product and takes populated product objects (D20)", async () => {
    const answer = await postOrder({
      items: [
        { productId: { _id: "teak-tray", title: "anything" }, quantity: 1 },
        { productId: { id: "teak-tray" }, quantity: 2 },
      ],
      shippingAddress,
    });
    expect(answer.body).toMatchObject({
      order: { items: [{ productId: { _id: "teak-tray" }, quantity: 3 }] },
    });
    expect(await readRows("stock_movement")).toMatchObject([{ kind: "reserve", quantity: 3 }]);
  });

  test("of ₹0 needs no payment and goes straight to work (D5)", async () => {
    const answer = await postOrder(createBag(["coaster", 1]));
    expect(answer.body).toMatchObject({
      order: { grandTotal: 0, discount: 59, orderStatus: "Processing", paymentStatus: "Completed" },
    });
    expect(await readRows("payment")).toEqual([]);
  });

  test("falls back to the profile for name and phone (D63)", async () => {
    const { phoneNumber: _, ...withoutPhone } = shippingAddress;
    const answer = await postOrder({ ...createBag(["acacia-bowl", 1]), shippingAddress: withoutPhone });
    expect(answer.body).toMatchObject({
      order: { shippingAddress: { phoneNumber: asha.phoneNumber }, contact: { email: asha.email } },
    });
  });
});

test("goes to a saved address alone, with its own phone before the profile's (§2.8, D63, D62)", async () => {
  const { context } = testShop;
  const saved = await context.transact((tx) =>
    addAddress(tx, asha.accountId, { ...shippingAddress, phoneNumber: "9000000001" }, { now: context.now() }),
  );
  const items = [{ productId: "acacia-bowl", quantity: 1 }];
  expect((await postOrder({ items, selectedAddressId: saved.id })).body).toMatchObject({
    order: { shippingAddress: { street: shippingAddress.street, phoneNumber: "9000000001" } },
  });
});

test("200 buyers, 10 pieces: exactly 10 orders (T14)", async () => {
  const buyers = await Promise.all(Array.from({ length: 200 }, () => signInCustomer(testShop.context)));
  const answers = await Promise.all(
    buyers.map((buyer) => postOrder(createBag(["acacia-bowl", 1], ["teak-tray", 1]), {}, buyer)),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(190).fill(409)]);
  expect(await readRows("orders")).toHaveLength(10);
  expect(await readStock(testShop.context, "teak-tray")).toEqual({ onHand: 10, reserved: 10 });
});

test("only what was ordered leaves the cart; what another device has added since stays (§2.8, T38, D102)", async () => {
  const { pool } = testShop.context.database;
  for (const [productId, quantity] of [
    ["acacia-bowl", 3],
    ["teak-tray", 1],
    ["coaster", 2],
  ])
    await pool.query("insert into cart_line values ($1, $2, $3, now(), now())", [
      asha.accountId,
      productId,
      quantity,
    ]);
  const ravi = await signInCustomer(testShop.context);
  await pool.query("insert into cart_line values ($1, 'teak-tray', 1, now(), now())", [ravi.accountId]);

  expect((await postOrder(createBag(["acacia-bowl", 1], ["teak-tray", 2]))).status).toBe(200);
  const { rows } = await pool.query("select product_id, quantity from cart_line order by product_id");
  expect(rows).toEqual([
    { product_id: "acacia-bowl", quantity: 2 },
    { product_id: "coaster", quantity: 2 },
    { product_id: "teak-tray", quantity: 1 },
  ]);
});

test("fields that are not the customer's to set are dropped (T12)", async () => {
  const forged = {
    orderId: "TRV-MINE00",
    paymentStatus: "Completed",
    orderStatus: "Delivered",
    status: "Delivered",
    payable: 0,
    discount: 99_999,
    refundAmount: 1_000,
    coupon: 99_999,
    accountId: "0193b1a2-0000-7000-8000-000000000000",
    createdAt: "2020-01-01T00:00:00.000Z",
    tracking: { courier: "mine", number: "1" },
    cancellation: { status: "Approved" },
    taxRates: { cgst: 0, sgst: 0 },
    role: "admin",
  };
  const answer = await postOrder({ ...createBag(["acacia-bowl", 1]), ...forged });
  expect(answer.status).toBe(200);
  expect(await readRows("orders")).toMatchObject([
    {
      order_id: expect.not.stringMatching("TRV-MINE00"),
      account_id: asha.accountId,
      status: "Pending",
      payment_status: "Pending",
      payable: "284982",
      coupon: "9900",
      tracking: null,
      cancellation_status: null,
    },
  ]);
});
