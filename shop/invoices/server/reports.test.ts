import { expect, test } from "vitest";
import { writeSoldOrders } from "../../../tests/support/sold-orders.ts";
import { context, setUpShop } from "../../../tests/support/test-shop.ts";
import { generateUuid } from "#platform/ids.ts";
import { byHandMethods } from "../../payments/payment.ts";
import { payment, refund } from "../../payments/server/tables.ts";
import { reportCommands } from "./reports.ts";

setUpShop({ goods: [{ id: "piece-0", title: "Acacia Bowl", price: 100_000, onHand: 4 }] });

const run = (options: Record<string, string>) =>
  reportCommands.find(({ verb }) => verb === "sales")!.run(context, { args: {}, options, folder: "/" });

const runSales = (options: Record<string, string>) => run({ month: "2026-11", ...options });

const on = (day: string, time = "06:00") => new Date(`2026-11-${day}T${time}:00Z`);

/** The order was placed on the 2nd in India, when it was still the 1st in UTC. Half of it was returned on the 9th. */
const sold = {
  lines: [{ unitPrice: 100_000, quantity: 2, hsn: "4419" }],
  state: "Kerala",
  taxCode: null,
  rate: 9,
  soldOn: on("01", "19:00"),
  refunds: [{ part: 0.5, on: on("09") }],
};

interface Days {
  days: { day: string; invoices: number; creditNotes: number; soldPaise: number; refundedPaise: number }[];
}

test("without a month, the sales report is about the current month", async () => {
  expect(await run({})).toMatchObject({ title: "Sales of 2026-11" });
});

test("the sales report by day lists every day of the month so far and adds up to the month's report", async () => {
  await writeSoldOrders(context, [sold, { ...sold, soldOn: on("05"), refunds: [] }]);
  const { rows = [], data } = await runSales({ by: "day" });
  const { days } = data as Days;
  expect(days).toHaveLength(20);
  expect(days.filter(({ invoices, creditNotes }) => invoices + creditNotes > 0)).toMatchObject([
    { day: "2026-11-02", invoices: 1, creditNotes: 0, soldPaise: 226_100, refundedPaise: 0 },
    { day: "2026-11-05", invoices: 1, soldPaise: 226_100 },
    { day: "2026-11-09", invoices: 0, creditNotes: 1, soldPaise: 0, refundedPaise: 113_050 },
  ]);
  const amounts = (await runSales({})).rows?.at(-1)?.slice(6, 13);
  expect(rows.at(-1)).toEqual(["Total", 2, 1, ...(amounts ?? [])]);
  expect((await runSales({ by: "day", csv: "on" })).message).toContain("2026-11-09,0,1,-1000");
  const byCategory = (await runSales({ by: "category" })).data;
  expect(data).toMatchObject({ categories: (byCategory as { categories: object[] }).categories });
  expect(byCategory).toMatchObject({ categories: [{ category: expect.any(String) }] });
});

test("the sales report lists the payments that arrived in the month by payment method, and the refunds that were sent", async () => {
  await writeSoldOrders(context, [sold, sold, sold, sold, sold]);
  const pay = (at: number, method: string | null, day: string) =>
    context.db.insert(payment).values({
      id: generateUuid(),
      orderId: `TRV-${at}`,
      accountId: generateUuid(),
      amount: 226_100,
      currency: "INR",
      status: "Completed",
      method,
      capturedAt: new Date(`${day}T06:00:00Z`),
      expiresAt: on("30"),
      createdAt: on("01"),
      updatedAt: on("01"),
    });
  await pay(0, "card", "2026-11-02");
  await pay(1, "upi", "2026-11-03");
  await pay(2, "cash", "2026-11-20");
  await pay(3, byHandMethods.bank, "2026-11-20");
  await pay(4, "card", "2026-12-01");
  const sendBack = (at: number, processedAt: Date | null) =>
    context.db.insert(refund).values({
      id: generateUuid(),
      orderId: `TRV-${at}`,
      reason: "return",
      amount: 100_000,
      status: processedAt ? "Processed" : "Pending",
      attempt: 1,
      processedAt,
      createdAt: on("01"),
      updatedAt: on("01"),
    });
  await sendBack(0, on("15"));
  await sendBack(1, null);
  await sendBack(2, new Date("2026-12-01T06:00:00Z"));
  expect((await runSales({ by: "day" })).data).toMatchObject({
    paidBackPaise: 100_000,
    received: [
      { way: "Bank transfer to the shop", paise: 226_100 },
      { way: "Online", paise: 452_200 },
      { way: "Cash on delivery", paise: 226_100 },
    ],
  });
});

test("the sales report fails if the order of an invoice is missing, instead of leaving the invoice out", async () => {
  await writeSoldOrders(context, [sold]);
  await context.database.pool.query("update invoice set order_id = gen_random_uuid() where kind = 'invoice'");
  await expect(runSales({})).rejects.toThrow("The order of 26-27/000001 is missing.");
});
