import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { calculateTotals } from "../../pricing/totals.ts";
import { CheckoutSummary } from "./checkout-summary.tsx";

const rates = { cgst: 9, sgst: 9 };

const renderSummary = (quantity: number) => {
  const lines = [{ productId: "bowl", title: "Acacia Bowl", quantity, unitPrice: 50_000, image: null }];
  return <CheckoutSummary lines={lines} totals={calculateTotals(lines, rates)} rates={rates} />;
};

test("what another device changed is announced and highlighted, the first sight of it is not", async () => {
  const { rerender, container } = render(renderSummary(1));
  expect(container.querySelector(".wash")).toBeNull();
  rerender(renderSummary(2));
  expect([...container.querySelectorAll(".wash")].map(({ textContent }) => textContent)).toEqual([
    "Quantity 2",
    "₹1081.00",
  ]);
  expect(await screen.findByText("Quantity of Acacia Bowl: 2. Amount Payable: ₹1081.00")).toBeTruthy();
});
