import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { getReadingTime, toastDone } from "./toast-done.ts";

test("a toast about many changed products names the first two and the number of the others", async () => {
  const products = ["Bowl", "Tray", "Spoon", "Board", "Platter"].map((name) => `${name}: shown`);
  const result = { message: ["5 products were changed.", ...products].join("\n"), facts: {} };
  toastDone({ outcome: "done", result });
  await screen.findByText("5 products were changed.");
  expect(screen.getByText("Tray: shown").nextSibling?.textContent).toBe("and 3 more");
  expect(screen.queryByText("Board: shown")).toBeNull();
});

test("a toast at the desk stays for 5 seconds, and longer if it has more text", () => {
  expect(getReadingTime("Saved.")).toBe(5000);
  expect(getReadingTime("a".repeat(150))).toBe(12_000);
});
