import { take } from "../../shop/checkout/server/take-order.ts";
import type { TestContext } from "./database.ts";

/** A customer's order on the phone, as options of `orders take`. */
export const phoneOrder = {
  email: "asha.patel@example.com",
  name: "Asha Devi Patel",
  phone: "9876543210",
  street: "14 Lake View Road",
  city: "Pune",
  state: "maharashtra",
  pin: "411001",
  line: "acacia-bowl:2\nteak-tray:1",
};

/** Takes an order of bowls by phone; `link` is what stands behind `/pay-order#`. */
export async function takePhoneOrder(context: TestContext, options: Partial<typeof phoneOrder> = {}) {
  const { data } = await take.run(context, {
    args: {},
    options: { ...phoneOrder, line: "acacia-bowl:2", ...options },
    folder: "/",
    confirmed: true,
  });
  const taken = data as Record<"orderId" | "accountId" | "paymentLink", string>;
  const { pathname, hash } = new URL(taken.paymentLink);
  return { ...taken, href: `${pathname}${hash}`, link: hash.slice(1) };
}

/** Texts that no page of the link may show. */
export const phoneOrderSecrets: readonly string[] = [
  ...Object.entries(phoneOrder).flatMap(([name, value]) => (name === "line" ? [] : [value])),
  "Asha",
  "Maharashtra",
  "<script",
];
