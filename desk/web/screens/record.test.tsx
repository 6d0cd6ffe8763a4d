import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { View } from "../../calls.ts";
import { goTo } from "../router.ts";
import RecordScreen from "./record.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

test("the desk's log describes each entry, even a refused command, in a sentence with the person and the action, and shows who looked at a list only after a click on 'Everything'", async () => {
  const operator = { at: "2026-11-28T02:15:00.000Z", who: "operator asha", what: "…", from: "this machine" };
  const done = { ...operator, by: "Asha", outcome: "done" };
  const looked = { ...done, command: "orders list", entered: {} };
  const data = [
    {
      ...done,
      command: "orders dispatch",
      entered: { orderId: "TRV-7TN6J2", courier: "Blue Dart", number: "8920565489" },
    },
    {
      ...done,
      command: "returns --accept",
      entered: { orderId: "TRV-7TN6J2", accept: "on", words: "(given)" },
    },
    { ...done, command: "reviews", entered: { id: "0197a1f0-7c3e-7aaa-8f00-0123456789ab@1", approve: "on" } },
    looked,
    { ...done, command: "mail", entered: { kind: "order-paid" } },
    { ...done, command: "texts", entered: { name: "mails/order-paid", text: "# Paid" } },
    { ...done, command: "products set", entered: { id: "teak-tray", hidden: "no", price: "1299" } },
    {
      ...done,
      command: "orders refund",
      entered: { orderId: "TRV-7TN6J2", line: "teak-tray:2\nold-bowl:1", reason: "(given)" },
    },
    {
      ...done,
      command: "orders cancel",
      entered: { orderId: "TRV-C8EQ0X", reason: "cracked" },
      outcome: "refused",
      reason: "TRV-C8EQ0X is already delivered.",
    },
    { ...done, command: "rules", entered: { "cancel-hours": "72" } },
    { ...done, command: "orders take", entered: { orderId: "TRV-VC9YEF", line: "teak-tray:2", hours: "72" } },
    {
      ...done,
      command: "orders take",
      entered: { line: "teak-tray:2" },
      outcome: "refused",
      reason: "It is sold out.",
    },
    { ...done, command: "rules", entered: { "shipping-fee": "80", "free-shipping-from": "none" } },
    { ...done, command: "orders paid", entered: { orderId: "TRV-7TN6J2", at: "2026-11-20" } },
    { at: operator.at, who: "9822010044@phone.invalid", what: "Account opened", from: "203.0.113.x" },
  ];
  const amount = { summary: "", kind: "amount" } as const;
  const commands = [
    describeCommand("products list"),
    describeCommand("products set", { price: amount }),
    describeCommand("rules", { "shipping-fee": amount, "free-shipping-from": amount }),
    describeCommand("orders paid", { at: { summary: "", kind: "day" } }),
  ];
  const titles = [{ id: "teak-tray", title: "Everyday Teak Tray" }];
  answerDesk(commands, ({ noun, options }) => {
    if (noun !== "audit") return withData(titles);
    return withData(options?.["of"] === "changes" ? data.filter((each) => each !== looked) : data);
  });
  showDesk(<RecordScreen />);
  await screen.findByRole("link", { name: "Everyday Teak Tray" });
  const lines = screen.getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "7:45 amAsha dispatched TRV-7TN6J2.Courier: Blue Dart · Tracking number: 8920565489",
    "7:45 amAsha accepted the return of TRV-7TN6J2.",
    "7:45 amAsha approved a review.",
    "7:45 amAsha previewed an e-mail.",
    "7:45 amAsha changed the text “Order paid”.",
    "7:45 amAsha changed Everyday Teak Tray.Visibility: Shown · Price: ₹1,299.00",
    "7:45 amAsha refunded TRV-7TN6J2.Pieces: 2 × Everyday Teak Tray, 1 × old-bowl · Reason in the order",
    "7:45 amAsha tried to cancel TRV-C8EQ0X. Not done TRV-C8EQ0X is already delivered.Reason: cracked",
    "7:45 amAsha changed the rules for selling.Customers can ask to cancel within: 72 hours",
    "7:45 amAsha entered TRV-VC9YEF by phone.Pieces: 2 × Everyday Teak Tray · Time to pay: 72 hours",
    "7:45 amAsha tried to enter an order by phone. Not done It is sold out.Pieces: 2 × Everyday Teak Tray",
    "7:45 amAsha changed the rules for selling.Shipping fee: ₹80.00 · Free shipping from: none",
    "7:45 amAsha recorded a payment for TRV-7TN6J2.At: 20 Nov 2026",
    "7:45 am9822010044: Account openednetwork 203.0.113.x",
  ]);
  expect(screen.getByRole("heading", { name: "28 Nov 2026" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "TRV-C8EQ0X" }).getAttribute("href")).toBe("/orders/TRV-C8EQ0X");
  const reason = screen.getByRole("link", { name: "Reason in the order" });
  expect(reason.getAttribute("href")).toBe("/orders/TRV-7TN6J2");
  fireEvent.click(screen.getByRole("button", { name: "Everything" }));
  expect((await screen.findByText(/looked at the orders/)).textContent).toBe("Asha looked at the orders.");
});

test("the desk's log can be limited to a person and a day, and keeps both when the user searches for commands", async () => {
  goTo("/settings/record", { replace: true });
  const asked: View[] = [];
  answerDesk([], (view) => {
    asked.push(view);
    const entry = { at: "2026-11-28T02:15:00.000Z", who: "operator asha", what: "…", from: "this machine" };
    const data = [{ ...entry, by: "Asha", command: "orders list", entered: {}, outcome: "done" }];
    return withData(data);
  });
  showDesk(<RecordScreen />);
  await screen.findByRole("option", { name: "Asha" });
  fireEvent.change(screen.getByRole("combobox", { name: "Person" }), { target: { value: "Asha" } });
  fireEvent.change(screen.getByLabelText("Day"), { target: { value: "2026-11-28" } });
  await expect
    .poll(() => asked.at(-1)?.options)
    .toEqual({ limit: "51", of: "changes", by: "Asha", day: "2026-11-28" });
  expect(location.search).toBe("?by=Asha&day=2026-11-28");
  const search = async (value: string, command: string) => {
    fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
    await expect.poll(() => asked.at(-1)?.options).toMatchObject({ command, by: "Asha" });
  };
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "asha@example.com" } });
  await expect.poll(() => asked.at(-1)?.options).toMatchObject({ customer: "asha@example.com" });
  expect(asked.at(-1)?.options, "the entries of a customer are no changes").not.toHaveProperty("of");
  await search("Orders", "orders");
  await search("product", "product");
  await search("refund", "orders refund --lost\norders refund\npayments --retry\nreturns --refund");
  await search("approve the cancel", "orders cancel --approve");
  await search("teak", "teak");
  fireEvent.click(screen.getByRole("button", { name: "Everything" }));
  await expect.poll(() => asked.at(-1)?.options).not.toHaveProperty("of");
});
