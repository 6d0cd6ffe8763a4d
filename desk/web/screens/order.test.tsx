import { expect, test } from "vitest";
import { suggestText } from "./order.tsx";

const order = {
  contact: { firstName: "Lata", lastName: "Rao", buyer: { firstName: "Meera", lastName: "Shah" } },
  orderId: "TRV-7K3M9Q",
  status: "Processing",
  cash: false,
  tracking: null,
  dispatchedAt: null,
  deliveredAt: null,
} as const;

test("the WhatsApp message to a customer greets the buyer and says what has happened to the order", () => {
  expect(suggestText(order)).toBe(
    "Hello Meera, about your order TRV-7K3M9Q: thank you for your order. We are getting it ready.",
  );
  expect(suggestText({ ...order, status: "Pending" })).toContain("it is not paid yet");
  expect(suggestText({ ...order, status: "Pending", cash: true })).toContain("please confirm it");
  expect(suggestText({ ...order, status: "Cancelled" })).toContain("it is cancelled.");
});
