import { goTo } from "#client/links.tsx";
import { settle } from "./settle.ts";
import { bareLine, line, shortLine } from "./products.ts";
import { htmlPage, type CallPlans, answerRefused, answerSilent } from "./played.ts";
import { checkOut, decideInDialog, clickButton } from "./visitor-acts.ts";

export const cartCalls = {
  "GET /api/cart?userId={id}": {
    page: "/cart",
    as: "customer",
    bare: [{ body: { cartItems: [bareLine] } }, "Teak Bowl", "₹899.00", "₹1798.00"],
    forms: [
      [{ body: [bareLine] }, "Teak Bowl"],
      [
        {
          body: {
            cartItems: [{ productId: { _id: "roz", title: "Teak Bowl", price: "899" }, quantity: "2" }],
          },
        },
        "₹1798.00",
      ],
      [{ body: { cartItems: [shortLine] } }, "Not enough left: Teak Bowl (1 left)."],
      [{ body: { cartItems: [] } }, "Your cart is empty"],
      [{ body: { cartItems: null } }, "Your cart is empty"],
      [{ body: { cartItems: [null, bareLine] } }, "Teak Bowl"],
    ],
    failures: [
      [answerSilent(500), "Failed to fetch cart: 500"],
      [htmlPage, "Invalid response format (expected JSON)."],
      [answerRefused(404, "Gone."), "Failed to fetch cart: 404"],
      // The refresh succeeds, but the shop refuses the fresh token too.
      [answerRefused(401, "No."), "Session expired. Please log in again.", "at /log-in"],
    ],
    full: { cartItems: [line] },
    entry: "Teak Bowl",
    others: {
      "cartItems.*.images": [["bowl.jpg"], [null], [{}]],
      "cartItems.*.size": [[null], { L: 10, B: 10, H: 4 }],
    },
  },
  "POST /api/cart/add": {
    page: "/product-info/roz",
    as: "customer",
    act: () => clickButton("Add to Bag: Teak Bowl"),
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [bareLine] } } },
    bare: [{ body: { success: true } }, "1 in your bag"],
    forms: [
      [answerSilent(201), "1 in your bag"],
      [{ body: "added" }, "1 in your bag"],
    ],
    failures: [
      [answerSilent(500), "Failed to add to cart"],
      [{ body: { success: false } }, "Failed to add to cart"],
    ],
  },
  "PATCH /api/cart/update": {
    page: "/cart",
    as: "customer",
    act: () => clickButton(/^Increase quantity/),
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [bareLine] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [{ ...bareLine, quantity: 3 }] } } },
    bare: [{ body: { success: true } }, "₹2697.00"],
    forms: [
      [answerSilent(204), "₹2697.00"],
      [{ body: { cartItems: null } }, "₹2697.00"],
    ],
    failures: [[answerSilent(500), "Failed to update item quantity"]],
  },
  "DELETE /api/cart/remove": {
    page: "/cart",
    as: "customer",
    act: async () => {
      await clickButton("Remove Teak Bowl from your bag");
      await decideInDialog("Yes, Delete");
    },
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [bareLine] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [] } } },
    bare: [answerSilent(204), "Your cart is empty"],
    failures: [[answerSilent(500), "Failed to remove item"]],
  },
  "DELETE /api/cart/clear": {
    page: "/checkout",
    as: "customer",
    act: async () => {
      await checkOut();
      await goTo("/cart");
      await settle();
    },
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [bareLine] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [] } } },
    bare: [answerSilent(204), "Order placed successfully!", "Your cart is empty"],
    failures: [[answerSilent(500), "Order placed successfully!", "Failed to clear cart"]],
  },
} satisfies CallPlans;
