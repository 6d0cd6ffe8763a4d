import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { type PaymentEnd, paymentMessages, type WindowMessage } from "../payment.ts";
import { PaymentWindow } from "./payment-window.tsx";

const requested: [string, unknown][] = [];
let openWindow: () => Promise<Response>;
let paymentStatus: string;
const onClose = vi.fn<() => void>();
const onSettled = vi.fn<(end: PaymentEnd | null) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  requested.length = 0;
  paymentStatus = "Pending";
  openWindow = async () => Response.json({ success: true, provider: "test", window: "/pay/session-1" });
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const { pathname } = new URL(url, location.origin);
    requested.push([pathname, JSON.parse(body)]);
    return pathname === "/api/payments/window"
      ? openWindow()
      : Response.json({ success: true, paymentStatus, underWay: false });
  });
});
afterEach(() => {
  vi.useRealTimers();
  onClose.mockReset();
  onSettled.mockReset();
});

const createWindow = (isOver = false, orderId: string | null = "TRV-1") => (
  <PaymentWindow
    orderId={orderId}
    payer={{ name: "Asha Patel", email: "asha@example.com", phone: "9876543210" }}
    shopName="Taruva"
    isOver={isOver}
    onClose={onClose}
    onSettled={onSettled}
    onReload={() => {}}
  />
);

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open() {
  const view = render(createWindow());
  await pass(0);
  return view;
}

const getFrame = () => screen.queryByTitle<HTMLIFrameElement>("Pay Online");
const getAgain = () => screen.queryByRole("button", { name: "Open again" });
const countOpened = () => requested.filter(([path]) => path === "/api/payments/window").length;

async function sendState(state: WindowMessage["state"], source: unknown = getFrame()?.contentWindow) {
  const message = new MessageEvent("message", { data: { source: "taruva-pay", state } });
  Object.defineProperty(message, "source", { value: source });
  await act(async () => void window.dispatchEvent(message));
}

/** Simulates a frame with a page that is not the provider's, such as a proxy's error page. */
async function loadForeignPage() {
  fireEvent.load(getFrame()!);
  await pass(1_000);
}

const clickAgain = async () => {
  fireEvent.click(getAgain()!);
  await pass(0);
};

test("the sandbox of the provider's frame allows only forms and scripts", async () => {
  await open();
  expect(getFrame()?.getAttribute("sandbox")).toBe("allow-forms allow-scripts");
  expect(getFrame()?.getAttribute("src")).toBe("/pay/session-1");
});

test.each([
  ["does not load within 15 seconds after Pay", () => sendState("leaving").then(() => pass(15_000))],
  ["is a proxy's error page", () => sendState("leaving").then(loadForeignPage)],
])(
  "if the next page of the payment window %s, 'Open again' replaces the frame (§2.8, D60, D102)",
  async (_, lose) => {
    await open();
    await sendState("open");
    await pass(60_000);
    expect(getFrame()).not.toBeNull();
    for (let times = 1; times <= 4; times++) {
      await lose();
      screen.getByText(paymentMessages.windowLost);
      expect(getFrame()).toBeNull();
      await clickAgain();
      expect(countOpened()).toBe(times + 1);
      await sendState("open");
    }
    expect(onClose).not.toHaveBeenCalled();
  },
);

test("a payment window that lost its connection asks the shop for the result when the browser is online again (§2.8, D102)", async () => {
  await open();
  await sendState("open");
  await sendState("leaving");
  await pass(15_000);
  paymentStatus = "Completed";
  await act(async () => void window.dispatchEvent(new Event("online")));
  await pass(0);
  expect(onSettled.mock.calls).toEqual([["Completed"]]);
});

test.each([
  ["expires", "Expired"],
  ["is paid", "Completed"],
  ["is cancelled", "Refunding"],
])("the payment window closes if the order %s while the window is open (§2.8, D60, D102)", async (_, end) => {
  const { rerender } = await open();
  await sendState("open");
  paymentStatus = end;
  rerender(createWindow(true));
  await pass(2_400);
  expect(onClose).not.toHaveBeenCalled();
  await pass(200);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onSettled.mock.calls).toEqual([[end]]);
});

test("the payment window closes when its page reports that the payment has ended, and the shop's response decides the result (§2.8, D60)", async () => {
  await open();
  await sendState("open");
  await sendState("captured", window);
  expect(onClose).not.toHaveBeenCalled();
  await sendState("captured");
  await pass(0);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onSettled.mock.calls).toEqual([["Pending"]]);
  expect(requested.at(-1)).toEqual(["/api/payments/return", { orderId: "TRV-1" }]);
});

test("if the shop refuses to open the payment window, the page shows the reason and a 'Try again' or 'Pay again' button (§2.8, D102)", async () => {
  const refuse = (status: number, code: string, message: string) => async () =>
    Response.json({ success: false, code, message }, { status });
  openWindow = refuse(503, "unavailable", paymentMessages.unavailable);
  await open();
  screen.getByText(paymentMessages.unavailable);
  openWindow = refuse(409, "under_way", paymentMessages.underWay);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await pass(0);
  screen.getByText(paymentMessages.underWay);
  openWindow = refuse(409, "not_payable", paymentMessages.notPayable);
  fireEvent.click(screen.getByRole("button", { name: "Pay again" }));
  await pass(0);
  screen.getByText(paymentMessages.notPayable);
  expect(requested.map(([, body]) => body)).toEqual([
    { orderId: "TRV-1" },
    { orderId: "TRV-1" },
    { orderId: "TRV-1", again: true },
  ]);
  expect(screen.queryByRole("button", { name: /again/i })).toBeNull();
});
