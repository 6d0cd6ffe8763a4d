import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import {
  bought,
  findBoughtOrder,
  findOrderCommand,
  publishedEvents,
  payBoughtOrder,
  readStatus,
  setUpBoughtOrder,
} from "../../../tests/support/bought-order.ts";
import { deliver, send } from "../../../tests/support/couriers-list.ts";
import { buy, buyPaid, context, testShop } from "../../../tests/support/test-shop.ts";
import { orderNote, orders } from "#shop/orders/server/tables.ts";
import { parseParcelStatus } from "./list-columns.ts";

setUpBoughtOrder();

async function buyAnother() {
  context.clock.advance(SECOND);
  return (await buyPaid("acacia-bowl")).order.orderId;
}

test("a dispatch list with errors dispatches no order, and --skip-faulty dispatches the orders of its valid rows", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const unpaid = (await buy(testShop, "acacia-bowl")).order.orderId;
  const lines = [
    "Order,Courier,AWB,Link",
    `${orderId.toLowerCase()},Delhivery,77,`,
    "TRV-NOPE00,Delhivery,78,",
    `${unpaid},Delhivery,79,`,
    `${orderId},Blue Dart,77,`,
    "",
    `,,,`,
    `${orderId},Delhivery,77,http://x.example`,
  ];
  const refused = await send(lines).catch((cause: Error) => cause.message);
  expect(refused).toBe(
    [
      "No parcel was marked as dispatched, because 4 rows of couriers.csv have errors:",
      "row 3: there is no order “TRV-NOPE00” (column “Order”)",
      `row 4: ${unpaid} is not paid yet, so do not send it. If the customer has paid, compare the payments with the provider now.`,
      `row 5: row 2 has another courier or tracking number for ${orderId}`,
      "row 8: the link “http://x.example” (column “Link”) does not begin with https://",
      "Correct these rows, or choose to skip the faulty rows and dispatch the other parcels.",
    ].join("\n"),
  );
  expect(publishedEvents).toEqual([]);
  expect(await send(lines, { "skip-faulty": "on" })).toMatchObject({
    attention: true,
    message:
      "1 parcel marked as dispatched. Each customer gets an e-mail.\n4 rows skipped because of errors.",
    data: { sent: [orderId] },
  });
  expect((await findBoughtOrder())?.tracking).toMatchObject({ courier: "Delhivery", number: "77" });
  const again = await send(lines.slice(0, 2));
  expect(again).toMatchObject({ data: { sent: [], unchanged: [orderId], errors: [] } });
  expect(again).not.toHaveProperty("attention");
  expect(publishedEvents).toEqual(["dispatched"]);
});

test("a dispatch list does not change the courier or the number of a parcel that is already on its way", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const head = "Order,Courier,AWB,Link";
  await send([head, `${orderId},Blue Dart,4694712907,`]);
  const tracking = (await findBoughtOrder())?.tracking;
  for (const row of [`${orderId},Delhivery,5511,`, `${orderId},Blue Dart,5511,`])
    await expect(send([head, row])).rejects.toThrow(
      `row 2: ${orderId} was already sent with Blue Dart, 4694712907. If that is wrong, correct the tracking number on the order`,
    );
  expect(await send([head, `${orderId},Blue Dart,4694712907,https://x.example/1`])).toMatchObject({
    data: { sent: [], unchanged: [orderId], errors: [] },
  });
  expect((await findBoughtOrder())?.tracking).toEqual(tracking);
});

test("a dispatch list with the same tracking number for two orders is refused, unless both orders were already sent with this number", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const second = await buyAnother();
  const lines = ["Order,Courier,AWB", `${orderId},Delhivery,77`, `${second},Delhivery,77`];
  await expect(send(lines)).rejects.toThrow(
    [
      "No parcel was marked as dispatched, because 2 rows of couriers.csv have errors:",
      `row 2: row 3 has the same tracking number for ${second}. If both orders are in this parcel, mark each order as dispatched separately, without the list`,
      `row 3: row 2 has the same tracking number for ${orderId}. If both orders are in this parcel, mark each order as dispatched separately, without the list`,
    ].join("\n"),
  );
  for (const line of lines.slice(1)) await send(["Order,Courier,AWB", line]);
  expect(await send(lines)).toMatchObject({ data: { sent: [], unchanged: [orderId, second] } });
});

