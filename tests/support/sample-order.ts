import type { Order } from "../../shop/orders/order.ts";

/** A paid order of one bowl and one tray, as it travels. */
export const sampleOrder: Order = {
  _id: "0190",
  orderId: "TRV-7K2M9Q",
  createdAt: "2026-11-20T09:00:00.000Z",
  paymentStatus: "Completed",
  paymentMethod: "card",
  orderStatus: "Processing",
  subtotal: 2398,
  cgst: 215.82,
  sgst: 215.82,
  totalAmount: 2829.64,
  discount: 99,
  grandTotal: 2730.64,
  taxRates: { cgst: 9, sgst: 9 },
  items: [
    {
      productId: { _id: "bowl", title: "Acacia Bowl", images: [{ url: "/bowl.jpg" }] },
      quantity: 1,
      price: 899,
    },
    { productId: { _id: "tray", title: "Teak Tray", images: [] }, quantity: 1, price: 1499 },
  ],
  shippingAddress: {
    street: "14 Lake View Road",
    city: "Surat",
    state: "Gujarat",
    zipCode: "395002",
    country: "India",
    phoneNumber: "9876543210",
  },
  userId: { _id: "a", firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  cancellableUntil: "2026-11-21T09:00:00.000Z",
  serverTime: "2026-11-20T10:00:00.000Z",
};
