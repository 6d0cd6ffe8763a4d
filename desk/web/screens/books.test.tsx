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

test("if a file of the month cannot be downloaded, the other files are downloaded, and the error names the missing file", async () => {
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

function answerBooks(papers: readonly object[] = []): void {
  const column = { soldPaise: 118_00, refundedPaise: 0, invoices: 1, creditNotes: 0 };
  const stock = { productId: "tray", title: "Teak Tray", left: 4, sold: 0, daysLeft: null, waiting: 0 };
  answerDesk([], ({ noun, verb, options }) =>
    withData(
      options?.["by"] === "day"
        ? {
            total: { ...column, amounts: [100_00, 18_00, 118_00] },
            days: [{ day: "2026-11-01", ...column }],
            columns: ["Goods", "CGST", "Paid"],
            received: [],
            paidBackPaise: 0,
            categories: [],
          }
        : verb === "stock"
          ? [stock]
          : noun === "seller"
            ? { values: {}, samples: [], toConfirm: [], revision: "1" }
            : noun === "invoices"
              ? papers
              : [],
    ),
  );
}

test("the books say which month they show, name the total with GST, and show no days of stock for a product without sales", async () => {
  answerBooks();
  goTo("/books", { replace: true });
  showDesk(<BooksScreen />);
  expect(await screen.findByText("This month, until today")).toBeTruthy();
  expect((await screen.findByText("Total with GST")).parentElement?.textContent).toContain("₹118.00");
  const row = await screen.findByRole("row", { name: /^Teak Tray/ });
  expect(row.textContent).toBe("Teak Tray40no sales");
  expect(row.querySelector("svg"), "a bar").toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "The month before" }));
  expect(await screen.findByText("Last month")).toBeTruthy();
});

test("the books list the invoice of a gift under the buyer's name (D120)", async () => {
  const buyer = { firstName: "Meera", lastName: "Shah" };
  const contact = { firstName: "Ravi", lastName: "Nair", email: "meera@example.com", buyer };
  const issuedAt = "2026-11-20T09:00:00.000Z";
  const paper = { number: "26-27/000001", kind: "invoice", issuedAt, orderId: "TRV-7K3M9Q", amount: 118_00 };
  answerBooks([{ ...paper, contact, company: null }]);
  goTo("/books?month=2026-11", { replace: true });
  showDesk(<BooksScreen />);
  expect((await screen.findByRole("row", { name: /26-27\/000001/ })).textContent).toContain("Meera Shah");
});
