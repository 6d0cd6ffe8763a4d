import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queries } from "../use-view.ts";
import TodayScreen from "./today.tsx";

const NO_SALES = { soldPaise: 0, refundedPaise: 0, orders: 0 };

test("the screen Today shows the first orders to pack with a link to all of them, all customers who wait for an answer, and above them the first steps in one line", async () => {
  const toPack = Array.from({ length: 9 }, (_, at) => ({
    about: `TRV-7K3M9${at}`,
    what: "Meera Shah, Pune",
    remedy: "",
    isOverdue: false,
  }));
  const sums = { sinceMidnight: NO_SALES, yesterday: NO_SALES, week: NO_SALES, weekBefore: NO_SALES };
  const toAnswer = toPack.map((task) => ({ ...task, what: "the customer asks to return pieces" }));
  const firstSteps = [{ name: "mail", isDone: false, what: "Set a mail server." }];
  const empty = { comingBack: [], lowStock: [], trouble: [], firstSteps };
  const data = { ...empty, ...sums, toPack, toAnswer };
  vi.stubGlobal("fetch", async () => Response.json({ outcome: "done", result: { data } }));
  render(
    <QueryClientProvider client={queries}>
      <TodayScreen />
    </QueryClientProvider>,
  );
  const all = await screen.findByRole("link", { name: "Open the list: To pack and send" });
  expect(all.getAttribute("href")).toBe("/orders?group=to-pack");
  expect(screen.getAllByText("Meera Shah, Pune")).toHaveLength(6);
  const steps = screen.getByText("Set a mail server.").closest("details");
  expect(steps?.open).toBe(false);
  expect(steps?.compareDocumentPosition(all)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByText("the customer asks to return pieces")).toHaveLength(9);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getAllByText("Meera Shah, Pune")).toHaveLength(9);
});
