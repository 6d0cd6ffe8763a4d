import { fireEvent, screen } from "@testing-library/react";
import { type ComponentProps, type ReactNode } from "react";
import { expect, test } from "vitest";
import type { DescribedCommand, View } from "../calls.ts";
import { ChangeDialog } from "./changeable.tsx";
import { goTo } from "./router.ts";
import CommandScreen from "./screens/command.tsx";
import { OrderActs } from "./screens/order-actions.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../tests/support/jsdom/show-desk.tsx";

const cancel = describeCommand(
  "orders cancel",
  { reason: { summary: "the reason" } },
  { args: [{ name: "orderId", summary: "the order", kind: "order" }], hasPreview: true },
);

const list: DescribedCommand = {
  ...cancel,
  verb: "list",
  args: [],
  options: { action: { summary: "the action", choices: ["orders cancel"] } },
};

const order = {
  orderId: "TRV-7K3M9Q",
  contact: { firstName: "Asha", lastName: "Patel" },
  shippingAddress: { city: "Pune" },
  status: "Processing",
  dispatchedAt: null,
  sendAgainSince: null,
  createdAt: "2026-11-20T04:30:00.000Z",
  payable: 99_900,
  lines: ["Teak Tray", "Bowl"].map((title) => ({
    productId: title,
    title,
    quantity: 2,
    cancelled: 0,
    imageUrl: null,
  })),
  updatedAt: "2026-11-28T02:15:00.000Z",
} as unknown as ComponentProps<typeof OrderActs>["order"];

function show(children: ReactNode, { commands = [cancel, list], listed = [order] } = {}) {
  const asked: View[] = [];
  answerDesk(commands, (view, address) => {
    asked.push(view);
    return address === "/api/view" ? withData(listed) : { outcome: "confirm", question: "Cancel it?" };
  });
  showDesk(
    <>
      {children}
      <ChangeDialog />
    </>,
  );
  return asked;
}

test("an action that needs an order asks for it if it was opened without one, and finds the order by any word", async () => {
  goTo("/do/orders/cancel", { replace: true });
  const asked = show(<CommandScreen params={{ noun: "orders", verb: "cancel" }} />);
  const link = await screen.findByRole("link", { name: "TRV-7K3M9Q" });
  expect(link.getAttribute("href")).toBe("/orders/TRV-7K3M9Q?action=orders+cancel");
  expect(screen.queryByRole("textbox", { name: "Reason" })).toBeNull();
  expect(asked.at(-1)?.options).toEqual({ limit: "10", action: "orders cancel" });
  expect(link.closest("li")?.textContent).toBe(
    "TRV-7K3M9QTo pack2 × Teak Tray +\u00a01\u00a0moreAsha Patel, Pune, 20 Nov 2026, ₹999.00",
  );
  fireEvent.change(screen.getByRole("searchbox", { name: "Find the order" }), { target: { value: "asha" } });
  await expect.poll(() => asked.at(-1)?.options).toEqual({ limit: "10", search: "asha" });
});

test("before the user searches, the screen of an action says that no order needs the action now", async () => {
  goTo("/do/orders/cancel", { replace: true });
  show(<CommandScreen params={{ noun: "orders", verb: "cancel" }} />, { listed: [] });
  expect(await screen.findByText("No order needs this now. You can search for one.")).toBeTruthy();
  fireEvent.change(screen.getByRole("searchbox", { name: "Find the order" }), { target: { value: "asha" } });
  expect(await screen.findByText("No order matches these words.")).toBeTruthy();
});

test("a packer, who sees no totals, chooses an order from a list without them", async () => {
  goTo("/do/orders/cancel", { replace: true });
  const { payable: _, ...packersOrder } = order;
  show(<CommandScreen params={{ noun: "orders", verb: "cancel" }} />, { listed: [packersOrder] });
  const link = await screen.findByRole("link", { name: "TRV-7K3M9Q" });
  expect(link.closest("li")?.textContent).toMatch(/Pune, 20 Nov 2026$/);
});

test("the screen of an order opens the form of the action for which the order was chosen, but only the first time", async () => {
  goTo("/orders/TRV-7K3M9Q?action=orders+cancel", { replace: true });
  // Four buttons come before it, so the button of the action is under "More actions".
  const actions = ["orders deliver", "orders settle", "orders correct", "orders cancel"];
  show(<OrderActs order={order} actions={actions.map((action) => ({ action, refusal: null }))} />);
  expect(await screen.findByRole("dialog", { name: "Cancel the order: TRV-7K3M9Q" })).toBeTruthy();
  expect(location.search).toBe("");
});

test("the screen of an order focuses the button of the action for which the order was chosen, if it has no form", async () => {
  goTo("/orders/TRV-7K3M9Q?action=orders+confirm", { replace: true });
  const possible = [{ action: "orders confirm", refusal: null }];
  show(<OrderActs order={order} actions={possible} />, {
    commands: [{ ...cancel, verb: "confirm", options: {} }],
  });
  const button = await screen.findByRole("button", { name: "Confirm the order for the customer" });
  await expect.poll(() => location.search).toBe("");
  expect(document.activeElement).toBe(button);
});

test("if the action for which an order was chosen is not possible, the screen of the order says so", async () => {
  goTo("/orders/TRV-7K3M9Q?action=orders+cancel", { replace: true });
  const possible = [{ action: "orders cancel", refusal: "It is delivered." }];
  show(<OrderActs order={order} actions={possible} />);
  expect(await screen.findByText("“Cancel an order” is not possible for this order now.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});
