import { checkOut, decideInDialog, clickButton } from "./visitor-acts.ts";
import { shortLine } from "./products.ts";
import { htmlPage, type CallPlans, answerRefused, answerSilent } from "./played.ts";
import { foreign, order, listOrderForms, wanted } from "./orders.ts";

export const orderCalls = {
  "POST /api/orders": {
    page: "/checkout",
    as: "customer",
    act: checkOut,
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [shortLine] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [] } } },
    bare: [{ status: 201, body: { success: true } }, "Order placed successfully!", "at /orders"],
    forms: [
      [answerSilent(201), "Order placed successfully!", "at /orders"],
      [{ status: 201, body: { order: wanted } }, "Order placed successfully!", "at /orders"],
    ],
    failures: [
      [answerSilent(500), "Failed to place order. Please try again.", "at /checkout"],
      [{ body: { error: "Out of stock." } }, "Out of stock.", "at /checkout"],
      [
        answerRefused(400, "Too far away.", "error"),
        "Too far away.",
        "at /checkout",
        "Not enough left: Teak Bowl (1 left).",
      ],
    ],
  },
  "GET /api/orders/user/{userId}": {
    page: "/orders",
    as: "customer",
    bare: [{ body: { orders: [{ _id: "0190", orderId: "A-1" }] } }, "A-1", "Date Unavailable", "Unknown"],
    forms: [
      [{ body: [wanted] }, "A-1", "₹2829.64"],
      [{ body: { orders: [foreign] } }, "A-1", "₹2829.64", "Processing"],
      [{ body: { orders: [] } }, "No orders found."],
      [{ body: { orders: null } }, "No orders found."],
      [{ body: { orders: [null, wanted] } }, "A-1"],
    ],
    failures: [
      [answerSilent(500), "Failed to fetch orders."],
      [answerRefused(400, "No."), "Failed to fetch orders."],
      [htmlPage, "Failed to fetch orders."],
    ],
    full: { orders: [order] },
    entry: "A-1",
    others: listOrderForms("orders.*."),
  },
  "GET /api/orders/{orderId}": {
    page: "/order-details/A-1",
    as: "customer",
    bare: [
      { body: { order: { _id: "0190", items: [{ productId: null }] } } },
      "Unknown Product",
      "Unknown User",
      "No Email Available",
      "Date Unavailable",
      "NOT PROVIDED",
    ],
    forms: [
      [{ body: { order: wanted } }, "Teak Bowl", "CGST 9%", "₹2730.64", "Asha Patel", "Cancel Order"],
      [{ body: { order: foreign } }, "Teak Bowl", "CGST 9%", "₹215.82", "₹2730.64", "Cancel Order"],
      [
        { body: { order: { _id: "0190", items: [{ productId: { _id: "roz" } }] } } },
        "Product Name Unavailable",
      ],
      [{ body: { order: { ...wanted, userId: null } } }, "Unknown User", "No Email Available"],
      [{ body: {} }, "No order details found."],
      [{ body: { order: null } }, "No order details found."],
    ],
    failures: [
      [answerSilent(404), "No order details found."],
      [answerSilent(500), "Failed to fetch order details."],
      [htmlPage, "Failed to fetch order details."],
    ],
    full: { order },
    entry: "Teak Bowl",
    others: listOrderForms("order."),
  },
  "PUT /api/orders/{orderId}/cancel": {
    page: "/order-details/A-1",
    as: "customer",
    act: async () => {
      await clickButton("Cancel Order");
      await decideInDialog("Cancel Order");
    },
    before: { "GET /api/orders/{orderId}": { body: { order: wanted } } },
    bare: [{ body: { success: true } }, "Cancellation request submitted.", "Cancel statusPending"],
    forms: [[answerSilent(204), "Cancellation request submitted.", "Cancel statusPending"]],
    failures: [
      [answerRefused(409, "Too late."), "Too late."],
      [answerRefused(409, "Too late.", "error"), "Too late."],
      [answerSilent(500), "Error submitting cancellation. Please try again."],
    ],
  },
} satisfies CallPlans;
