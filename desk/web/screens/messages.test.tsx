import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { DescribedCommand } from "../../calls.ts";
import { ChangeDialog } from "../changeable.tsx";
import { queries } from "../use-view.ts";
import { Message } from "./messages.tsx";

const messages: DescribedCommand = {
  noun: "messages",
  verb: "",
  summary: "…",
  args: [{ name: "id", summary: "the message" }],
  options: { words: { summary: "your answer" }, elsewhere: { summary: "…", flag: true } },
  examples: [],
};

test("the form that answers a message shows the message above the field", async () => {
  vi.stubGlobal("fetch", async () => Response.json([messages]));
  const message = {
    id: "1",
    name: "Ravi Nair",
    email: "ravi@example.com",
    message: "Is the tray oiled?",
    receivedAt: "2026-11-20T04:30:00.000Z",
    answeredAt: null,
    answer: null,
  };
  render(
    <QueryClientProvider client={queries}>
      <Message message={message} />
      <ChangeDialog />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Answer\s*Ravi Nair/ }));
  const dialog = within(screen.getByRole("dialog"));
  const field = dialog.getByRole("textbox");
  expect(field.compareDocumentPosition(dialog.getByText("Is the tray oiled?"))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
});
