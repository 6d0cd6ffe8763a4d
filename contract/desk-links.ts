/** The paths of the desk's screens that mails, notifications and the shop's lists lead to. */
export const deskLinks = {
  today: () => "/",
  order: (orderId: string) => `/orders/${encodeURIComponent(orderId)}`,
  product: (productId: string) => `/products/${encodeURIComponent(productId)}`,
  messages: () => "/people/messages",
  reviews: () => "/people/reviews",
  health: () => "/settings/health",
};
