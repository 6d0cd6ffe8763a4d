import { expect, test } from "vitest";
import { toIsoDay, toMidnight } from "#contract/dates.ts";
import { DAY, MINUTE, SECOND } from "#contract/time.ts";
import { orders, parcel } from "#shop/orders/server/tables.ts";
import { bought, payBoughtOrder, readStatus, setUpBoughtOrder } from "../../../tests/support/bought-order.ts";
import { deliver, send } from "../../../tests/support/couriers-list.ts";
import { buy, buyPaid, context, testShop } from "../../../tests/support/test-shop.ts";

setUpBoughtOrder();

async function buyAnother() {
  context.clock.advance(SECOND);
  return (await buyPaid("acacia-bowl")).order.orderId;
}

test("a list of deliveries with errors is not recorded unless the owner skips the faulty rows, and importing it again changes nothing", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const unpaid = (await buy(testShop, "acacia-bowl")).order.orderId;
  const lines = ["Order,Courier,AWB", `${orderId},Delhivery,77`, `${unpaid},Delhivery,78`, "TRV-NOPE00,,"];
  await expect(deliver(lines.slice(0, 2))).rejects.toThrow(
    `row 2: ${orderId} has not been dispatched yet. Dispatch it first`,
  );
  await send(lines.slice(0, 2));
  await expect(deliver(lines)).rejects.toThrow(
    [
      "No order was marked as delivered, because 2 rows of couriers.csv have errors:",
      `row 3: ${unpaid} is Pending, so its status cannot change to Delivered. The status can change to Cancelled.`,
      "row 4: there is no order “TRV-NOPE00” (column “Order”)",
      "Correct these rows, or choose to skip the faulty rows and mark the other orders as delivered.",
    ].join("\n"),
  );
  expect(await deliver(lines, { "skip-faulty": "on" })).toMatchObject({
    attention: true,
    message: "1 order marked as delivered. Each customer gets an e-mail.\n2 rows skipped because of errors.",
  });
  expect(await readStatus()).toBe("Delivered/Completed");
  expect(await deliver(lines.slice(0, 2))).toMatchObject({
    data: { delivered: [], unchanged: [orderId], errors: [] },
  });
});

test("a list of deliveries sets the day of each delivery, from which the time for returns counts", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  await send(["Order,Courier,AWB", `${orderId},Delhivery,77`]);
  context.clock.advance(5 * DAY);
  const day = toIsoDay(new Date(context.now().getTime() - 2 * DAY));
  const list = (cell: string) => ["Order,Status,Delivered On", `${orderId},Delivered,${cell}`];
  await expect(deliver(list("31-02-2026"))).rejects.toThrow(
    "row 2: the day of the delivery “31-02-2026” (column “Delivered On”) cannot be read.",
  );
  await expect(send(list(day), {}, { verb: "deliver", confirmed: false })).rejects.toMatchObject({
    details: {
      rows: [
        [
          orderId,
          expect.anything(),
          "Delivered",
          expect.stringMatching(/^Delivered on \d+ \w+ \d{4}, e-mail/),
        ],
      ],
    },
  });
  expect(await deliver(list(day))).toMatchObject({ data: { delivered: [orderId] } });
  const end = new Date(toMidnight(day).getTime() + DAY - MINUTE);
  expect(await context.db.select().from(orders)).toMatchObject([{ deliveredAt: end }]);
  expect(await context.db.select().from(parcel)).toMatchObject([{ deliveredAt: end }]);
});

test("if a courier's list does not contain the day of a delivery, the delivery counts from the import of the list", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  await send(["Order,Courier,AWB", `${orderId},Delhivery,77`]);
  context.clock.advance(5 * DAY);
  const second = await buyAnother();
  await send(["Order,Courier,AWB", `${second},Delhivery,78`]);
  const promised = toIsoDay(new Date(context.now().getTime() + 2 * DAY));
  expect(await deliver(["Order,Delivery Time", `${orderId},3 days`])).toMatchObject({
    data: { delivered: [orderId] },
  });
  expect(await deliver(["Order,Delivery Date", `${second},${promised}`])).toMatchObject({
    data: { delivered: [second] },
  });
  const delivered = { deliveredAt: context.now() };
  expect(await context.db.select().from(orders)).toMatchObject([delivered, delivered]);
});

test("in a courier's list of deliveries without order numbers, the parcels are found by their tracking numbers", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const [second, third] = [await buyAnother(), await buyAnother()];
  await send(["Order,Courier,AWB", `${orderId},India Post,EM1`, `${second},India Post,EM2`]);
  await send(["Order,Courier,AWB", `${third},India Post,EM2`]);
  const lines = ["Article Number,Status", "EM1,Item Delivered", "EM2,Item Delivered", "EM3,Item Delivered"];
  await expect(deliver(lines)).rejects.toThrow(
    /row 3: \S+ and \S+ have the tracking number EM2\. Record each of these orders separately, without the list\nrow 4: no order was sent with the tracking number “EM3” \(column “Article Number”\)\n/,
  );
  expect(await deliver(lines, { "skip-faulty": "on" })).toMatchObject({ data: { delivered: [orderId] } });
});
