import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { sampleOrder } from "../../../tests/support/samples.ts";
import { OrderHistory } from "./order-history.tsx";

const getPayButton = (id: string) => ({ id, onClick: () => {} });

test("the row of an order in the history shows the picture of its first product and the amount paid or to pay (§2.14, D1, D70, D72, D85)", () => {
  const [paid, unpaid] = ["TRV-PAID22", "TRV-OPEN22"];
  render(
    <OrderHistory
      orders={[
        { ...sampleOrder, orderId: paid },
        { ...sampleOrder, _id: "0191", orderId: unpaid, orderStatus: "Pending", paymentStatus: "Pending" },
      ]}
      getPayButton={getPayButton}
    />,
  );
  const getRow = (orderId: string) => screen.getByRole("rowheader", { name: orderId }).closest("tr")!;
  const picture = getRow(paid).querySelector("img");
  expect([picture?.getAttribute("src"), picture?.width]).toEqual(["/bowl.jpg", 56]);
  expect(getRow(paid).textContent).toContain("paid ₹2730.64");
  expect(getRow(unpaid).textContent).toContain("to pay ₹2730.64");
});

test("the row of an unpaid order has 'Pay now', unless its total is too high for one online payment", () => {
  const unpaid = { ...sampleOrder, orderStatus: "Pending", paymentStatus: "Pending" };
  const high = { ...unpaid, _id: "0191", orderId: "TRV-HGH222", grandTotal: 600_000 };
  render(<OrderHistory orders={[unpaid, high]} getPayButton={getPayButton} />);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    `Pay now for order ${unpaid.orderId}`,
  ]);
});

test("the row of a late order shows that it takes longer than expected (§2.14)", () => {
  const late = {
    ...sampleOrder,
    createdAt: "2026-11-20T06:00:00.000Z",
    orderStatus: "Processing",
    paymentStatus: "Completed",
    serverTime: "2027-03-01T06:00:00.000Z",
  };
  render(<OrderHistory orders={[late]} getPayButton={getPayButton} />);
  expect(screen.getByText("Taking longer than expected")).toBeTruthy();
});
