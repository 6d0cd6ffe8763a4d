import { expect, test } from "vitest";
import { sampleOrder } from "../../tests/support/samples.ts";
import { getCustomerName, getItemTitle } from "./order.ts";
import { parseOrder } from "./read-order.ts";

const now = new Date("2026-11-20T10:00:00.000Z");

const bare = {
  _id: "0190",
  orderId: "A-1",
  createdAt: "2026-11-20T09:00:00.000Z",
  paymentStatus: "Completed",
  paymentMethod: "card",
  orderStatus: "Processing",
  totalAmount: "2829.64",
  cgst: 215.82,
  sgst: 215.82,
  discount: 99,
  items: [{ productId: { title: "Bowl", images: [{ url: "bowl.jpg" }] }, quantity: 1, price: 899 }],
  shippingAddress: {
    street: "14 Lake View Road",
    city: "Surat",
    state: "Gujarat",
    zipCode: "395002",
    country: "India",
  },
  userId: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
};

test("parsing an order from the shop's own server returns the order unchanged", () => {
  expect(parseOrder(structuredClone(sampleOrder))).toEqual(sampleOrder);
});

test("the missing fields of an order that has only the minimum fields of §3 are computed (§7, D101)", () => {
  expect(parseOrder(bare, now)).toMatchObject({
    subtotal: 2398,
    totalAmount: 2829.64,
    grandTotal: 2730.64,
    taxRates: { cgst: 9, sgst: 9 },
    serverTime: now.toISOString(),
    cancellableUntil: "2026-11-21T09:00:00.000Z",
    contact: bare.userId,
    shippingAddress: { phoneNumber: "" },
    items: [{ productId: { _id: "", title: "Bowl", images: [{ url: "/uploads/bowl.jpg" }] } }],
  });
});

test("an order of another backend keeps its contact and tracking number, and invalid tracking data is left out (D61, D67, D101)", () => {
  const contact = { firstName: "Ravi", lastName: "Nair", email: "ravi@example.com" };
  const tracking = { courier: "Delhivery", number: 77, link: null };
  expect(parseOrder({ ...bare, contact, tracking, serverTime: null }, now)).toMatchObject({
    contact,
    tracking: { courier: "Delhivery", number: "77" },
    serverTime: now.toISOString(),
  });
  for (const foreign of ["AWB 1", true, {}, { courier: "Delhivery" }])
    expect(parseOrder({ ...bare, tracking: foreign })?.tracking).toBeUndefined();
});

test("an order of an account without a name shows the name that the buyer typed (D61, D120)", () => {
  const account = { _id: "asha", firstName: "", lastName: "", email: "asha@example.com" };
  const buyer = { firstName: "Asha", lastName: "Rao", email: "asha@example.com" };
  const order = { userId: account, contact: { ...buyer, firstName: "Kamala", buyer } };
  expect(getCustomerName(order)).toBe("Asha Rao");
  expect(getCustomerName({ ...order, userId: { ...account, firstName: "Meera", lastName: "Shah" } })).toBe(
    "Meera Shah",
  );
});

test("an order with only an id has the status Unknown and no amounts", () => {
  const order = parseOrder(
    { orderId: 7, items: null, cancellation: {}, refundAmount: null, createdAt: "soon" },
    now,
  );
  expect(order).toMatchObject({
    _id: "7",
    orderId: "7",
    paymentStatus: "Unknown",
    orderStatus: "",
    items: [],
    totalAmount: 0,
    grandTotal: 0,
    cancellableUntil: "",
  });
  expect([order?.cancellation, order?.refundAmount]).toEqual([undefined, undefined]);
  expect(order && getCustomerName(order)).toBe("Unknown User");
  for (const invalid of [null, {}, "soup", { items: [] }]) expect(parseOrder(invalid)).toBeNull();
});

test.each([
  [null, "Unknown Product"],
  [undefined, "Unknown Product"],
  ["roz", "Product Name Unavailable"],
  [{ _id: "roz" }, "Product Name Unavailable"],
  [{ _id: "roz", title: null, name: "Bowl", images: [null, {}] }, "Bowl"],
])("an order item with the product %j has the title %s", (productId, title) => {
  const [item] = parseOrder({ _id: "a", items: [{ productId, quantity: null, price: null }] })?.items ?? [];
  expect(item && getItemTitle(item)).toBe(title);
  expect(item).toMatchObject({ quantity: 1, price: 0, productId: { images: [] } });
});
