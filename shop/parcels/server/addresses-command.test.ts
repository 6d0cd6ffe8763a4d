import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  bought,
  findOrderCommand,
  payBoughtOrder,
  setUpBoughtOrder,
} from "../../../tests/support/bought-order.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { sampleSeller } from "../../../tests/support/samples.ts";
import { buy, context, testShop } from "../../../tests/support/test-shop.ts";
import { product } from "#shop/catalogue/server/tables.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { buildBookingFile, bookingFormats, type Booking } from "./booking-files.ts";

setUpBoughtOrder();
beforeEach(() => setSeller(context, {}));

const run = (options: Record<string, string>) =>
  findOrderCommand("orders addresses").run(context, { args: {}, options, folder: "/" });

async function readFile(options: Record<string, string>) {
  const { message = "" } = await run({ ...options, csv: "on" });
  const [headings = [], ...rows] = parse(message, { bom: true });
  return {
    rows: rows.length,
    parcel: Object.fromEntries(headings.map((name, at) => [name, rows[0]?.[at] ?? ""])),
  };
}

const setWeight = (weight: number | null, packed: { L: number; B: number; H: number } | null) =>
  context.db.update(product).set({ weight, packed }).where(eq(product.id, "acacia-bowl"));

test("the booking file for each courier has that courier's headings and each parcel's address, weight and value", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  await buy(testShop, "acacia-bowl");
  await setWeight(850, { L: 30, B: 30, H: 12.5 });
  const shiprocket = await readFile({ for: "shiprocket", order: `${orderId}\n${orderId.toLowerCase()}` });
  expect(shiprocket.rows, "an order that is entered twice is booked once").toBe(1);
  expect(Object.keys(shiprocket.parcel)).toHaveLength(54);
  expect(shiprocket.parcel).toMatchObject({
    "*Order Id": orderId,
    "*Payment Method(COD/Prepaid)": "Prepaid",
    "*Customer First Name": "Asha",
    "*Shipping Address Postcode": expect.stringMatching(/^\d{6}$/),
    "*Product Quantity": "1",
    "*Selling Price(Per Unit Item, Inclusive of Tax)": "2849.82",
    "*Length (cm)": "30",
    "*Height (cm)": "12.5",
    "*Weight Of Shipment(kg)": "0.85",
  });
  expect((await readFile({ for: "delhivery", pickup: "Workshop" })).parcel).toMatchObject({
    "*Sale Order Number": orderId,
    "*Pickup Location Name": "Workshop",
    "*Payment Mode": "Prepaid",
    "COD Amount": "",
    "Packaged Product Weight (gm)": "850",
  });
  const post = await readFile({ for: "india-post" });
  expect(Object.keys(post.parcel)).toHaveLength(48);
  expect(post.parcel).toMatchObject({
    "PHYSICAL WEIGHT": "850",
    HEIGHT: "13",
    "SENDER PINCODE": expect.stringMatching(/^\d{6}$/),
    "CODR/COD": "",
    "BULK REFERENCE": orderId,
  });
});

test("the list of parcels to book names missing values, and no file is made until the values are entered or the parcel is left out", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const { db } = context;
  await setWeight(null, null);
  const [row] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  if (!row) throw new Error("no order");
  const shippingAddress = { ...row.shippingAddress, zipCode: "" };
  await db.update(orders).set({ shippingAddress }).where(eq(orders.id, row.id));
  const bowl = [{ productId: "acacia-bowl", title: "acacia-bowl" }];
  expect(await run({})).toMatchObject({
    title: "1 parcel to book",
    rows: [expect.arrayContaining(["weight of acacia-bowl, box size of acacia-bowl, PIN code"])],
    data: {
      parcels: [{ orderId, weight: null, size: null, missing: { weight: bowl, size: bowl, pin: true } }],
    },
  });
  await expect(run({ for: "shiprocket", csv: "on" })).rejects.toThrow(
    [
      "The file cannot be made yet:",
      `Correct the addresses that have no PIN code: ${orderId}.`,
      "Enter a weight in grams for the products that have none: acacia-bowl.",
      "Enter a box size for the products that have none: acacia-bowl.",
    ].join("\n"),
  );
  await db.update(orders).set({ shippingAddress: row.shippingAddress }).where(eq(orders.id, row.id));
  const shown = await run({ weight: "800", size: "30x20x10", order: orderId });
  expect(shown.rows).toEqual([
    [orderId, expect.any(String), expect.any(String), "800 g", "30 × 20 × 10 cm", expect.any(String), "", ""],
  ]);
  await expect(run({ csv: "on", weight: "800", size: "30x20x10" })).rejects.toThrow(
    "Choose the courier or service.",
  );
});

test.each(["30x20x10", "30 x 20 x 10", "30×20×10 cm", "30*20*10", "30cm X 20cm X 10cm"])(
  "the box size %s is accepted for a courier's booking file",
  async (size) => {
    await payBoughtOrder();
    await setWeight(850, null);
    expect((await readFile({ for: "shiprocket", size })).parcel).toMatchObject({
      "*Length (cm)": "30",
      "*Breadth (cm)": "20",
      "*Height (cm)": "10",
    });
  },
);