test("the error about a tracking number names its row and its column, and quotes the cell", async () => {
  await payBoughtOrder();
  const sendNumber = (number: string) =>
    send(["Order,Courier,AWB", `${bought.order.orderId},Delhivery,${number}`]);
  await expect(sendNumber("")).rejects.toThrow("row 2: the tracking number (column “AWB”) is missing");
  await expect(sendNumber("7".repeat(61))).rejects.toThrow(
    `row 2: the tracking number “${"7".repeat(40)}” (column “AWB”) is longer than 60 characters`,
  );
});

test.each([
  [["Order,Number", "TRV-1,2"], "the shop does not recognise which column is courier"],
  [["Order,Courier,Number"], "couriers.csv: contains no parcels"],
])("the dispatch list %j is refused because it has no courier column or no rows", async (lines, words) => {
  await expect(send(lines)).rejects.toThrow(words);
});

test("the error about an uploaded file that is not a dispatch list stays short, even if its heading line is very long", async () => {
  await expect(send(["x".repeat(300_000), "y"])).rejects.toThrow(/^.{1,900}$/s);
});

test("a command with a list of parcels refuses options for one order, and a command for one order refuses options for a list", async () => {
  const lines = ["Order,Courier,AWB", `${bought.order.orderId},Delhivery,77`];
  for (const [name, value] of Object.entries({ number: "1", line: "acacia-bowl:1", parcel: "2" }))
    await expect(send(lines, { [name]: value })).rejects.toMatchObject({
      fields: { [name]: "Leave this empty for a list." },
    });
  await expect(deliver(lines, { "in-person": "on" })).rejects.toMatchObject({
    fields: { "in-person": "Leave this empty for a list." },
  });
  const say = (verb: string, options: Record<string, string>) =>
    findOrderCommand(`orders ${verb}`).run(context, {
      args: { orderId: bought.order.orderId },
      options,
      folder: "/",
    });
  await expect(say("dispatch", { courier: "A", number: "1", "skip-faulty": "on" })).rejects.toMatchObject({
    fields: { "skip-faulty": "Enter the list too, or leave this empty." },
  });
  await expect(say("deliver", { "in-person": "on", parcel: "2" })).rejects.toThrow("Leave this empty if");
});

