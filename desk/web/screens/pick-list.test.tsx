import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import PickListScreen from "./pick-list.tsx";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const tray = {
  productId: "tray",
  title: "Teak Tray",
  imageUrl: "/pictures/tray.jpg",
  pieces: 3,
  orders: ["TRV-7K3M9Q", "TRV-VF2A5D"],
};

const order = {
  orderId: "TRV-7K3M9Q",
  dueAt: "2099-12-03T00:00:00.000Z",
  packBy: "Thu 3 Dec",
  notBefore: null,
  shelves: [],
  toCollect: 0,
  to: "Asha Patel, Pune",
  pieces: [{ title: "Teak Tray", quantity: 2, imageUrl: "/pictures/tray.jpg" }],
  remarks: ["₹1,299.00 to collect"],
};

function show(data: object) {
  answerDesk([], () => withData(data));
  showDesk(<PickListScreen />);
}

test("the pick list shows the pieces of each shelf with their pictures, and each parcel with its pieces and remarks", async () => {
  show({ orders: [order], picks: [{ ...tray, shelf: "B 3" }] });
  expect(await screen.findByText("1 parcel to pack, 3 pieces")).toBeTruthy();
  expect(screen.getByRole("row", { name: "Teak Tray 3 B 3" })).toBeTruthy();
  const parcel = screen.getByRole("link", { name: "TRV-7K3M9Q" }).closest("li");
  if (!parcel) throw new Error("There is no parcel.");
  expect(within(parcel).getByText("Asha Patel, Pune")).toBeTruthy();
  expect(parcel.textContent).toContain("2 × Teak Tray");
  expect(screen.getByRole("button", { name: "Slips and labels" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Dispatch" }).getAttribute("href")).toBe("/orders?group=to-pack");
  expect(within(parcel).getByRole("presentation")).toBeTruthy();
  expect(within(screen.getByRole("table")).getByRole("presentation")).toBeTruthy();
  expect(within(parcel).getByText("₹1,299.00 to collect")).toBeTruthy();
});

test("a tick on the pick list stays when the page reloads, until another order needs the same pieces", async () => {
  onTestFinished(() => localStorage.clear());
  const picks = [{ ...tray, shelf: null }];
  show({ orders: [order], picks });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Teak Tray" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Packed: TRV-7K3M9Q" }));
  cleanup();
  show({ orders: [order], picks });
  const isTicked = async (name: string) =>
    (await screen.findByRole<HTMLInputElement>("checkbox", { name })).checked;
  expect(await isTicked("Teak Tray")).toBe(true);
  expect(await isTicked("Packed: TRV-7K3M9Q")).toBe(true);
  cleanup();
  show({ orders: [order], picks: [{ ...tray, shelf: null, orders: ["TRV-7K3M9Q"] }] });
  expect(await isTicked("Teak Tray"), "the other order was dispatched").toBe(true);
  cleanup();
  show({ orders: [order], picks: [{ ...tray, shelf: null, orders: [...tray.orders, "TRV-1A2B3C"] }] });
  await expect.poll(() => isTicked("Teak Tray")).toBe(false);
  expect(await isTicked("Packed: TRV-7K3M9Q")).toBe(true);
});

test("the pick list of a shop without shelves has no column for them, and says how to add them", async () => {
  show({ orders: [order], picks: [{ ...tray, shelf: null }] });
  expect(await screen.findByRole("row", { name: "Teak Tray 3" })).toBeTruthy();
  expect(screen.getByText(/^If you enter the shelf of each product/)).toBeTruthy();
});

test("the pick list says that there is nothing to pack, without a button to print", async () => {
  show({ orders: [], picks: [] });
  expect(await screen.findByText("All orders are packed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Print" })).toBeNull();
});

test("the pick list keeps two products with the same title apart in a parcel", async () => {
  const warn = vi.spyOn(console, "error");
  onTestFinished(() => warn.mockRestore());
  const [piece] = order.pieces;
  show({ orders: [{ ...order, pieces: [piece, { ...piece, quantity: 1 }] }], picks: [] });
  const parcel = (await screen.findByRole("link", { name: "TRV-7K3M9Q" })).closest("li");
  expect(parcel?.textContent).toContain("1 × Teak Tray");
  expect(parcel?.textContent).toContain("2 × Teak Tray");
  expect(warn).not.toHaveBeenCalled();
});
