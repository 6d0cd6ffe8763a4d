import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { OrderSummary } from "./order-summary.tsx";

test("a cart on its way comes to nothing yet: no sum, and nothing to go on to (§2.7)", () => {
  const { rerender } = render(<OrderSummary lines={null} rates={TAX_RATES} />);
  const summary = screen.getByRole("region", { name: "Order Summary" });
  expect(summary.getAttribute("aria-busy")).toBe("true");
  expect(summary.textContent).not.toMatch(/₹\d+\.\d\d/);
  expect(screen.queryByRole("link")).toBeNull();

  rerender(<OrderSummary lines={[]} rates={TAX_RATES} />);
  expect(screen.getByRole("link", { name: "Add items to continue" })).toBeDefined();
  expect(summary.getAttribute("aria-busy")).toBeNull();
});
