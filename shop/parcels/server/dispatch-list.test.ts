import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { YesNeeded } from "#platform/operator/command.ts";
import { bought, findBoughtOrder, heard, payBoughtOrder, readStatus, runOrderCommand, setUpBoughtOrder } from "../../../tests/support/bought-order.ts";
import { payWith } from "../../../tests/support/paying.ts";
import { provider, testShop } from "../../../tests/support/paying-shop.ts";
import { buy } from "../../../tests/support/test-shop.ts";
import { product } from "#shop/catalogue/server/tables.ts";
import { featureCommands } from "../../../server/features.ts";

setUpBoughtOrder();

const findCommand = (name: string) =>
  featureCommands.find(({ noun, verb }) => noun === "orders" && verb === name);
const [dispatch, deliver] = [findCommand("dispatch"), findCommand("deliver")];

async function send(
  lines: string[],
  options: Record<string, string> = {},
  command = dispatch,
  confirmed = true,
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-couriers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "couriers.csv"), lines.join("\n"));
  const input = { args: {}, options: { from: "couriers.csv", ...options }, folder, confirmed };
  const result = await command?.run(testShop.context, input);
  await testShop.context.settle();
  return result;
}

async function buyPaid() {
  testShop.context.clock.advance(SECOND);
  const other = await buy(testShop, "acacia-bowl");
  await payWith(testShop, provider.url, other);
  await testShop.context.settle();
  return other.order.orderId;
}

test("of a list with errors nothing is sent, each is named at once; the others can be, and again without harm", async () => {
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
      "Nothing was sent: 4 rows of couriers.csv cannot be.",
      "row 3: there is no order TRV-NOPE00",
      `row 4: ${unpaid} is not paid yet (payment: Pending): do not send it. Was it? 'payments reconcile' asks the provider now.`,
      `row 5: row 2 says something else about ${orderId}`,
      "row 8: the link does not begin with https://",
      "Correct them, or send the others: --skip-faulty",
    ].join("\n"),
  );
  expect(heard).toEqual([]);
  expect(await send(lines, { "skip-faulty": "on" })).toMatchObject({
    attention: true,
    message: "1 parcel sent; each customer has a mail. 4 rows not done.",
    data: { sent: [orderId] },
  });
  expect((await findBoughtOrder())?.tracking).toMatchObject({ courier: "Delhivery", number: "77" });
  const again = await send(lines.slice(0, 2));
  expect(again).toMatchObject({ data: { sent: [], unchanged: [orderId], errors: [] } });
  expect(again).not.toHaveProperty("attention");
  expect(heard).toEqual(["dispatched"]);
});

test.each([
  [["Order,Number", "TRV-1,2"], "there is no column courier"],
  [["Order,Courier,Number"], "couriers.csv: holds no parcels"],
])("what is no list is refused: %j", async (lines, words) => {
  await expect(send(lines)).rejects.toThrow(words);
});

test("the pick list is by shelf, and has no order that is not to be sent", async () => {
  const { db } = testShop.context;
  await payBoughtOrder();
  const second = await buyPaid();
  await buy(testShop, "acacia-bowl");
  await db.update(product).set({ shelf: "B10" }).where(eq(product.id, "acacia-bowl"));
  const packed = await runOrderCommand("orders pack");
  expect(packed).toMatchObject({
    title: "2 orders to pack, 2 pieces",
    rows: [["B10", "acacia-bowl", expect.any(String), 2, `${bought.order.orderId} ${second}`]],
  });
  expect(packed.message?.split("\n")[0]).toMatch(/^TRV-\w+ by Wed 25 Nov, Asha Patel, .*: 1 × /);
});

test("what has arrived is noted from the same list, all or nothing, and again without harm", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const unpaid = (await buy(testShop, "acacia-bowl")).order.orderId;
  const lines = ["Order,Courier,AWB", `${orderId},Delhivery,77`, `${unpaid},Delhivery,78`, "TRV-NOPE00,,"];
  await expect(send(lines.slice(0, 2), {}, deliver)).rejects.toThrow(
    `row 2: ${orderId} has not left the workshop. First: orders dispatch ${orderId}`,
  );
  await send(lines.slice(0, 2));
  await expect(send(lines, {}, deliver)).rejects.toThrow(
    [
      "Nothing was changed: 2 rows of couriers.csv cannot be.",
      `row 3: ${unpaid} is Pending and cannot become Delivered. It can become Cancelled (orders cancel ${unpaid}).`,
      "row 4: there is no order TRV-NOPE00",
      "Correct them, or do the others: --skip-faulty",
    ].join("\n"),
  );
  expect(await send(lines, { "skip-faulty": "on" }, deliver)).toMatchObject({
    attention: true,
    message: "1 order delivered; each customer has a mail. 2 rows not done.",
  });
  expect(await readStatus()).toBe("Delivered/Completed");
  expect(await send(lines.slice(0, 2), {}, deliver)).toMatchObject({
    data: { delivered: [], unchanged: [orderId], errors: [] },
  });
});

test("neither list does anything before the owner has said yes", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const lines = ["Order,Courier,AWB", `${orderId},Delhivery,77`];
  await expect(send(lines, {}, dispatch, false)).rejects.toThrow(
    new YesNeeded("Mark 1 parcel as dispatched? Each customer gets a mail and can no longer cancel."),
  );
  expect((await findBoughtOrder())?.tracking).toBeUndefined();
  await send(lines);
  await expect(send(lines, {}, deliver, false)).rejects.toThrow(
    new YesNeeded("Mark 1 order as delivered? That is final, and each customer gets a mail."),
  );
  expect(await readStatus()).toBe("Processing/Completed");
  expect(await send(lines, {}, dispatch, false)).toMatchObject({ data: { sent: [], unchanged: [orderId] } });
});
