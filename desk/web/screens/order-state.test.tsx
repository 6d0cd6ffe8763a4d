import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand, View } from "../../calls.ts";
import { queries } from "../use-view.ts";
import OrderScreen from "./order.tsx";

const settle: DescribedCommand = {
  noun: "orders",
  verb: "deliver",
  summary: "…",
  args: [{ name: "orderId", summary: "the order" }],
  options: { "in-person": { summary: "…", flag: true } },
  examples: [],
};

const placedAt = "2026-11-20T04:30:00.000Z";

const order = {
  orderId: "TRV-7K3M9Q",
  contact: { firstName: "Asha", lastName: "Patel" },
  createdAt: placedAt,
  updatedAt: placedAt,
  status: "Processing",
  paymentStatus: "Completed",
  payable: 99_900,
  cash: false,
  tracking: null,
  dispatchedAt: null,
  deliveredAt: null,
  sendAgainSince: null,
  byPhone: false,
  lines: [{ productId: "tray", title: "Teak Tray", quantity: 2, cancelled: 0, imageUrl: null }],
  shippingAddress: {
    street: "4 Hill Road",
    zipCode: "411001",
    city: "Pune",
    state: "Maharashtra",
    phoneNumber: "9123456780",
  },
};

/**
 * Shows the screen of an order. After a command has run, requests for data get no response until `answer` is called.
 */
function showOrder(fields: object, actions: readonly object[]) {
  let hasRun = false;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const sent: string[] = [];
  const data = () => ({
    "orders show": { ...order, ...fields },
    "orders actions": hasRun ? [] : actions,
  });
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([settle]);
    const { noun, verb } = JSON.parse(body) as CommandRun & View;
    if (address === "/api/view") {
      if (hasRun) await answered;
      return Response.json({
        outcome: "done",
        result: { data: Object.entries(data()).find(([name]) => name === `${noun} ${verb}`)?.[1] },
      });
    }
    sent.push(`${noun} ${verb}`);
    hasRun = true;
    return new Response(`${JSON.stringify({ outcome: "done", result: { message: "Done." } })}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <OrderScreen params={{ orderId: order.orderId }} />
    </QueryClientProvider>,
  );
  return { sent, answer };
}

afterEach(() => queries.clear());

test("an unpaid order of the site shows when it expires, its link to pay, and why no payment can be recorded", async () => {
  const refusal = "TRV-7K3M9Q was placed on the site.";
  const paymentLink = "https://shop.example/pay-order#1";
  showOrder(
    { status: "Pending", paymentStatus: "Pending", payUntil: "2026-11-20T05:30:00.000Z", paymentLink },
    [{ action: "orders paid", refusal }],
  );
  expect(
    await screen.findByText(/^Asha has not paid yet\. You can send Asha the link to pay\./),
  ).toBeTruthy();
  expect(screen.getByText(/reserved until 20 Nov 2026 at 11:00 am\. Then the order expires/)).toBeTruthy();
  expect(screen.getByText(refusal, { exact: false })).toBeTruthy();
  const again = screen.getByRole<HTMLAnchorElement>("link", { name: "Enter it as an order by phone" });
  expect(Object.fromEntries(new URL(again.href).searchParams)).toEqual({
    phone: "9123456780",
    line: "tray:2",
  });
  expect(screen.getByRole("button", { name: "Copy the link" })).toBeTruthy();
});

test("an order to pack shows at the top that it is overdue, the card of the gift and the customer's note, and after the dispatch in the history", async () => {
  const fields = { gift: { message: "Happy Diwali" }, customerNotes: "Ring twice", promised: null };
  showOrder(fields, []);
  expect(await screen.findByText(/Card: Happy Diwali/)).toBeTruthy();
  const title = screen.getByRole("heading", { level: 1 });
  expect(title.closest("header")?.textContent).toMatch(/To packOverdue since \w{3} \d+ Nov$/);
  const history = () => within(screen.getByRole("region", { name: "History" }));
  expect(screen.getByText("The customer wrote: Ring twice")).toBeTruthy();
  expect(history().queryByText(/Happy Diwali|Ring twice/)).toBeNull();
  queries.setQueriesData(
    { predicate: ({ queryKey }) => JSON.stringify(queryKey).includes("show") },
    (shown) => ({
      ...(shown as object),
      dispatchedAt: placedAt,
    }),
  );
  expect(await history().findByText("A gift, with a card: Happy Diwali.")).toBeTruthy();
  expect(title.closest("header")?.textContent).toMatch(/On its way$/);
});

test("after an action, the buttons of an order ignore clicks until the order was read again", async () => {
  const { sent, answer } = showOrder({}, [{ action: "orders deliver --in-person", refusal: null }]);
  const button = await screen.findByRole("button", { name: "Handed over in person" });
  fireEvent.click(button);
  await expect.poll(() => button.closest("[aria-disabled=true]")).not.toBeNull();
  fireEvent.click(button);
  answer();
  await expect.poll(() => screen.queryByRole("button", { name: "Handed over in person" })).toBeNull();
  expect(sent).toEqual(["orders deliver"]);
});
