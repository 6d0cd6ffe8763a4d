import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";
import { toasts } from "../../../tests/support/toasts.ts";
import { goTo, place } from "../router.ts";
import BooksScreen from "./books.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const saved: string[] = [];
vi.mock("#client/save-file.ts", () => ({ saveFile: (_: Blob, name: string) => void saved.push(name) }));

test("the month of the books can be chosen, and changes with the arrows beside it, but not to a future month", async () => {
  answerDesk([]);
  goTo("/books?month=2019-12", { replace: true });
  showDesk(<BooksScreen />);
  const field = screen.getByLabelText<HTMLSelectElement>("Month");
  const next = screen.getByRole<HTMLButtonElement>("button", { name: "The month after" });
  expect(field.selectedOptions[0]?.text, "a month that the list does not contain").toBe("Dec 2019");
  fireEvent.click(next);
  await expect.poll(() => place.get()).toBe("/books?month=2020-01");
  fireEvent.change(field, { target: { value: field.options[0]?.value } });
  await expect.poll(() => next.disabled).toBe(true);
});

test("if one of the files of the month cannot be downloaded, the others are, and the error names the missing one", async () => {
  answerDesk([], ({ noun, args = {} }, address) => {
    const away = { code: "shop away", message: "The shop is not running." };
    if (address === "/api/view") return Response.json({ error: away }, { status: 503 });
    if (noun === "report") return { outcome: "done", result: { message: "\uFEFFDay" } };
    return args["what"] === "orders"
      ? Response.json({ error: away }, { status: 503 })
      : { ...withData(undefined), files: [args["file"]] };
  });
  goTo("/books?month=2026-11", { replace: true });
  showDesk(<BooksScreen />);
  fireEvent.click(screen.getByRole("button", { name: "All files of the month" }));
  await expect.poll(() => toasts).toEqual(["Orders could not be downloaded. The shop is not running."]);
  expect(saved).toEqual(["report-sales-2026-11.csv", "invoices-2026-11.csv", "payments-2026-11.csv"]);
});
