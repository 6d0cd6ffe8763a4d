import { fireEvent, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { DAY } from "#contract/time.ts";
import type { View } from "../../calls.ts";
import { goTo } from "../router.ts";
import { session } from "../session.ts";
import OrdersScreen from "./orders.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const dispatch = describeCommand("orders dispatch", {
  from: { summary: "the list", kind: "file" },
  "skip-faulty": { summary: "skip rows with errors", flag: true },
});

const orders = ["TRV-7K3M9Q", "TRV-VF2A5D"].map((orderId) => ({
  orderId,
  contact: { firstName: "Asha", lastName: "Patel" },
  shippingAddress: { city: "Pune" },
  status: "Processing",
  createdAt: "2026-11-28T02:15:00.000Z",
  dispatchedAt: null,
  payable: 99_900,
  lines: [],
}));

test("if one of several orders to dispatch is refused, it stays chosen and shows the reason until the user deselects it", async () => {
  const rows = [[3, "TRV-VF2A5D", "TRV-VF2A5D is not paid yet"]];
  answerDesk([dispatch], ({ confirmed }, address) => {
    if (address === "/api/view") return withData(orders);
    return confirmed
      ? { outcome: "done", result: { columns: ["Row", "Order", "Why"], rows } }
      : {
          outcome: "confirm",
          question: "Mark 1 parcel as dispatched?",
          action: "Mark 1 parcel as dispatched",
        };
  });
  showDesk(<OrdersScreen />);
  const getBox = (orderId: string) =>
    screen.getByRole<HTMLInputElement>("checkbox", { name: `Choose ${orderId}` });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  fireEvent.click(screen.getByRole("button", { name: "Dispatch" }));
  fireEvent.change(await screen.findByRole("combobox", { name: "Courier" }), { target: { value: "DTDC" } });
  for (const { orderId } of orders)
    fireEvent.change(screen.getByRole("textbox", { name: new RegExp(orderId) }), {
      target: { value: orderId },
    });
  fireEvent.click(screen.getByRole("button", { name: "Dispatch 2 parcels" }));
  fireEvent.click(await screen.findByRole("button", { name: "Mark 1 parcel as dispatched" }));
  const reason = "Not dispatched: TRV-VF2A5D is not paid yet";
  expect((await screen.findByText(reason)).closest("tr")).toBe(getBox("TRV-VF2A5D").closest("tr"));
  expect(orders.map(({ orderId }) => getBox(orderId).checked)).toEqual([false, true]);
  fireEvent.click(getBox("TRV-VF2A5D"));
  expect(screen.queryByText(reason)).toBeNull();
});

test("in the list of orders, the keys j and k move between the orders, and x chooses one", async () => {
  answerDesk([], () => withData(orders));
  showDesk(<OrdersScreen />);
  const [first, second] = await screen.findAllByRole("link", { name: /^TRV-/ });
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press("j");
  expect(document.activeElement).toBe(first);
  press("j");
  press("j");
  expect(document.activeElement).toBe(second);
  press("x");
  expect(await screen.findByText("1 order chosen")).toBeTruthy();
  press("k");
  expect(document.activeElement).toBe(first);
  press("x");
  expect(await screen.findByText("2 orders chosen")).toBeTruthy();
});

