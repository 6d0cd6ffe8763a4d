import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "#ui/dialog-for-jsdom.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY } from "#contract/time.ts";
import { setTokenSource } from "#client/token-source.ts";
import { sampleOrder } from "../../../tests/support/samples.ts";
import { CancelOrder } from "./cancel-order.tsx";

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
afterEach(() => vi.unstubAllGlobals());

/** Opens the dialog and gives its last button. */
async function ask() {
  render(<CancelOrder order={sampleOrder} isReturned={false} onRequested={() => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Cancel Order" }));
  return within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel Order" });
}

test("what has arrived and can be returned is not cancelled: one button stands there, not two", () => {
  const arrived = { ...sampleOrder, orderStatus: "Delivered" as const, deliveredAt: sampleOrder.serverTime };
  const { rerender } = render(<CancelOrder order={arrived} isReturned onRequested={() => {}} />);
  expect(screen.queryByRole("button", { name: "Cancel Order" })).toBeNull();
  const later = new Date(Date.parse(sampleOrder.serverTime) + 8 * DAY).toISOString();
  rerender(
    <CancelOrder order={{ ...arrived, serverTime: later }} isReturned={false} onRequested={() => {}} />,
  );
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel Order" }).disabled).toBe(true);
});

test("without a token an alert asks to log in, and nothing is sent (§2.15, §5, D68)", async () => {
  const button = await ask();
  token = null;
  await userEvent.click(button);
  expect(alerted).toEqual(["You are not logged in. Please log in to cancel the order."]);
  expect(fetched).not.toHaveBeenCalled();
});

test("while it is sent the button says 'Submitting...'; a failure without words is an alert of its own (§2.15, §5, D68)", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  fetched.mockReturnValue(promise);
  const button = await ask();
  await userEvent.click(button);
  expect(screen.getByRole("button", { name: "Submitting..." })).toBe(button);
  resolve(new Response("no", { status: 502 }));
  await expect.poll(() => alerted.length).toBeGreaterThan(0);
  expect(alerted).toEqual(["Error submitting cancellation. Please try again."]);
});

test("too late, the button is disabled and its reason can be read without a mouse (§5)", () => {
  render(
    <CancelOrder
      order={{ ...sampleOrder, serverTime: "2026-11-21T09:00:01.000Z" }}
      isReturned={false}
      onRequested={() => {}}
    />,
  );
  const why = "Cancellation period expired. You can only cancel within 24 hours of order placement.";
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel Order", description: why });
  expect([button.disabled, button.title]).toEqual([true, why]);
  expect(screen.getByText(why).classList.contains("visually-hidden")).toBe(false);
});
