import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { calculateTotals } from "#shop/pricing/totals.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { CheckoutSummary } from "./checkout-summary.tsx";

const rates = { cgst: 9, sgst: 9 };

const renderSummary = (quantity: number, taxRates: TaxRates = rates) => {
  const lines = [{ productId: "bowl", title: "Acacia Bowl", quantity, unitPrice: 50_000, image: null }];
  return <CheckoutSummary lines={lines} totals={calculateTotals(lines, taxRates)} rates={taxRates} />;
};

test("the totals of the checkout show free shipping, or the shipping fee with its tax (§2.8, D9)", () => {
  const read = (taxRates: TaxRates) => {
    const { container, unmount } = render(renderSummary(1, taxRates));
    const rows = [...container.querySelectorAll("dt")].map(
      (term) => `${term.textContent} ${term.nextElementSibling?.textContent}`,
    );
    unmount();
    return rows;
  };
  expect(read(rates).slice(-3)).toEqual([
    "Coupon #SALE30 −₹99.00",
    "Shipping Free Shipping",
    "Amount Payable ₹491.00",
  ]);
  expect(read({ ...rates, shipping: { fee: 80, freeFrom: 500 } })).toEqual(read(rates));
  expect(read({ ...rates, shipping: { fee: 80 } })).toEqual([
    "Subtotal ₹500.00",
    "Shipping ₹80.00",
    "CGST 9% ₹52.20",
    "SGST 9% ₹52.20",
    "Coupon #SALE30 −₹99.00",
    "Amount Payable ₹585.40",
  ]);
});

test("the checkout summary announces and highlights values that were changed on another device, but no values when the summary is first shown", async () => {
  const { rerender, container } = render(renderSummary(1));
  expect(container.querySelector(".highlight")).toBeNull();
  rerender(renderSummary(2));
  expect([...container.querySelectorAll(".highlight")].map(({ textContent }) => textContent)).toEqual([
    "Quantity 2",
    "₹1081.00",
  ]);
  expect(await screen.findByText("Quantity of Acacia Bowl: 2. Amount Payable: ₹1081.00")).toBeTruthy();
});

test("the checkout says before the order is placed that its amount is too large to be paid online (D5)", () => {
  const { container, rerender } = render(renderSummary(1_000));
  expect(container.textContent).toContain("Up to ₹500000.00 can be paid online in one payment.");
  rerender(renderSummary(1));
  expect(container.textContent).not.toContain("paid online");
});
