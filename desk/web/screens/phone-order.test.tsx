import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { DescribedCommand, View } from "../../calls.ts";
import type { ListedOrder } from "../order-parts.tsx";
import { queries, refreshViews } from "../use-view.ts";
import PhoneOrderScreen, { findEarlierOrders, toAddress } from "./phone-order.tsx";

const MEERA = { firstName: "Meera", lastName: "Shah" };
const LATA = { firstName: "Lata", lastName: "Rao" };

const order = (contact: object, street: string, phoneNumber: string) =>
  ({
    contact,
    shippingAddress: { street, zipCode: "411001", city: "Pune", state: "Maharashtra", phoneNumber },
  }) as ListedOrder;

const gift = order({ ...LATA, buyer: { ...MEERA, phoneNumber: "9876543210" } }, "4 Hill Road", "9123456780");
const own = order(MEERA, "12 Ring Road", "9876543210");

test("a caller's phone number finds the orders that the caller placed, but not the gifts that the caller received (D120)", () => {
  const { last, usual, addresses } = findEarlierOrders([gift, own], "9876543210");
  expect({ last, usual, addresses }).toEqual({ last: gift, usual: own, addresses: [gift, own] });
  expect(toAddress(gift)).toMatchObject({ street: "4 Hill Road", recipient: "Lata Rao" });
  expect(toAddress(own)).toMatchObject({ recipient: "", "recipient-phone": "" });
  expect(findEarlierOrders([gift, own], "9123456780")).toEqual({
    last: undefined,
    usual: undefined,
    addresses: [],
  });
});

const TEXTS = ["name", "phone", "email", "street", "pin", "city", "state", "recipient", "recipient-phone"];

const take: DescribedCommand = {
  noun: "orders",
  verb: "take",
  summary: "Enters an order by phone.",
  args: [],
  options: {
    ...Object.fromEntries(TEXTS.map((name) => [name, { summary: "a text" }])),
    paid: { summary: "how it was paid", choices: ["upi", "cash"] },
    reference: { summary: "the reference in your bank" },
    cash: { summary: "paid at the door", flag: true },
  },
  examples: [],
  hasPreview: true,
};

const read = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name }).value;
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

function openScreen({ rules, orders }: { rules: Record<string, string>; orders: readonly object[] }) {
  queries.clear();
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([take]);
    if (address === "/api/run")
      return new Response(`${JSON.stringify({ outcome: "refused", message: "Something is missing." })}\n`);
    const data = (JSON.parse(body) as View).noun === "rules" ? { values: rules, revision: "1" } : orders;
    return Response.json({ outcome: "done", result: { data } });
  });
  render(
    <QueryClientProvider client={queries}>
      <PhoneOrderScreen />
    </QueryClientProvider>,
  );
  return screen.findByRole("textbox", { name: "Phone" });
}

test("a known phone number fills in its customer once, and another number clears what the owner has not changed", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  await openScreen({ rules: {}, orders: [{ ...own, ...saved }] });
  type("Phone", "9876543210");
  await expect.poll(() => read("Name")).toBe("Meera Shah");
  expect([read("Street"), read("PIN"), read("City")]).toEqual(["12 Ring Road", "411001", "Pune"]);
  type("Name", "");
  expect(read("Name")).toBe("");
  type("Street", "14 Ring Road");
  type("Phone", "9876543211");
  expect([read("Street"), read("PIN"), read("City")]).toEqual(["14 Ring Road", "", ""]);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "State" }).value).toBe("");
});

test("the recipient is shown when a known gift address fills it in", async () => {
  const saved = { orderId: "TRV-7K3M9Q", createdAt: "2026-11-20T09:00:00.000Z", lines: [] };
  await openScreen({ rules: {}, orders: [{ ...gift, ...saved }] });
  const isOpen = () => screen.getByLabelText(/^Recipient phone/).closest("details")?.open;
  expect(isOpen()).toBe(false);
  type("Phone", "9876543210");
  await expect.poll(isOpen).toBe(true);
});

test("the form of an order by phone asks for cash on delivery only if the shop offers it, and for a reference only if the order is paid", async () => {
  const rules: Record<string, string> = {};
  await openScreen({ rules, orders: [] });
  const paid = screen.getByRole("combobox", { name: "Already paid" });
  const hasCash = () => screen.queryByRole("checkbox", { name: "Cash on delivery" }) !== null;
  const hasReference = () => screen.queryByRole("textbox", { name: "Reference" }) !== null;
  expect([hasCash(), hasReference()]).toEqual([false, false]);
  rules["cash-up-to"] = "5000";
  refreshViews();
  await expect.poll(hasCash).toBe(true);
  fireEvent.change(paid, { target: { value: "upi" } });
  expect([hasCash(), hasReference()]).toEqual([false, true]);
});
