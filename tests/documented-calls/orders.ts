import { address } from "./visitor-acts.ts";

export const order = {
  _id: "0190",
  orderId: "A-1",
  createdAt: "2026-11-20T09:00:00.000Z",
  paymentStatus: "Completed",
  paymentMethod: "card",
  orderStatus: "Processing",
  totalAmount: 2829.64,
  cgst: 215.82,
  sgst: 215.82,
  discount: 99,
  refundAmount: 2730.64,
  items: [
    {
      productId: { _id: "roz", title: "Teak Bowl", images: [{ url: "/bowl.jpg" }] },
      quantity: 1,
      price: 899,
    },
  ],
  shippingAddress: { ...address, country: "India" },
  userId: { _id: "asha", firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  cancellation: {
    status: "Approved",
    reasons: ["Other"],
    comments: "",
    requestedAt: "2026-11-20T09:30:00.000Z",
  },
};

const { refundAmount: _none, cancellation: _neither, ...wanted } = order;
export { wanted };

/** An order from another backend that uses names of this shop's own fields for different values. */
export const foreign = {
  ...wanted,
  tracking: "AWB 1",
  parcels: 2,
  creditNotes: "none",
  returnRequest: true,
  laterReturns: 0,
  cash: "no",
  taxes: 431.64,
  taxRates: 18,
  companyInvoice: "Lake Café",
  promised: "soon",
  expired: false,
};

export const listOrderForms = (at: string): Record<string, unknown[]> => ({
  [`${at}items`]: [[null], [{}]],
  [`${at}items.*.productId`]: ["roz", { _id: "roz" }, { title: "Teak Bowl" }],
  [`${at}items.*.productId.images`]: [["/bowl.jpg"], [null]],
  [`${at}userId`]: ["asha"],
  [`${at}orderStatus`]: ["cancle", "Lost"],
  [`${at}createdAt`]: ["soon"],
  [`${at}cancellation.status`]: ["Pending", "Withdrawn"],
});