test("Shiprocket's export can be read, even with several rows for one order or rows without a parcel", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const [second, third] = [await buyAnother(), await buyAnother()];
  const head = "Order ID,Shiprocket Created At,Status,Channel SKU,Payment Method,Courier Company,AWB Code";
  const sent = await send([
    head,
    `${orderId},24/11/2026 10:02,READY TO SHIP,bowl,Prepaid,Delhivery Surface,'19041424751540`,
    `${orderId},24/11/2026 10:02,READY TO SHIP,tray,Prepaid,Delhivery Surface,'19041424751540`,
    `${second}-C,24/11/2026 10:02,CANCELED,bowl,Prepaid,Delhivery Surface,"=""19041424751541"""`,
    `${third},24/11/2026 10:02,NEW,bowl,Prepaid,,`,
  ]);
  expect(sent).toMatchObject({
    message:
      "1 parcel marked as dispatched. Each customer gets an e-mail.\n1 row skipped, because the tracking number is missing. 1 row skipped, because the courier cancelled the parcel.",
    columns: ["Row", "Order", "Not dispatched because"],
    rows: [
      [4, second, "Cancelled by the courier"],
      [5, third, "No tracking number yet"],
    ],
    data: { sent: [orderId] },
  });
  expect((await findBoughtOrder())?.tracking).toMatchObject({
    courier: "Delhivery Surface",
    number: "19041424751540",
  });
  const underWay = await deliver([head, `${orderId},,OUT FOR DELIVERY,,,Delhivery Surface,1`]);
  expect(underWay).toMatchObject({ data: { delivered: [], underWay: [orderId] } });
  expect(underWay.message).toContain("1 order not delivered yet.");
  const isBack = `${orderId},,RTO DELIVERED,,,Delhivery Surface,1`;
  const returned = [head, isBack, isBack];
  const back = await deliver(returned);
  expect(back).toMatchObject({
    attention: true,
    rows: [2, 3].map((row) => [row, orderId, expect.stringContaining("the parcel is back")]),
  });
  expect(back.message).toContain(
    "1 order lost or coming back. A note about this is in the history of each order.",
  );
  await deliver(returned);
  expect((await context.db.select().from(orderNote)).map(({ words }) => words)).toEqual([
    "The courier's list says “RTO DELIVERED”.",
  ]);
  const faulty = "TRV-AAAAAA,,DELIVERED,,,Delhivery Surface,1";
  const skipped = await deliver([...returned, faulty], { "skip-faulty": "on" });
  expect(
    skipped.rows?.map(([row]) => row),
    "a faulty row does not hide that a parcel is back",
  ).toEqual([2, 3, 4]);
  expect(await readStatus()).toBe("Processing/Completed");
  await deliver([head, `${orderId},,DELIVERED,,,Delhivery Surface,1`]);
  expect(await readStatus()).toBe("Delivered/Completed");
});

test("dispatch lists of Delhivery and India Post, which have no courier column, are recognised by their column names", async () => {
  await payBoughtOrder();
  const second = await buyAnother();
  await send(["Waybill,Order No,Current Status", `123,${bought.order.orderId},Manifested`]);
  expect((await findBoughtOrder())?.tracking).toMatchObject({ courier: "Delhivery", number: "123" });
  const sent = await send([
    "SERIAL NUMBER,BARCODE NO,RECEIVER NAME,BULK REFERENCE",
    `1,EM123456789IN,Asha Patel,${second}`,
  ]);
  expect(sent).toMatchObject({ data: { sent: [second] } });
});

test("the order numbers of a list are also recognised without their prefix, or with a space instead of the hyphen", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const second = await buyAnother();
  const rows = [
    `${orderId.split("-")[1]},Delhivery,77`,
    `${second.toLowerCase().replace("-", " ")},Delhivery,78.0`,
  ];
  expect(await send(["Order,Courier,AWB", ...rows])).toMatchObject({ data: { sent: [orderId, second] } });
  expect((await send(["Order,Courier,AWB", `${second},Delhivery,78`])).data).toMatchObject({
    unchanged: [second],
  });
});

test("the title above the headings of a courier's list and the totals below its rows are left out", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const title = [
    "Report of booked consignments, November",
    "From;01/11/2026;;",
    "",
    "Sl No;Ref No;Docket No;Status",
  ];
  const end = ["Total;1;;", "This is a computer generated report"];
  const lines = [...title, `1;${orderId};D5511;Booked`, "2;TRV-NOPE00;D5512;Booked", ...end];
  await expect(send(lines, { courier: "DTDC" })).rejects.toThrow(
    "because 1 row of couriers.csv has an error:\nrow 6: there is no order “TRV-NOPE00” (column “Ref No”)\n",
  );
  expect(await send(lines, { courier: "DTDC", "skip-faulty": "on" })).toMatchObject({
    data: { sent: [orderId] },
  });
  const { data } = await send(lines, {}, { verb: "columns" });
  expect(data).toMatchObject({
    columns: [{ heading: "Sl No" }, { heading: "Ref No", examples: [orderId, "TRV-NOPE00"] }, {}, {}],
  });
  await expect(send([...title, ...end])).rejects.toThrow("couriers.csv: contains no parcels");
  const named = ["Consignee,Ref No,Docket No", `Total Kitchens,${orderId},D5511`];
  expect(await send(named, { courier: "DTDC" })).toMatchObject({ data: { unchanged: [orderId] } });
});

