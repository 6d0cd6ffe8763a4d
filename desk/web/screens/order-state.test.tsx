import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { showOrder } from "../../../tests/support/jsdom/order-screen.tsx";
import { queries } from "../use-view.ts";

const placedAt = "2026-11-20T04:30:00.000Z";

afterEach(() => queries.clear());

test("an unpaid order of the site shows when it expires, its link to pay, and why no payment can be recorded", async () => {
  const refusal = "TRV-7K3M9Q was placed on the site.";
  const paymentLink = "https://shop.example/pay-order#1";
  const payUntil = "2026-11-20T05:30:00.000Z";
  const contact = { firstName: "Asha", lastName: "Patel" };
  showOrder({ status: "Pending", paymentStatus: "Pending", contact, payUntil, paymentLink }, [
    { action: "orders paid", refusal },
  ]);
  expect(
    await screen.findByText(/^Asha has not paid yet\. You can send Asha the link to pay\./),
  ).toBeTruthy();
  expect(screen.getByText(/reserved until 20 Nov 2026 at 11:00 am\. Then the order expires/)).toBeTruthy();
  expect(screen.getByText(refusal, { exact: false })).toBeTruthy();
  const again = screen.getByRole<HTMLAnchorElement>("link", { name: "Enter it as an order by phone" });
  expect(Object.fromEntries(new URL(again.href).searchParams)).toEqual({
    phone: "9123456780",
    line: "tray:1",
  });
  expect(screen.getByRole("button", { name: "Copy the link" })).toBeTruthy();
});

test("an order to pack shows at the top that it is overdue, the card of the gift and the customer's note, and after the dispatch in the history", async () => {
  const gift = { message: "Happy Diwali" };
  showOrder({ createdAt: placedAt, gift, customerNotes: "Ring twice", promised: null });
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
  let answer = () => {};
  const reading = new Promise<void>((resolve) => (answer = resolve));
  const sent = showOrder({}, ["orders deliver --in-person"], { reading });
  const button = await screen.findByRole("button", { name: "Handed over in person" });
  fireEvent.click(button);
  await expect.poll(() => button.closest("[aria-disabled=true]")).not.toBeNull();
  fireEvent.click(button);
  answer();
  await expect.poll(() => screen.queryByRole("button", { name: "Handed over in person" })).toBeNull();
  expect(sent.map(({ verb }) => verb)).toEqual(["deliver"]);
});
