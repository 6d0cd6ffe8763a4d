import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";
import { toasts } from "../../../tests/support/toasts.ts";
import { goTo, place } from "../router.ts";
import BooksScreen from "./books.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const saved: string[] = [];
vi.mock("#client/save-file.ts", () => ({ saveFile: (_: Blob, name: string) => void saved.push(name) }));

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
