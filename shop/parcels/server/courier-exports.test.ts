import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { bought, findBoughtOrder, findOrderCommand, payBoughtOrder, readStatus, setUpBoughtOrder } from "../../../tests/support/bought-order.ts";
import { payWith } from "../../../tests/support/paying.ts";
import { provider, testShop } from "../../../tests/support/paying-shop.ts";
import { buy } from "../../../tests/support/test-shop.ts";

setUpBoughtOrder();

async function run(verb: string, lines: string[], options: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-exports-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "list.csv"), lines.join("\n"));
  const input = { args: {}, options: { from: "list.csv", ...options }, folder, confirmed: true };
  const result = await findOrderCommand(`orders ${verb}`).run(testShop.context, input);
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

test("Shiprocket's export is taken as it is: a row for each product, and rows that are no parcel yet", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const [second, third] = [await buyPaid(), await buyPaid()];
  const head = "Order ID,Shiprocket Created At,Status,Channel SKU,Payment Method,Courier Company,AWB Code";
  const sent = await run("dispatch", [
    head,
    `${orderId},24/11/2026 10:02,READY TO SHIP,bowl,Prepaid,Delhivery Surface,'19041424751540`,
    `${orderId},24/11/2026 10:02,READY TO SHIP,tray,Prepaid,Delhivery Surface,'19041424751540`,
    `${second}-C,24/11/2026 10:02,CANCELED,bowl,Prepaid,Delhivery Surface,"=""19041424751541"""`,
    `${third},24/11/2026 10:02,NEW,bowl,Prepaid,,`,
  ]);
  expect(sent).toMatchObject({
    message: "1 parcel sent; each customer has a mail. 2 rows without a number, or cancelled, left out.",
    data: { sent: [orderId] },
  });
  expect((await findBoughtOrder())?.tracking).toMatchObject({
    courier: "Delhivery Surface",
    number: "19041424751540",
  });
  const underWay = await run("deliver", [head, `${orderId},,OUT FOR DELIVERY,,,Delhivery Surface,1`]);
  expect(underWay).toMatchObject({ data: { delivered: [], underWay: [orderId] } });
  expect(underWay.message).toContain("1 order not delivered yet.");
  const back = await run("deliver", [head, `${orderId},,RTO DELIVERED,,,Delhivery Surface,1`]);
  expect(back).toMatchObject({
    attention: true,
    rows: [[2, orderId, expect.stringContaining("it is back")]],
  });
  expect(await readStatus()).toBe("Processing/Completed");
  await run("deliver", [head, `${orderId},,DELIVERED,,,Delhivery Surface,1`]);
  expect(await readStatus()).toBe("Delivered/Completed");
});

test("Delhivery's and India Post's lists name no courier, and are known by how they call the number", async () => {
  await payBoughtOrder();
  const second = await buyPaid();
  await run("dispatch", ["Waybill,Order No,Current Status", `123,${bought.order.orderId},Manifested`]);
  expect((await findBoughtOrder())?.tracking).toMatchObject({ courier: "Delhivery", number: "123" });
  const sent = await run("dispatch", [
    "SERIAL NUMBER,BARCODE NO,RECEIVER NAME,BULK REFERENCE",
    `1,EM123456789IN,Asha Patel,${second}`,
  ]);
  expect(sent).toMatchObject({ data: { sent: [second] } });
});

test("unknown headings are asked about once, and kept; what was said can be corrected", async () => {
  const { orderId } = bought.order;
  await payBoughtOrder();
  const lines = ["Docket;Ref;Booked", `90017/3;${orderId};24.11.2026`];
  const question = await run("dispatch", lines).catch((cause: Error) => cause.message);
  expect(question).toBe(
    [
      "list.csv: there is no column order, courier or number that the shop knows by its name. Which are they?",
      "    1  Docket  90017/3",
      `    2  Ref     ${orderId}`,
      "    3  Booked  24.11.2026",
      "Say it once, with the column's number or name, and lists like this one are read from then on: --columns order=… courier=… number=…",
      "Or name the courier of all its parcels: --courier …",
    ].join("\n"),
  );
  await expect(run("dispatch", lines, { columns: "order=Nummer" })).rejects.toThrow("has no column Nummer");
  await expect(run("dispatch", lines, { columns: "ref=2" })).rejects.toThrow("There are order, courier,");
  await run("dispatch", lines, { columns: "order=ref\nnumber=1", courier: "Trackon" });
  expect((await findBoughtOrder())?.tracking).toMatchObject({ courier: "Trackon", number: "90017/3" });
  const second = await buyPaid();
  expect(await run("dispatch", [lines[0] ?? "", `90018/3;${second};`])).toMatchObject({
    data: { sent: [second] },
  });
  expect(await run("deliver", lines)).toMatchObject({ data: { delivered: [orderId] } });
});

test("a number that a spreadsheet has shortened is refused, not sent to a customer", async () => {
  await payBoughtOrder();
  await expect(
    run("dispatch", ["order,courier,number", `${bought.order.orderId},Delhivery,1.90414E+13`]),
  ).rejects.toThrow("row 2: the number 1.90414E+13 was shortened by a spreadsheet");
});