test("a dispatch list's row without a tracking number counts as skipped, even if its order does not exist", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const rows = [`${orderId},Delhivery,77,Booked`, `${await buyAnother()},Delhivery,,Pending`];
  const list = ["Order,Courier,AWB,Status", ...rows, "TRV-NOPE00,Delhivery,,Pending"];
  await expect(send(list, {}, { confirmed: false })).rejects.toThrow(
    /^Mark 1 parcel as dispatched\? .* Left out, because the tracking number is missing: \S+, TRV-NOPE00\.$/,
  );
  const { message, rows: skipped } = await send(list);
  expect(message).toContain("2 rows skipped, because the tracking number is missing");
  expect(skipped?.at(-1)).toEqual([4, "TRV-NOPE00", "there is no order “TRV-NOPE00” (column “Order”)"]);
});

test("before a dispatch list is imported, the owner sees the customer, the tracking number and the effect for each order", async () => {
  const [first, second, third] = [bought.order.orderId, await buyAnother(), await buyAnother()];
  await payBoughtOrder();
  const head = "Order,Courier,AWB";
  await send([head, `${second},Blue Dart,4694712907`, `${third},DTDC,9`]);
  await context.db
    .update(orders)
    .set({ contact: { firstName: "Ravi", lastName: "", email: "" } })
    .where(eq(orders.orderId, first));
  const rows = [
    `${first},Delhivery,77`,
    `${second},Delhivery,5511`,
    "TRV-NOPE00,Delhivery,78",
    `${third},DTDC,9`,
  ];
  const asked = await send([head, ...rows], { "skip-faulty": "on" }, { confirmed: false }).catch(
    (cause: unknown) => cause,
  );
  const customer = expect.stringMatching(/^Asha \w+, \w+$/);
  expect(asked).toMatchObject({
    // The only customer has no e-mail address.
    message: `4 rows: 1 new, 1 already recorded, 2 with errors (skipped).\nMark 1 parcel as dispatched? The customer can then no longer cancel. These customers have no e-mail address, so tell them yourself: ${first}.`,
    details: {
      columns: ["Order", "Customer", "Parcel", "What happens"],
      rows: [
        [
          second,
          customer,
          "Blue Dart 4694712907 → Delhivery 5511",
          expect.stringMatching(/^Skipped, row 3: .* was already sent/),
        ],
        ["TRV-NOPE00", "", "", "Skipped, row 4: there is no order “TRV-NOPE00” (column “Order”)"],
        [
          first,
          expect.stringMatching(/^Ravi, \w+$/),
          "Delhivery 77",
          "Dispatched. No e-mail address: tell the customer yourself",
        ],
        [third, customer, "DTDC 9", "Already on its way"],
      ],
    },
  });
});

test("the question before a dispatch list is imported names the order whose tracking number is missing", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const second = await buyAnother();
  const list = ["order,courier,number,status", `"${orderId}","DTDC","77",""`, `"${second}","DTDC","",""`];
  await expect(send(list, {}, { confirmed: false })).rejects.toThrow(
    `Mark 1 parcel as dispatched? The customer can then no longer cancel. Each customer gets an e-mail. Left out, because the tracking number is missing: ${second}.`,
  );
  await expect(
    send([...list, `"${second}","DTDC","",""`, ',"DTDC","","Pending"'], {}, { confirmed: false }),
  ).rejects.toThrow(`is missing: ${second}.`);
  expect(await send(list)).toMatchObject({ data: { sent: [orderId] } });
});

