import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetQueries } from "#client/queries.tsx";
import { openAt } from "../../tests/support/jsdom/open-at.tsx";
import { setTokenSource } from "#client/token-source.ts";
import { restoreSession } from "#shop/accounts/web/session.ts";
import { sampleOrder } from "../../tests/support/samples.ts";
import { Component as OrderDetailsPage } from "./order-details.tsx";
import { Component as OrdersPage } from "./orders.tsx";

vi.mock("#client/live.ts", () => ({ useLive: () => {}, closeLive: () => {} }));
vi.mock("#ui/toast.ts", () => ({ toastError: vi.fn(), toastInfo: vi.fn(), toastSuccess: vi.fn() }));

const statuses = ["Processing", "Delivered", "Cancelled", "Pending"] as const;

/** Sixty orders on successive days. Each costs ₹10 more than the one before, and every fourth has the same status. */
const sixty = Array.from({ length: 60 }, (_, index) => ({
  ...sampleOrder,
  _id: `id-${index}`,
  orderId: `TRV-${String(index + 1).padStart(2, "0")}`,
  createdAt: new Date(Date.UTC(2026, 2, 1 + index)).toISOString(),
  orderStatus: statuses[index % 4],
  totalAmount: 1_000 + index * 10,
  items: sampleOrder.items.slice(index === 30 ? 1 : 0, index === 30 ? 2 : 1),
}));

let answer: (path: string) => Response;
beforeEach(() => {
  forgetQueries();
  localStorage.clear();
  const { userId } = sampleOrder;
  localStorage.setItem("user", JSON.stringify({ ...userId, id: userId._id, role: "user", addresses: [] }));
  localStorage.setItem("accessToken", "access");
  answer = () => Response.json({ success: true, orders: sixty });
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("fetch", async (path: string) => answer(path));
});

function open(address: string) {
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  void restoreSession();
  openAt(address, { "/orders": OrdersPage, "/order-details/:orderId": OrderDetailsPage });
}

/* The helpers below find elements by label and cell, because queries by role are slow with sixty rows. */
const listIds = () => [...document.querySelectorAll("tbody th")].map((cell) => cell.textContent?.slice(4));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const getPage = (label: string) => screen.getByLabelText<HTMLButtonElement>(label);

test("sixty orders are sorted, filtered, searched and paged, and each change returns to page 1 (§2.14, §9, D70, D72, D85)", async () => {
  open("/orders");
  await expect.poll(() => listIds().length).toBe(20);
  expect(listIds()[0]).toBe("60");
  expect([...document.querySelectorAll("thead th")].map(({ textContent }) => textContent)).toEqual([
    "Order ID",
    "Date",
    "Total",
    "Payment",
    "Status",
    "Action",
  ]);
  const row = document.querySelector("tbody tr")?.textContent;
  for (const words of ["29 Apr 2026", "₹1590.00"]) expect(row).toContain(words);
  expect(getPage("Previous page").disabled).toBe(true);
  fireEvent.click(getPage("Page 3"));
  expect([listIds().at(-1), getPage("Next page").disabled]).toEqual(["01", true]);
  fireEvent.click(getPage("Previous page"));
  expect(listIds()[0]).toBe("40");

  choose("Sort by", "amount-ascending");
  expect(listIds()[0]).toBe("01");
  expect(getPage("Page 1").getAttribute("aria-current")).toBe("page");
  choose("Status", "Delivered");
  expect(listIds()).toHaveLength(15);
  choose("Status", "");
  choose("Per page", "50");
  expect(listIds()).toHaveLength(50);
  choose("Per page", "");
  expect(listIds()).toHaveLength(60);
  expect(screen.queryByLabelText("Pages of your orders")).toBeNull();
  choose("Search", "tEaK tray");
  expect(listIds()).toEqual(["31"]);
  choose("Search", "teak tray of gold");
  screen.getByText("No orders found. Try adjusting filters or continue shopping.");
  await screen.findByText("Orders found: 0");
});

test.each([
  ["/orders", "Failed to fetch orders.", { orders: [] }, /^No orders found\./],
  ["/order-details/TRV-21", "Failed to fetch order details.", {}, "No order details found."],
])(
  "the page %s shows an error and a retry if loading fails, and a text if nothing is found (§2.14, §2.15, §8, D69)",
  async (address, failed, nothing, words) => {
    answer = () => new Response("no", { status: 400 });
    open(address);
    expect((await screen.findByRole("alert")).textContent).toContain(failed);
    answer = () => Response.json({ success: true, ...nothing });
    fireEvent.click(screen.getByText("Try again"));
    await screen.findByText(words);
  },
);

test.each([
  ["/orders", "Failed to fetch orders.", "TRV-60"],
  ["/order-details/TRV-60", "Failed to fetch order details.", "Cancel Order"],
])(
  "the page %s keeps what it shows if a reload fails, shows the error above it, and removes the error after a retry (§2.14, §2.15, §8, D102)",
  async (address, failed, words) => {
    const order = { ...sixty[59], createdAt: new Date().toISOString() };
    answer = () => Response.json({ success: true, orders: sixty, order });
    open(address);
    await screen.findAllByText(words);
    const shown = screen.getAllByText(words)[0];
    const loaded = answer;
    answer = () => new Response("no", { status: 400 });
    window.dispatchEvent(new Event("visibilitychange"));
    expect((await screen.findByRole("alert")).textContent).toContain(failed);
    expect(screen.getAllByText(words)[0]).toBe(shown);
    answer = loaded;
    fireEvent.click(screen.getByText("Try again"));
    await expect.poll(() => screen.queryByText(failed)).toBeNull();
    expect(screen.getAllByText(words)[0]).toBe(shown);
  },
);

test.each(["/orders", "/order-details/TRV-60"])(
  "on %s, closing a payment window that opened by itself moves the focus to 'Pay now' of its order (D60)",
  async (address) => {
    const unpaid = { ...sixty[59], paymentStatus: "Pending" };
    answer = (path) =>
      path.includes("/payments/")
        ? new Response("no", { status: 400 })
        : Response.json({ success: true, orders: [unpaid], order: unpaid });
    sessionStorage.setItem("payNext", JSON.stringify({ pay: "TRV-60", said: null }));
    open(address);
    fireEvent.click(await screen.findByLabelText("Close"));
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Pay now/);
  },
);

test.each(["/orders", "/order-details/TRV-21"])(
  "a guest at %s is asked to log in, with a link that leads back to this page (§2.14, §2.15, D69, D70)",
  async (address) => {
    localStorage.clear();
    open(address);
    await screen.findByText("Unauthorized! Please log in.");
    expect(screen.getAllByRole("link", { name: "Log in" })[0]?.getAttribute("href")).toBe(
      `/log-in?redirect=${encodeURIComponent(address)}`,
    );
  },
);
