import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { parseOrder } from "#shop/orders/read-order.ts";
import { describeOrderPaper, drawOrderPdf } from "./order-pdf.ts";

/** Contains only the fields that the specification requires (§3). */
const order = parseOrder({
  _id: "5f0c",
  orderId: "TRV-AB12CD",
  createdAt: "2026-11-20T09:00:00.000Z",
  paymentStatus: "Completed",
  paymentMethod: "card",
  orderStatus: "Processing",
  totalAmount: 177_000,
  cgst: 13_500,
  sgst: 13_500,
  discount: 99,
  items: [{ productId: { _id: "bowl", title: "Acacia Bowl" }, quantity: 100, price: 1500 }],
  shippingAddress: {
    street: "14 Lake View Road",
    city: "Pune",
    state: "Maharashtra",
    zipCode: "411001",
    country: "India",
  },
  userId: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
})!;

test("the PDF of an order has all required parts, the buyer, the recipient, and amounts with Indian digit grouping (§1, §2.15, D7, D92, D116, D120)", () => {
  const contact = { firstName: "Ravi", lastName: "Nair", email: "asha@example.com" };
  const paper = describeOrderPaper({ ...order, contact }, "Taruva");
  expect(paper).toMatchObject({ shopName: "Taruva", title: "Order summary" });
  expect(paper.facts).toContainEqual(["Order ID", "TRV-AB12CD"]);
  expect(paper.facts).toContainEqual(["Payment method", "CARD"]);
  expect(paper.billTo[0]).toBe("Asha Patel");
  expect(paper.shipTo[0]).toBe("Ravi Nair");
  expect(paper.items).toEqual([["Acacia Bowl", "100", "₹1,500.00", "₹1,50,000.00"]]);
  expect(paper.totals).toEqual([
    ["Subtotal", "₹1,50,000.00"],
    ["CGST 9%", "₹13,500.00"],
    ["SGST 9%", "₹13,500.00"],
    ["Total amount", "₹1,77,000.00"],
    ["Coupon discount", "−₹99.00"],
    ["Grand total", "₹1,76,901.00"],
  ]);
  expect(paper.thanks).toBe("Thank you for buying from Taruva.");
  expect(describeOrderPaper({ ...order, invoiceNumber: "26-27/000001" }, "Taruva").title).toBe("Invoice");
});

test("a long order continues on further pages of the PDF (§2.15, D116)", async () => {
  const [line] = order.items;
  const count = async (lines: number) => {
    const items = Array.from({ length: lines }, () => line!);
    const file = await drawOrderPdf(describeOrderPaper({ ...order, items }, "Taruva"));
    return (await PDFDocument.load(file)).getPageCount();
  };
  expect([await count(1), await count(60)]).toEqual([1, 2]);
});