test("the form that dispatches several orders leads to the upload of the courier's list of dispatched parcels", async () => {
  answerDesk([dispatch], () => withData(orders));
  showDesk(<OrdersScreen />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  fireEvent.click(screen.getByRole("button", { name: "Dispatch" }));
  fireEvent.click(await screen.findByRole("button", { name: "Upload the courier's list" }));
  expect(await screen.findByRole("button", { name: "Mark as dispatched" })).toBeTruthy();
  expect(screen.queryByRole("combobox", { name: "Courier" })).toBeNull();
});

test("the list of orders names the pieces, marks refunds and replacements, shows how many orders wait, and can be limited to days and a payment", async () => {
  goTo("/orders", { replace: true });
  const sentAt = "2025-11-28T02:15:00.000Z";
  const line = { productId: "tray", title: "Teak Tray", quantity: 2, cancelled: 0, imageUrl: null };
  const listed = [
    {
      ...orders[0],
      status: "Delivered",
      refundAmount: 10_000,
      lines: [{ ...line, title: "Spoon", cancelled: 2 }, line, { ...line, title: "Bowl" }],
    },
    { ...orders[1], dispatchedAt: sentAt, sendAgainSince: sentAt, lines: [{ ...line, replacing: 1 }] },
  ];
  const asked: View[] = [];
  answerDesk([], (view) => {
    asked.push(view);
    return withData(view.verb === "counts" ? { "to-pack": 3 } : listed);
  });
  showDesk(<OrdersScreen />);
  expect(await screen.findByRole("button", { name: "To pack 3" })).toBeTruthy();
  const [, first, second] = await screen.findAllByRole("row");
  expect(first?.textContent).toMatch(/2 × Teak Tray \+\s1\smore₹999\.00DeliveredPartly refunded$/);
  expect(second?.textContent).toMatch(/1 × Teak Tray₹999\.00Replacement to sendWas due \w{3} \d+ \w{3}$/);
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  choose("Placed", "days");
  choose("From", "2026-11-01");
  choose("To", "2026-11-15");
  choose("Payment", "refunded");
  await expect
    .poll(() => asked.findLast(({ verb }) => verb === "list")?.options)
    .toEqual({ limit: "51", since: "2026-11-01", until: "2026-11-15", payment: "refunded" });
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  expect(screen.getByRole("button", { name: "Remove From: 1 Nov 2026" })).toBeTruthy();
});

test("the list of all orders shows when each order to pack is due, and how long a late parcel has been on its way", async () => {
  goTo("/orders", { replace: true });
  const sentAt = new Date(Date.now() - 40 * DAY).toISOString();
  const late = { ...orders[1], createdAt: sentAt, dispatchedAt: sentAt };
  answerDesk([], ({ verb }) =>
    withData(verb === "counts" ? {} : [{ ...orders[0], createdAt: new Date() }, late]),
  );
  showDesk(<OrdersScreen />);
  const [, toPack, onItsWay] = await screen.findAllByRole("row");
  expect(toPack?.textContent).toMatch(/To packDue /);
  expect(onItsWay?.textContent).toMatch(/On its way, 40 days$/);
});

test("the list of orders to pack begins with the parcel that is due first, also if more than 50 orders match a filter and an order has two parcels", async () => {
  goTo("/orders?group=to-pack&search=asha", { replace: true });
  const listed = Array.from({ length: 60 }, (_, at) => ({ ...orders[0], orderId: `TRV-${100_000 + at}` }));
  const due = (order: { orderId: string }, day: number, shelf: string) => ({
    ...order,
    dueAt: `2026-12-${String(day).padStart(2, "0")}T00:00:00.000Z`,
    shelves: [shelf],
    toCollect: 0,
  });
  const [newest = orders[0]] = listed;
  // The pick list is in another order than the list, and has the unsent pieces and the replacement of one order.
  const parcels = [
    ...listed.slice(1).map((order) => due(order, 20, "C3")),
    ...(newest ? [due(newest, 2, "A1"), due(newest, 30, "B2")] : []),
  ];
  const asked: View[] = [];
  answerDesk([], (view) => {
    asked.push(view);
    if (view.verb === "pack") return withData({ orders: parcels, picks: [] });
    return withData(view.verb === "counts" ? {} : listed);
  });
  showDesk(<OrdersScreen />);
  // A query by role is slow in a page with so many elements.
  await screen.findByText("TRV-100000");
  const [first, second, ...others] = document.querySelectorAll("tbody tr");
  expect(first?.textContent).toMatch(/^TRV-100000.*Shelf A1$/);
  expect(second?.textContent).toMatch(/^TRV-100059.*Shelf C3$/);
  expect(others).toHaveLength(48);
  await expect
    .poll(() => asked.findLast(({ verb }) => verb === "list")?.options)
    .toEqual({ limit: "60", search: "asha", group: "to-pack" });
});

test("a replacement can be dispatched together with others, even if it is the only chosen order", async () => {
  goTo("/orders", { replace: true });
  const sent = { ...orders[0], dispatchedAt: "2026-11-29T02:15:00.000Z", status: "Delivered" };
  answerDesk([dispatch], ({ verb }) =>
    withData(
      verb === "counts"
        ? {}
        : [sent, { ...sent, ...orders[1], status: "Delivered", sendAgainSince: sent.dispatchedAt }],
    ),
  );
  showDesk(<OrdersScreen />);
  const choose = async (orderId: string) =>
    fireEvent.click(await screen.findByRole("checkbox", { name: `Choose ${orderId}` }));
  const getButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Dispatch" });
  await choose("TRV-7K3M9Q");
  expect(getButton().disabled).toBe(true);
  await choose("TRV-7K3M9Q");
  await choose("TRV-VF2A5D");
  fireEvent.click(getButton());
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("textbox", { name: /^TRV-VF2A5D/ })).toBeTruthy();
  expect(dialog.queryByRole("textbox", { name: /^TRV-7K3M9Q/ })).toBeNull();
});

test("a packer's list of orders ignores a filter by payment in its address", async () => {
  goTo("/orders?payment=paid", { replace: true });
  session.set({ name: "Ravi", role: "packer", entrance: "passkey", start: "", token: "" });
  onTestFinished(() => session.set(null));
  const asked: View[] = [];
  answerDesk([], (view) => {
    asked.push(view);
    return withData(view.verb === "pack" ? { orders: [], picks: [] } : []);
  });
  showDesk(<OrdersScreen />);
  await expect
    .poll(() => asked.findLast(({ verb }) => verb === "list")?.options)
    .toEqual({ limit: "51", group: "to-pack" });
});
