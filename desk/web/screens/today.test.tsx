import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { getEndOfDay } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import TodayScreen from "./today.tsx";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const NO_SALES = { soldPaise: 0, refundedPaise: 0, orders: 0 };
const sums = { sinceMidnight: NO_SALES, yesterday: NO_SALES, week: NO_SALES, weekBefore: NO_SALES };

test("the screen Today shows overdue tasks first, then the first orders to pack, then all customers who wait for an answer, and at the end the first steps in one line", async () => {
  const toPack = Array.from({ length: 9 }, (_, at) => ({
    about: `TRV-7K3M9${at}`,
    what: "Meera Shah, Pune",
    remedy: "",
    screen: `/orders/TRV-7K3M9${at}`,
    since: new Date(Date.now() - 2 * DAY).toISOString(),
    isOverdue: false,
    dueAt: at === 0 ? getEndOfDay(new Date()).toISOString() : null,
  }));
  const toAnswer = toPack.map((task) => ({ ...task, what: "the customer asks to return pieces" }));
  const firstSteps = [{ name: "mail", isDone: false, what: "Set a mail server." }];
  const empty = { comingBack: [], lowStock: [], trouble: [], firstSteps };
  const message = {
    ...toAnswer[0],
    about: "ravi@example.com",
    what: "Ravi wrote",
    screen: "/people/messages?search=ravi%40example.com",
    isOverdue: true,
    dueAt: getEndOfDay(new Date(Date.now() - DAY)).toISOString(),
  };
  const request = { ...toAnswer.at(-1), dueAt: new Date(2099, 1, 3, 4, 5).toISOString() };
  const data = { ...empty, ...sums, toPack, toAnswer: [message, ...toAnswer.slice(0, -1), request] };
  answerDesk([], () => withData(data));
  showDesk(<TodayScreen />);
  const all = await screen.findByRole("link", { name: "Open the list: To pack" });
  expect(all.getAttribute("href")).toBe("/orders?group=to-pack");
  expect(screen.getAllByText("Meera Shah, Pune")).toHaveLength(6);
  const overdue = screen.getByRole("region", { name: "Overdue 1" });
  expect(within(overdue).queryByText(/^Waiting/), "the day when the answer was due is enough").toBeNull();
  const answer = within(overdue).getByRole("link", { name: "Answer: ravi@example.com" });
  expect(answer.getAttribute("href")).toBe("/people/messages?search=ravi%40example.com");
  const packing = screen.getByRole("region", { name: "To pack 9" });
  expect(within(packing).getAllByText("Due today")).toHaveLength(1);
  expect(within(packing).getAllByText("Waiting for 2 days")).toHaveLength(5);
  expect(screen.getByText(/^Answer by .* 2099 at /)).toBeTruthy();
  const answers = within(screen.getByRole("region", { name: "To answer 10, 1 overdue above" }));
  const ofOrders = answers.getByRole("link", { name: "Open the orders: To answer" });
  expect(ofOrders.getAttribute("href")).toBe("/orders?group=to-answer");
  expect(answers.queryByRole("link", { name: /messages: To answer/i })).toBeNull();
  const send = within(packing).getByRole("link", { name: "Dispatch: TRV-7K3M90" });
  expect(send.getAttribute("href")).toBe("/orders/TRV-7K3M90?action=orders+dispatch");
  const steps = screen.getByText("Set a mail server.").closest("details");
  expect(all.compareDocumentPosition(steps ?? all)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(steps?.open).toBe(false);
  expect(screen.getAllByText("The customer asks to return pieces")).toHaveLength(9);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getAllByText("Meera Shah, Pune")).toHaveLength(9);
});

test("with many overdue orders, the screen Today shows only the first ones, so that the sales stay near the top", async () => {
  const toPack = Array.from({ length: 21 }, (_, at) => ({
    about: `TRV-7K3M${at + 10}`,
    what: "Meera Shah, Pune",
    remedy: "",
    screen: "/orders",
    since: new Date().toISOString(),
    isOverdue: true,
    dueAt: getEndOfDay(new Date(Date.now() - DAY)).toISOString(),
  }));
  const empty = { toAnswer: [], comingBack: [], lowStock: [], trouble: [], firstSteps: [] };
  const sinceMidnight = { ...NO_SALES, orders: 2 };
  answerDesk([], () => withData({ ...empty, ...sums, sinceMidnight, toPack }));
  showDesk(<TodayScreen />);
  const overdue = within(await screen.findByRole("region", { name: "Overdue 21" }));
  expect(screen.getByText("2 new orders since midnight.")).toBeTruthy();
  expect(overdue.getAllByRole("listitem")).toHaveLength(20);
  fireEvent.click(overdue.getByRole("button", { name: "Show more" }));
  expect(overdue.getAllByRole("listitem")).toHaveLength(21);
});