test("a row of a dispatch list without an order number is refused, even if a part of an order was sent with the row's tracking number", async () => {
  await payBoughtOrder();
  context.clock.advance(SECOND);
  const { orderId } = (await buyPaid("acacia-bowl", { quantity: 2 })).order;
  const number = "5511";
  await findOrderCommand("orders dispatch").run(context, {
    args: { orderId },
    options: { courier: "Delhivery", number, line: "acacia-bowl:1" },
    folder: "",
    confirmed: true,
  });
  await expect(send(["Order,Courier,AWB", `,Delhivery Surface,${number}`])).rejects.toThrow(
    "row 2: the order number (column “Order”) is missing",
  );
});

test("order numbers are read from the column 'Order', even if another column has numbers of the same form", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  expect(await send(["Docket,Order,Courier", `DEL-100001,${orderId},Delhivery`])).toMatchObject({
    data: { sent: [orderId] },
  });
});

test.each(["Consignment Details", "AWB", "LR / DOCKET", "Docket No.", "Tracking"])(
  "the column of the tracking numbers is recognised by its heading %s",
  async (heading) => {
    const lines = [`Order No,Courier,${heading}`, "TRV-NOPE00,Delhivery,77"];
    const { data } = await send(lines, {}, { verb: "columns" });
    const { contents } = data as { contents: { name: string; column: number | null }[] };
    expect(contents.find(({ name }) => name === "number")).toMatchObject({ column: 3 });
  },
);

test("in a list with unknown headings, the column with the order numbers is recognised even if one order does not exist", async () => {
  const { orderId } = bought.order;
  const find = async (...numbers: string[]) => {
    const lines = ["Cust Ref,Slip", ...numbers.map((number, at) => `${number},551${at}`)];
    const { data } = await send(lines, {}, { verb: "columns" });
    return (data as { contents: { name: string; column: number | null }[] }).contents[0];
  };
  expect(await find(orderId, "TRV-NOPE00", orderId)).toMatchObject({ name: "order", column: 1 });
  expect(await find(orderId, "by hand")).toMatchObject({ name: "order", column: null });
});

test("the columns of a list with unknown headings are shown with examples, and the order numbers are recognised", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const lines = ["Cust Ref,Slip,Status", `'${orderId},"=""5511""",ACTIVE`];
  const { data } = await send(lines, {}, { verb: "columns" });
  expect(data).toEqual({
    columns: [
      { heading: "Cust Ref", examples: [orderId] },
      { heading: "Slip", examples: ["5511"] },
      { heading: "Status", examples: ["ACTIVE"] },
    ],
    contents: [
      { name: "order", needed: true, column: 1 },
      { name: "number", needed: true, column: null },
      { name: "courier", needed: true, column: null },
      { name: "link", needed: false, column: null },
      { name: "status", needed: false, column: 3 },
    ],
    courier: null,
  });
  await send(lines, { columns: "number=2", courier: "Trackon" });
  expect((await findBoughtOrder())?.tracking).toMatchObject({ courier: "Trackon", number: "5511" });
  expect((await send(lines, {}, { verb: "columns" })).data).toMatchObject({ courier: "Trackon" });
  // "ACTIVE" is not the status of a parcel, so the owner says that no column has the status.
  expect(await deliver(lines)).toMatchObject({ data: { delivered: [] } });
  expect(await deliver(lines, { columns: "status=none" })).toMatchObject({ data: { delivered: [orderId] } });
});

test.each([
  ["delivered", ["DELIVERED", "Item Delivered(Addressee)", "Delivery Confirmed"]],
  ["under-way", ["UNDELIVERED", "Out for Delivery", "IN TRANSIT", ""]],
  ["back", ["RTO_DELIVERED", "Returned to Sender"]],
  ["coming-back", ["RTO Initiated", "Item Returned"]],
  ["cancelled", ["CANCELED"]],
  ["lost", ["LOST"]],
])("the couriers' words for the parcel status '%s' are recognised: %j", (meaning, statuses) => {
  for (const status of statuses) expect(parseParcelStatus(status)).toBe(meaning);
});
