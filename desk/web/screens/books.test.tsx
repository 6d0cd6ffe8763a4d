import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDesk, showDesk } from "../../../tests/support/jsdom/show-desk.tsx";
import { goTo, place } from "../router.ts";
import BooksScreen from "./books.tsx";

test("the month of the books keeps the focus while it is typed, and changes with the arrows beside it", async () => {
  answerDesk([]);
  goTo("/books?month=2026-11", { replace: true });
  showDesk(<BooksScreen />);
  const field = screen.getByLabelText<HTMLInputElement>("Month");
  field.focus();
  fireEvent.change(field, { target: { value: "2026-01" } });
  expect(place.get()).toBe("/books?month=2026-01");
  expect(document.activeElement).toBe(screen.getByLabelText("Month"));
  fireEvent.click(screen.getByRole("button", { name: "The month after" }));
  await expect.poll(() => field.value).toBe("2026-02");
});
