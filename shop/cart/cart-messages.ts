/** What is said about the cart (§2.2, §2.7, §8). */
export const cartMessages = {
  drawerTitle: "Shopping Cart",
  drawerEmpty: "Your cart is empty.",
  /** A line whose product has no name. */
  nameless: "Unknown Product",
  pageTitle: "My Shopping Cart",
  pageEmpty: "Your cart is empty",
  removeTitle: "Remove from Cart",
  removeQuestion: "Are you sure you want to remove this product?",
  removed: (title: string) => `${title || "The product"} is removed from your cart`,
  clear: "Clear Cart",
  clearQuestion: "Are you sure you want to remove all products from your cart?",
  fetchFailed: (status: number | string) => `Failed to fetch cart: ${status}`,
  notJson: "Invalid response format (expected JSON).",
  addFailed: "Failed to add to cart",
  updateFailed: "Failed to update item quantity",
  removeFailed: "Failed to remove item",
  clearFailed: "Failed to clear cart",
  gone: "This product is no longer available.",
  soldOut: "This product is sold out.",
  notInCart: "This product is not in your cart.",
} as const;
