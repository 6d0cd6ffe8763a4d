import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import TodayScreen from "./today.tsx";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const NO_SALES = { soldPaise: 0, refundedPaise: 0, orders: 0 };
const sums = { sinceMidnight: NO_SALES, yesterday: NO_SALES, week: NO_SALES, weekBefore: NO_SALES };

test("the screen Today shows overdue tasks first, then the first steps in one line, the first orders to pack with a link to all of them, and all customers who wait for an answer", async () => {
  const toPack = Array.from({ length: 9 }, (_, at) => ({
    about: `TRV-7K3M9${at}`,
    what: "Meera Shah, Pune",
    remedy: "",
    screen: `/orders/TRV-7K3M9${at}`,
    since: new Date(Date.now() - 2 * DAY).toISOString(),
    isOverdue: false,
    isDueToday: at === 0,
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
  };
  const data = { ...empty, ...sums, toPack, toAnswer: [message, ...toAnswer] };
  answerDesk([], () => withData(data));
  showDesk(<TodayScreen />);
  const all = await screen.findByRole("link", { name: "Open the list: To pack" });
  expect(all.getAttribute("href")).toBe("/orders?group=to-pack");
  expect(screen.getAllByText("Meera Shah, Pune")).toHaveLength(6);
  const overdue = screen.getByRole("region", { name: "Overdue 1" });
  expect(within(overdue).getByText("Waiting for 2 days")).toBeTruthy();
  const answer = within(overdue).getByRole("link", { name: "Answer: ravi@example.com" });
  expect(answer.getAttribute("href")).toBe("/people/messages?search=ravi%40example.com");
  const packing = screen.getByRole("region", { name: "To pack 9" });
  expect(within(packing).getAllByText("Due today")).toHaveLength(1);
  const answers = within(screen.getByRole("region", { name: "To answer 9" }));
  const ofOrders = answers.getByRole("link", { name: "Open the orders: To answer" });
  expect(ofOrders.getAttribute("href")).toBe("/orders?group=to-answer");
  expect(answers.queryByRole("link", { name: "Open the messages: To answer" })).toBeNull();
  const send = within(packing).getByRole("link", { name: "Dispatch: TRV-7K3M90" });
  expect(send.getAttribute("href")).toBe("/orders/TRV-7K3M90?action=orders+dispatch");
  const steps = screen.getByText("Set a mail server.").closest("details");
  expect(overdue.compareDocumentPosition(steps ?? overdue)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(steps?.open).toBe(false);
  expect(steps?.compareDocumentPosition(all)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByText("The customer asks to return pieces")).toHaveLength(9);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getAllByText("Meera Shah, Pune")).toHaveLength(9);
});

test("with many overdue orders, the screen Today shows the first ones, so that the sales are near", async () => {
  const toPack = Array.from({ length: 21 }, (_, at) => ({
    about: `TRV-7K3M${at + 10}`,
    what: "Meera Shah, Pune",
    remedy: "",
    screen: "/orders",
    since: new Date().toISOString(),
    isOverdue: true,
    isDueToday: false,
  }));
  const empty = { toAnswer: [], comingBack: [], lowStock: [], trouble: [], firstSteps: [] };
  answerDesk([], () => withData({ ...empty, ...sums, toPack }));
  showDesk(<TodayScreen />);
  const overdue = within(await screen.findByRole("region", { name: "Overdue 21" }));
  expect(overdue.getAllByRole("listitem")).toHaveLength(20);
  fireEvent.click(overdue.getByRole("button", { name: "Show more" }));
  expect(overdue.getAllByRole("listitem")).toHaveLength(21);
});
