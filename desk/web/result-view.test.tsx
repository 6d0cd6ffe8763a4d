import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ResultView } from "./result-view.tsx";

test("each order of a pick list is one entry with a link to the order, and the note about a gift is in the order's entry", () => {
  const message = [
    "TRV-7K3M9Q by Wed 25 Nov, Asha Patel, Pune: 1 × Teak Tray",
    "  This is a gift.",
    "TRV-VF2A5D by Wed 25 Nov, Meera Shah, Pune: 2 × Acacia Bowl",
    "TRV-9Q7K3M by Thu 26 Nov, Ravi Nair, Kochi: 1 × Teak Tray",
  ].join("\n");
  render(<ResultView done={{ outcome: "done", result: { message, facts: {} } }} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "TRV-7K3M9Q by Wed 25 Nov, Asha Patel, Pune: 1 × Teak Tray\nThis is a gift.",
    expect.stringContaining("TRV-VF2A5D"),
    expect.stringContaining("TRV-9Q7K3M"),
  ]);
  expect(screen.getByRole("link", { name: "TRV-7K3M9Q" }).getAttribute("href")).toBe("/orders/TRV-7K3M9Q");
});

test("the facts of a result below a button are collapsed under the title of the result", () => {
  const done = {
    outcome: "done",
    result: { title: "The backup is complete.", facts: { tables: 92 } },
  } as const;
  const { rerender } = render(<ResultView done={done} isBrief />);
  expect(screen.getByText("92").closest("details")?.open).toBe(false);
  rerender(<ResultView done={done} />);
  expect(screen.getByText("92").closest("details")).toBeNull();
});

test("a cell of a table links each of its order numbers", () => {
  const result = { columns: ["Product", "For"], rows: [["Teak Tray", "TRV-7K3M9Q, TRV-VF2A5D"]] };
  render(<ResultView done={{ outcome: "done", result }} />);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/orders/TRV-7K3M9Q",
    "/orders/TRV-VF2A5D",
  ]);
});
