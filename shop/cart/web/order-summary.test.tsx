import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { OrderSummary } from "./order-summary.tsx";

const rates = { ...TAX_RATES, shipping: { fee: 80, freeFrom: 999 } };
const bag = (price: number, taxRates: Parameters<typeof OrderSummary>[0]["rates"] = rates) => {
  const line = { productId: "bowl", title: "Bowl", quantity: 1, price, category: "", size: [], images: [] };
  return <OrderSummary lines={[line]} rates={taxRates} />;
};
const readRows = () =>
  screen.getAllByRole("term").map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

test("the order summary shows the shipping fee and the amount that is missing for free shipping (D9)", () => {
  const { rerender, container } = render(bag(500));
  expect(readRows()).toEqual([
    "Subtotal ₹500.00",
    "Shipping ₹80.00",
    "CGST 9% ₹52.20",
    "SGST 9% ₹52.20",
    "Coupon Discount −₹99.00",
    "Amount Payable ₹585.40",
  ]);
  expect(container.textContent).toContain(
    "Shipping costs ₹80 + GST and is free from ₹999 before GST. Add ₹499.00 for free shipping. You choose",
  );
  rerender(bag(999));
  expect(readRows()[1]).toBe("Shipping Free");
  expect(container.textContent).toContain("Shipping is free on this order. You choose how to pay");
  rerender(bag(999, { ...rates, shipping: { fee: 80 } }));
  expect(container.textContent).toContain("Shipping costs ₹80 + GST per order.");
  rerender(<OrderSummary lines={[]} rates={rates} />);
  expect(container.textContent).toContain("is free from ₹999 before GST.");
  rerender(bag(500, TAX_RATES));
  expect(readRows()[1]).toBe("CGST 9% ₹45.00");
  expect(container.textContent).toContain("Shipping is free on every order. You choose how to pay");
});

test("the order summary explains what happens if the amount is too small or too large to pay online (D5)", () => {
  // 84.31 + 2 × 7.59 GST = 99.49. The coupon of 99.00 leaves 0.49.
  const { rerender, container } = render(bag(84.31, TAX_RATES));
  expect(readRows().at(-1)).toBe("Amount Payable ₹0.49");
  expect(container.textContent).toContain("Sums below ₹1.00 cannot be paid online. We don't charge this sum");
  rerender(bag(84.75, TAX_RATES));
  expect(container.textContent).not.toContain("paid online");
  rerender(bag(500_000, TAX_RATES));
  expect(container.textContent).toContain(
    "Up to ₹500000.00 can be paid online in one payment. Please order in two parts",
  );
});

test("the order summary has no amount and no checkout link while the cart loads (§2.7)", () => {
  const { rerender } = render(<OrderSummary lines={null} rates={TAX_RATES} />);
  const summary = screen.getByRole("region", { name: "Order Summary" });
  expect(summary.getAttribute("aria-busy")).toBe("true");
  expect(summary.textContent).not.toMatch(/₹\d+\.\d\d/);
  expect(screen.queryByRole("link")).toBeNull();

  rerender(<OrderSummary lines={[]} rates={TAX_RATES} />);
  expect(screen.getByRole("link", { name: "Add items to continue" })).toBeDefined();
  expect(summary.getAttribute("aria-busy")).toBeNull();
});
