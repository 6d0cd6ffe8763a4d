import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { sampleOrder } from "../../../tests/support/samples.ts";
import type { Order, OrderItem } from "../order.ts";
import { CancelPieces } from "./cancel-pieces.tsx";

const shown: string[] = [];
vi.mock("#ui/toast.ts", () => ({
  toastSuccess: (text: string) => void shown.push(text),
  toastError: (text: string) => void shown.push(text),
}));

type RequestBody = { body: string; method: string };
const fetched = vi.fn<(url: string, init: RequestBody) => Promise<Response>>();
const onChanged = vi.fn<(order: Order) => void>();
const [first] = sampleOrder.items;
if (!first) throw new Error("no items");
const item: OrderItem = { ...first, quantity: 3, cancellable: 2 };
const cancelled: Order = { ...sampleOrder, items: [{ ...item, cancelled: 2, cancellable: 0 }] };

beforeEach(() => {
  shown.length = 0;
  fetched.mockReset();
  onChanged.mockReset();
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", fetched);
});

async function cancelTwo(answer: () => Promise<Response>) {
  fetched.mockImplementation((url, { method }) => {
    if (url.includes("/refunds"))
      return Promise.resolve(Response.json({ success: true, amounts: [100, 250.5] }));
    return method === "PUT" ? answer() : Promise.resolve(Response.json({ success: true, order: cancelled }));
  });
  render(<CancelPieces order={sampleOrder} item={item} onChanged={onChanged} />);
  await userEvent.click(screen.getByRole("button", { name: /^Cancel pieces/ }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.selectOptions(await dialog.findByRole("combobox", { name: "How many pieces" }), "2");
  expect(dialog.getByRole("status").textContent).toContain("₹250.50 comes back to you");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel 2 pieces" }));
  await expect.poll(() => onChanged.mock.calls.length).toBeGreaterThan(0);
}

test("the cancellation dialog shows the refund for the chosen pieces, and sends their number with the shown refund (§5)", async () => {
  await cancelTwo(async () => Response.json({ success: true, order: cancelled }));
  const [, sent] = fetched.mock.calls.find(([, { method }]) => method === "PUT") ?? [];
  expect(JSON.parse(sent?.body ?? "")).toEqual({ quantity: 2, known: 0, amount: 250.5 });
  expect(shown).toEqual(["Cancelled. We'll e-mail you about your refund."]);
});

test("the cancellation dialog has the quantity 1 again after it was closed and opened", async () => {
  fetched.mockImplementation(async () => Response.json({ success: true, amounts: [100, 250.5] }));
  render(<CancelPieces order={sampleOrder} item={item} onChanged={onChanged} />);
  const open = () => userEvent.click(screen.getByRole("button", { name: /^Cancel pieces/ }));
  await open();
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "How many pieces" }), "2");
  await userEvent.click(screen.getByRole("button", { name: "Keep it" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await open();
  expect((await screen.findByRole<HTMLSelectElement>("combobox")).value).toBe("1");
});

test("after a lost response to a cancellation the page shows the order's stored state (D102)", async () => {
  await cancelTwo(() => Promise.reject(new TypeError("reset")));
  expect(shown).toEqual(["Cancelled. We'll e-mail you about your refund."]);
  expect(onChanged.mock.calls[0]?.[0].items[0]?.cancelled).toBe(2);
});

test("an order line without pieces to cancel has no cancel button", () => {
  const { cancellable: _, ...other } = item;
  render(<CancelPieces order={sampleOrder} item={other} onChanged={onChanged} />);
  expect(screen.queryByRole("button")).toBeNull();
});
