import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { at, bowls, showOrder, tray } from "../../../tests/support/jsdom/order-screen.tsx";
import { queries } from "../use-view.ts";

const placedAt = "2026-11-20T04:30:00.000Z";

test("an unpaid order of the site shows when it expires, its link to pay, and why no payment can be recorded", async () => {
  const refusal = "TRV-7K3M9Q was placed on the site.";
  const paymentLink = "https://shop.example/pay-order#1";
  const payUntil = "2026-11-20T05:30:00.000Z";
  const contact = { firstName: "Asha", lastName: "Patel", email: "asha@example.com" };
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
  const mail = new URL(screen.getByRole<HTMLAnchorElement>("link", { name: "E-mail the link" }).href);
  expect([mail.pathname, mail.searchParams.get("subject")]).toEqual([
    "asha%40example.com",
    "Order TRV-7K3M9Q",
  ]);
  expect(mail.searchParams.get("body")).toMatch(
    /not paid yet\..* We keep your pieces until 20 Nov 2026 at 11:00 am, then the order expires\. The link to pay ₹999\.00: https:\/\/shop\.example\/pay-order#1$/,
  );
});

test("an order to pack shows at the top that it is overdue, the gift's card and the customer's note, and a sent order shows card and note in its history", async () => {
  const gift = { message: "Happy Diwali" };
  showOrder({ createdAt: "2025-11-20T04:30:00.000Z", gift, customerNotes: "Ring twice", promised: null });
  expect(await screen.findByText(/Card: Happy Diwali/)).toBeTruthy();
  const title = screen.getByRole("heading", { level: 1 });
  expect(title.closest("header")?.textContent).toMatch(/^TRV-7K3M9QTo packWas due \w{3} \d+ NovMeera/);
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
  expect(title.closest("header")?.textContent).toMatch(/^TRV-7K3M9QOn its way, \d+ daysMeera/);
});

test("after an action, the buttons of an order ignore clicks until the order is loaded again", async () => {
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

/** Lists the names of the buttons in the row that contains the button `name`. */
const listButtons = async (name: RegExp) =>
  [...((await screen.findByRole("button", { name })).parentElement?.querySelectorAll("button") ?? [])].map(
    ({ textContent }) => textContent?.trim(),
  );

test("an order with a request to cancel shows the deadline for an answer, and its first buttons approve the request (with the sum) and decline it", async () => {
  const request = {
    cancellationStatus: "Pending",
    cancellationRequestedAt: new Date().toISOString(),
    cancellationReasons: ["Other"],
  };
  showOrder(request, [
    "orders correct",
    "orders cancel --decline",
    "orders cancel --approve",
    "orders cancel",
  ]);
  expect(
    await screen.findByText(/^The customer asks to cancel the order\. Answer by \d+:\d\d [ap]m tomorrow\.$/),
  ).toBeTruthy();
  expect(await listButtons(/^Approve/)).toEqual([
    "Approve and refund ₹999.00",
    "Decline cancellation",
    "More actions",
  ]);
  expect(screen.getByText("Reason: Other")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "More actions" }));
  const correct = screen.getByRole("button", { name: "Correct the address" });
  expect(correct.closest("li")?.textContent).toBe("Correct the addressStreet, PIN, city, state and phone");
});

const parcel = {
  position: 1,
  status: "Sent",
  isReplacement: false,
  tracking: { courier: "DTDC", number: "7", link: "https://track.example/7" },
  dispatchedAt: at,
  deliveredAt: null,
  lostAt: null,
  pieces: [{ productId: "tray", quantity: 1 }],
};

const getHead = async () => (await screen.findByText(/Placed \d/, { selector: "p" })).closest("header");

