import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Task } from "../../calls.ts";
import TasksScreen from "./tasks.tsx";
import { answerDesk, showDesk } from "../../../tests/support/jsdom/show-desk.tsx";

const started = { startedAt: "2026-11-28T02:15:00.000Z", endedAt: null, progress: null };

test("each task is shown as a sentence, and a failed task can be tried again on the screen of its order", async () => {
  const tasks: Task[] = [
    {
      ...started,
      task: "1",
      command: "orders cancel",
      entered: { orderId: "TRV-C8EQ0X", reason: "on" },
      reply: { outcome: "refused", message: "TRV-C8EQ0X is already delivered." },
    },
    {
      ...started,
      task: "2",
      command: "orders dispatch",
      entered: { orderId: "TRV-7TN6J2", courier: "on" },
      reply: { outcome: "done", result: { message: "TRV-7TN6J2 is on its way." } },
    },
    { ...started, task: "3", command: "backup create", entered: {}, reply: null },
    {
      ...started,
      task: "4",
      command: "backup verify",
      entered: {},
      reply: { outcome: "failed", message: "The disk is full." },
    },
  ];
  answerDesk([], () => tasks);
  showDesk(<TasksScreen />);
  await screen.findByRole("link", { name: "TRV-C8EQ0X" });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Cancel TRV-C8EQ0XNot done28 Nov 2026 at 7:45 amTRV-C8EQ0X is already delivered.Try again",
    "Dispatch TRV-7TN6J2Done28 Nov 2026 at 7:45 amTRV-7TN6J2 is on its way.",
    "Make a backupIn progress28 Nov 2026 at 7:45 am",
    "Verify a backupNot done28 Nov 2026 at 7:45 amThe disk is full.Try again",
  ]);
  const hrefs = screen.getAllByRole("link", { name: "Try again" }).map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/orders/TRV-C8EQ0X?action=orders+cancel", "/do/backup/verify"]);
});