test.each([
  "0x1x1",
  "1e1*20*10",
  "0b11×20×10",
  "+5*20*10",
  "30*.5*10",
  "30x20",
  "30x20x10x5",
  "large",
  "30 x 20 x 1000",
])("the box size %s is refused with an example of a size", async (size) => {
  await expect(run({ size })).rejects.toThrow("Enter the box size in centimetres, for example 30 x 20 x 10.");
});

test("the weight of a piece may be entered with a unit, and a weight that is not in whole grams is refused", async () => {
  await payBoughtOrder();
  await setWeight(null, { L: 30, B: 20, H: 10 });
  for (const weight of ["1200", "1200 g", "1.2 kg"])
    expect((await readFile({ for: "shiprocket", weight })).parcel["*Weight Of Shipment(kg)"]).toBe("1.2");
  // 1.001 * 1000 is not a whole number in floating-point arithmetic.
  expect((await readFile({ for: "delhivery", weight: "1.001 kg" })).parcel).toMatchObject({
    "Packaged Product Weight (gm)": "1001",
  });
  for (const weight of ["0.8", "0", "heavy", "100 kg"])
    await expect(run({ weight })).rejects.toThrow("Enter the weight in whole grams, for example 800.");
});

test("the list of parcels to book warns of a sender who is missing or still a sample", async () => {
  await payBoughtOrder();
  const warning = /^Your address is missing or still a sample/;
  expect(await run({})).toMatchObject({ data: { senderWarning: null } });
  await setSeller(context, { address: { ...sampleSeller.address, street: "REPLACE: your street" } });
  expect(await run({})).toMatchObject({ data: { senderWarning: expect.stringMatching(warning) } });
  await setSeller(context, { phone: "+91 00000 00000" });
  expect(await run({})).toMatchObject({ data: { senderWarning: expect.stringMatching(warning) } });
});

test.each([
  ["two lines of 50 letters", `${"a".repeat(50)} ${"b".repeat(50)}`, true],
  ["three lines", `${"a".repeat(50)} ${"b".repeat(50)} Near the temple`, false],
  ["a word of more than 50 letters", "a".repeat(51), false],
])("a booking file of India Post never loses a part of the street: %s", async (_, street, fits) => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  await setWeight(850, { L: 30, B: 30, H: 12 });
  const [{ shippingAddress } = {}] = await context.db.select().from(orders);
  if (!shippingAddress) throw new Error("no order");
  await context.db.update(orders).set({ shippingAddress: { ...shippingAddress, street } });
  expect((await readFile({ for: "delhivery" })).parcel["*Shipping Address Line1"]).toBe(street);
  const post = readFile({ for: "india-post" });
  if (fits) expect((await post).parcel["RECEIVER ADD LINE 2"]).toBe("b".repeat(50));
  else
    await expect(post).rejects.toThrow(
      `The street is too long for this file: ${orderId}. Shorten it to two lines of 50 letters`,
    );
});

test("a courier's booking file leaves out parcels that must not be shipped and escapes formulas in names", async () => {
  const { orderId } = bought.order;
  await expect(run({ for: "shiprocket", order: orderId })).rejects.toThrow("is not paid yet");
  expect(await run({ for: "shiprocket" })).toMatchObject({ message: "There are no parcels to book." });
  await payBoughtOrder();
  await setWeight(850, { L: 30, B: 30, H: 12 });
  const contact = { firstName: "=HYPERLINK(1)", lastName: "x", email: "a@example.com" };
  await context.db.update(orders).set({ contact }).where(eq(orders.orderId, orderId));
  expect((await readFile({ for: "shiprocket" })).parcel["*Customer First Name"]).toBe("'=HYPERLINK(1)");
});

test("a courier's booking file has the cash to collect in the courier's format, for India Post in whole rupees", () => {
  const booking: Booking = {
    orderId: "TRV-4K7Q2M",
    placedAt: new Date("2026-11-24T20:00:00Z"),
    contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
    shippingAddress: {
      street: "14 Lake View Road, Flat 402, Shanti Residency, opposite the old water tower",
      city: "Surat",
      state: "Gujarat",
      zipCode: "395007",
      country: "India",
      phoneNumber: "9876543210",
    },
    content: "1 × Acacia Bowl",
    hsn: "4419",
    weight: 850,
    size: { L: 30, B: 30, H: 12 },
    value: 58_882,
    toCollect: 58_882,
  };
  const fill = (format: keyof typeof bookingFormats) => {
    const [headings = [], cells = []] = buildBookingFile(format, [booking], { seller: null, pickup: "W" });
    return Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]));
  };
  expect(fill("shiprocket")).toMatchObject({
    "*Payment Method(COD/Prepaid)": "COD",
    "*Selling Price(Per Unit Item, Inclusive of Tax)": "588.82",
    "Order Date as dd-mm-yyyy hh:MM": "25-11-2026 01:30",
  });
  expect(fill("delhivery")).toMatchObject({ "*Payment Mode": "COD", "COD Amount": "588.82" });
  expect(fill("shiprocket")["Customer Last Name"]).toBe("Patel");
  booking.contact.lastName = ".";
  expect(fill("shiprocket")["Customer Last Name"], "a customer with a single name").toBe("");
  expect(fill("india-post")).toMatchObject({
    "CODR/COD": "COD",
    "VALUE FOR CODR/COD": "589",
    "RECEIVER ADD LINE 1": "14 Lake View Road, Flat 402, Shanti Residency,",
    "RECEIVER ADD LINE 2": "opposite the old water tower",
  });
});
