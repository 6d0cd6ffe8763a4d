import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { sampleOrder } from "../../../tests/support/samples.ts";
import type { Order } from "../order.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderTimeline } from "./order-timeline.tsx";

vi.mock("#ui/toast.ts", () => ({ toastSuccess: vi.fn() }));

let token: string | null;
const alerted: string[] = [];
const fetched = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  token = "access";
  alerted.length = 0;
  fetched.mockReset();
  setTokenSource({ accessToken: () => token, renew: () => Promise.resolve(null) });
  vi.stubGlobal("alert", (words: string) => void alerted.push(words));
  vi.stubGlobal("fetch", fetched);
});

async function ask() {
  render(<CancelOrder order={sampleOrder} onRequested={() => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Cancel Order" }));
  return within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel Order" });
}

test("the button to cancel a delivered order is disabled with the reason, and a cancelled order has no such button (§5)", () => {
  const arrived = { ...sampleOrder, orderStatus: "Delivered" as const, deliveredAt: sampleOrder.serverTime };
  const { rerender } = render(<CancelOrder order={arrived} onRequested={() => {}} />);
  const description = "This order has been delivered and can no longer be cancelled.";
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel Order", description });
  expect([button.disabled, button.title]).toEqual([true, description]);
  rerender(<CancelOrder order={{ ...arrived, orderStatus: "Cancelled" }} onRequested={() => {}} />);
  expect(screen.queryByRole("button", { name: "Cancel Order" })).toBeNull();
});

test("a cancellation by a customer who is no longer logged in shows an alert and sends no request (§2.15, §5, D68)", async () => {
  const button = await ask();
  token = null;
  await userEvent.click(button);
  expect(alerted).toEqual(["You are not logged in. Please log in to cancel the order."]);
  expect(fetched).not.toHaveBeenCalled();
});

const message = "This order has been delivered and can no longer be cancelled.";

test.each([
  [
    "no reason",
    () => new Response("no", { status: 502 }),
    "Error submitting cancellation. Please try again.",
  ],
  ["a reason", () => Response.json({ success: false, code: "delivered", message }, { status: 409 }), message],
])(
  "the cancellation button shows 'Submitting...' while the cancellation is sent, and a failure with %s shows an alert (§2.15, §5, §8, D68)",
  async (_, answer, words) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    fetched.mockReturnValue(promise);
    const button = await ask();
    await userEvent.click(button);
    expect(screen.getByRole("button", { name: "Submitting..." })).toBe(button);
    resolve(answer());
    await expect.poll(() => alerted).toEqual([words]);
  },
);

test("a cancellation request whose response was lost is shown as submitted if the reloaded order contains the request", async () => {
  const cancellation = { status: "Pending", reasons: [], comments: "", requestedAt: sampleOrder.createdAt };
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  fetched.mockResolvedValue(Response.json({ success: true, order: { ...sampleOrder, cancellation } }));
  await userEvent.click(await ask());
  await expect.poll(() => screen.queryByRole("dialog")).toBe(null);
  expect(alerted).toEqual([]);
});

test("after a cancellation request, the focus is on the order's next step", async () => {
  // jsdom lacks this method.
  Element.prototype.checkVisibility = () => true;
  const cancellation = { status: "Pending", reasons: [], comments: "", requestedAt: sampleOrder.createdAt };
  const requested = { ...sampleOrder, cancellation };
  fetched.mockResolvedValue(Response.json({ success: true, order: requested }));
  function Page() {
    const [order, setOrder] = useState<Order>(sampleOrder);
    return (
      <>
        <OrderTimeline order={order} helpHref="#help" />
        <CancelOrder order={order} onRequested={setOrder} />
      </>
    );
  }
  render(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "Cancel Order" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel Order" }));
  await expect
    .poll(() => document.activeElement?.textContent)
    .toMatch(/^You asked to cancel this order\. We'll reply/);
});

test("the cancellation dialog links to the refund policy, can be closed, and sends the reasons (§2.15, §5, D68)", async () => {
  fetched.mockResolvedValue(Response.json({ success: true, order: sampleOrder }));
  await ask();
  const getDialog = () => within(screen.getByRole("dialog"));
  expect(getDialog().getByRole("link", { name: "refund policy" }).getAttribute("href")).toBe(
    "/refund-policy",
  );
  getDialog().getByText("Your request will be solved in 24 hours");
  await userEvent.click(getDialog().getByRole("button", { name: "Keep Order" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBe(null);
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Cancel Order" }));
  await userEvent.click(getDialog().getByRole("checkbox", { name: "Found cheaper" }));
  await userEvent.click(getDialog().getByRole("button", { name: "Cancel Order" }));
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  const [[path, { body }]] = fetched.mock.calls as unknown as [[string, { body: string }]];
  expect(path).toContain(`/api/orders/${sampleOrder.orderId}/cancel`);
  expect(JSON.parse(body)).toEqual({ reasons: ["Found cheaper"], comments: "" });
});

test("after 24 hours the button to cancel is disabled, and the reason is visible without hovering (§2.15, §5, D68)", () => {
  render(
    <CancelOrder order={{ ...sampleOrder, serverTime: "2026-11-21T09:00:01.000Z" }} onRequested={() => {}} />,
  );
  const why = "Cancellation period expired. You can only cancel within 24 hours of order placement.";
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel Order", description: why });
  expect([button.disabled, button.title]).toEqual([true, why]);
  expect(screen.getByText(why).classList.contains("visually-hidden")).toBe(false);
});
