import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ChangeDialog } from "../changeable.tsx";
import { Message } from "./messages.tsx";
import { answerDesk, describeCommand, showDesk } from "../../../tests/support/jsdom/show-desk.tsx";

const messages = describeCommand(
  "messages",
  { words: { summary: "your answer" }, elsewhere: { summary: "…", flag: true } },
  { args: [{ name: "id", summary: "the message" }] },
);

test("an overdue message is marked, and the form for the answer shows a link to the customer's orders and the message above the field", async () => {
  answerDesk([messages]);
  const message = {
    id: "1",
    name: "Ravi Nair",
    email: "ravi@example.com",
    message: "Is the tray oiled?",
    receivedAt: "2026-11-20T04:30:00.000Z",
    answeredAt: null,
    answer: null,
    isOverdue: true,
  };
  showDesk(
    <>
      <Message message={message} />
      <ChangeDialog />
    </>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Answer\s*Ravi Nair/ }));
  expect(screen.getByText("Overdue")).toBeTruthy();
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByRole("link", { name: "Orders of Ravi Nair" }).getAttribute("href")).toBe(
    "/orders?search=ravi%40example.com",
  );
  const field = dialog.getByRole("textbox");
  expect(field.compareDocumentPosition(dialog.getByText("Is the tray oiled?"))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
});
