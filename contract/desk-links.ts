export const deskLinks = {
  today: () => "/",
  /** The screen of an order. With an action such as `orders cancel`, it opens the form of the action. */
  order: (orderId: string, action?: string) =>
    `/orders/${encodeURIComponent(orderId)}${action === undefined ? "" : `?${new URLSearchParams({ action }).toString()}`}`,
  product: (productId: string) => `/products/${encodeURIComponent(productId)}`,
  messages: (from = "") => `/people/messages${from && `?search=${encodeURIComponent(from)}`}`,
  reviews: () => "/people/reviews",
  testimonials: () => "/people/reviews?group=testimonials",
  health: () => "/settings/health",
  /** `part` is the part of the screen to open. */
  home: (part?: string) => (part === undefined ? "/home" : `/home?part=${part}`),
  seller: (field?: string) => `/settings/seller${field === undefined ? "" : `?field=${field}`}`,
  selling: () => "/settings/selling",
  taxes: () => "/settings/taxes",
  text: (name: string) => `/settings/texts?text=${encodeURIComponent(name)}`,
  setting: (name: string) => `/settings/values?search=${encodeURIComponent(name)}`,
  /** Returns the path of the desk's form for a command such as `orders pack`, with preset values. */
  form(command: string, known: Readonly<Record<string, string>> = {}): string {
    const query = new URLSearchParams(known).toString();
    return `/do/${command.replaceAll(" ", "/")}${query && `?${query}`}`;
  },
};