test("a sent order shows its courier and number at the top, and three actions before the others", async () => {
  showOrder({ dispatchedAt: at, parcels: [parcel] }, [
    "orders dispatch",
    "orders deliver",
    "orders replace",
    "orders refund",
  ]);
  expect(await listButtons(/^Mark/)).toEqual([
    "Mark as delivered",
    "Refund",
    "Change the courier",
    "More actions",
  ]);
  const head = await getHead();
  expect(head?.textContent).toMatch(/Sent 28 Nov 2026 with DTDC, 7/);
  expect(head?.querySelector("a")?.href).toBe("https://track.example/7");
  fireEvent.click(screen.getByRole("button", { name: "More actions" }));
  expect(screen.getByRole("button", { name: "Send again" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Slip and label" })).toBeTruthy();
});

test("the other actions of an order are in groups, and those that refund or cancel are last", async () => {
  const actions = ["refund --lost", "replace", "correct", "deliver", "dispatch", "refund", "replace --lost"];
  showOrder(
    { dispatchedAt: at, partlySent: true, parcels: [parcel] },
    [...actions, "cancel"].map((name) => `orders ${name}`),
  );
  fireEvent.click(await screen.findByRole("button", { name: "More actions" }));
  const groups = screen
    .getAllByRole("heading", { level: 2 })
    .map((heading) => [
      heading.textContent,
      ...Array.from(
        heading.closest("section")?.querySelectorAll("li > button") ?? [],
        (button) => button.textContent,
      ),
    ]);
  expect(groups.slice(0, 3)).toEqual([
    ["This order", "Correct the address"],
    ["Parcel lost or damaged", "Send again", "Replace a lost parcel", "Refund a lost parcel"],
    ["Refund or cancel", "Refund", "Cancel unsent pieces and refund"],
  ]);
});

test.each([
  ["can", new Date().toISOString(), /Can be returned until/],
  ["could", "2025-11-28T02:15:00.000Z", /Could be returned until 5 Dec 2025/],
])("a delivered order shows until when it %s be returned", async (_, deliveredAt, text) => {
  showOrder({ status: "Delivered", dispatchedAt: at, deliveredAt });
  expect((await getHead())?.textContent).toMatch(text);
});

test("an order that was handed over in person, without a parcel, shows when it was delivered", async () => {
  showOrder({ status: "Delivered", deliveredAt: at, parcels: [] });
  expect((await getHead())?.textContent).toMatch(/Delivered 28 Nov 2026/);
  expect(screen.getByRole("region", { name: "History" }).textContent).toMatch(/Delivered/);
});

test("an order with a replacement to send shows its pieces without a price, and its address can be corrected, but not its company", async () => {
  const lost = { ...parcel, status: "Lost", lostAt: at };
  showOrder(
    {
      dispatchedAt: at,
      sendAgainSince: at,
      lines: [{ ...tray, unitPrice: 99_900, replacing: 1, unsent: 0 }],
      parcels: [lost],
    },
    ["orders dispatch", "orders correct", "orders replace"],
  );
  const section = await screen.findByRole("region", { name: "Replacement to send, free of charge" });
  expect(section.textContent).toMatch(/1 × Teak Tray$/);
  expect(screen.getByText("Ordered before (lost 28 Nov 2026)").closest("details")?.open).toBe(false);
  expect((await getHead())?.textContent).toMatch(
    /Replacement to send.*Reported lost 28 Nov 2026, sent with DTDC, 7/,
  );
  expect(await listButtons(/^Dispatch/)).toEqual([
    "Dispatch",
    "Slip and label",
    "Correct the address",
    "More actions",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Correct the address" }));
  const street = await screen.findByRole("textbox", { name: /^Street/ });
  expect(screen.queryByRole("textbox", { name: /GSTIN/ })).toBeNull();
  // The shop refuses an unchanged address, so the form asks for a preview only after a change.
  const countPreviews = () =>
    within(screen.getByRole("dialog")).queryAllByRole("status", { busy: true }).length;
  expect(countPreviews()).toBe(0);
  fireEvent.change(street, { target: { value: "9 New Lane" } });
  expect(countPreviews()).toBe(1);
});

test("a packer, who sees no parcels, can dispatch a replacement, and sees its pieces", async () => {
  const lines = [tray, bowls].map((line) => ({ ...line, unsent: 0, replacing: line === tray ? 1 : 0 }));
  showOrder({ dispatchedAt: at, sendAgainSince: at, lines }, ["orders dispatch"]);
  expect(await listButtons(/^Dispatch/)).toEqual(["Dispatch", "Slip and label"]);
  fireEvent.click(screen.getByRole("button", { name: "Dispatch" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["1 × Teak Tray"]);
});

test("the refund form explains why the price of a piece differs from its unit price in the order", async () => {
  const lines = [{ ...tray, quantity: 2, unitPrice: 99_900, paid: 230_000 }];
  showOrder({ status: "Delivered", dispatchedAt: at, lines, cgst: 9_000, sgst: 9_000, coupon: 1_000 }, [
    "orders refund",
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "Refund" }));
  expect(screen.getByText("Can be refunded").nextSibling?.textContent).toBe("₹999.00");
  expect(screen.getByText(/^It goes back the way it was paid/)).toBeTruthy();
  expect(screen.getByText("₹1,150.00 each with GST after the discount")).toBeTruthy();
});
