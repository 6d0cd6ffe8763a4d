import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { paymentStatuses } from "#shop/payments/payment.ts";
import { PaymentStatusBadge } from "./order-status.tsx";

const renderLook = (status: string) => {
  const { unmount } = render(<PaymentStatusBadge order={{ paymentStatus: status, grandTotal: 100 }} />);
  const badge = screen.getByText(status);
  const tone = ["success", "waiting", "danger", "neutral"].find((each) => badge.className.includes(each));
  unmount();
  return { tone, classes: badge.className.split(" ") };
};

test("the badge of a payment is green if completed, amber if open, red if failed, and grey if expired or refunded (§4)", () => {
  expect(Object.fromEntries(paymentStatuses.map((status) => [status, renderLook(status).tone]))).toEqual({
    Pending: "waiting",
    Failed: "danger",
    Completed: "success",
    Expired: "neutral",
    Refunding: "waiting",
    Refunded: "neutral",
  });
});

test("an unknown payment status looks like a pending one and gets its lower-case name as a CSS class (§4)", () => {
  expect(renderLook("Chargeback").tone).toBe("waiting");
  expect(renderLook("Unknown")).toMatchObject({
    tone: "waiting",
    classes: expect.arrayContaining(["unknown"]),
  });
  expect(renderLook("Refunded").classes).toContain("refunded");
});
