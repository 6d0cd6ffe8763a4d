import { fireEvent, screen, within } from "@testing-library/react";
import { goTo } from "#client/links.tsx";
import { refreshNow, signInWithCredential } from "#shop/accounts/web/session.ts";
import { type Sent, settle } from "./backend.tsx";

/** The calls of the specification (§7), as it writes them. */
export const documented = [
  "POST /api/auth/register",
  "POST /api/auth/login",
  "POST /api/auth/google",
  "POST /api/auth/verify-email",
  "POST /api/auth/reset-password",
  "POST /api/auth/refresh-token",
  "POST /api/auth/refresh",
  "POST /api/users/refresh-token",
  "GET /api/cart?userId={id}",
  "POST /api/cart/add",
  "PATCH /api/cart/update",
  "DELETE /api/cart/remove",
  "DELETE /api/cart/clear",
  "GET /api/categories",
  "GET /api/special-offer",
  "GET /api/products/list/",
  "GET /api/products/list/{id}",
  "GET /api/products/listByCategory",
  "GET /api/testimonials",
  "POST /api/testimonials",
  "POST /api/contact",
  "POST /api/orders",
  "GET /api/orders/user/{userId}",
  "GET /api/orders/{orderId}",
  "PUT /api/orders/{orderId}/cancel",
  "GET /addresses/{userId}",
  "POST /addresses/{userId}",
  "PUT /addresses/{userId}/{addressId}",
  "DELETE /addresses/{userId}/{addressId}",
  "PATCH /addresses/{userId}/{addressId}/default",
] as const;

export type DocumentedCall = (typeof documented)[number];

/** What is read when a call was answered so. */
type Outcome = [sent: Sent, ...words: string[]];

interface Played {
  /** The page that makes the call, and whose it is. */
  page: string | (() => string);
  as: "guest" | "customer";
  /** What the visitor does there; without it, opening the page is enough. */
  act?: () => Promise<void>;
  /** The barest answer that §3 and §7 allow, and what the page says then. Other calls are answered so too. */
  bare: Outcome;
  /** The same answer in its other forms. */
  forms?: Outcome[];
  failures: Outcome[];
  /** An answer with every field of §3: each in turn is null, left out, a number as text, or one of `others`. */
  full?: unknown;
  /** Fields by their path in `full`, `*` for every entry, with the other types that §3 gives them. */
  others?: Record<string, unknown[]>;
  /** What other calls answer before this one has worked, and what from then on. */
  before?: Partial<Record<DocumentedCall, Sent>>;
  after?: Partial<Record<DocumentedCall, Sent>>;
}

/** Why the browser never makes a call. */
interface NotPlayed {
  unused: string;
}

// What visitors do.

const press = async (name: string | RegExp, place = 0) => {
  const button = screen.getAllByRole("button", { name })[place];
  if (!button) throw new Error(`There is no button ${name}.`);
  fireEvent.click(button);
  await settle();
};

const fill = (fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) {
    const field = document.querySelector(`[name="${name}"]`);
    if (!field) throw new Error(`There is no field ${name}.`);
    fireEvent.change(field, { target: { value } });
  }
};

const address = { street: "14 Lake View Road", city: "Surat", state: "Gujarat", zipCode: "395002" };
const saveAddress = async () => {
  fill(address);
  await press("Save address");
};
const logIn = async () => {
  fill({ email: "asha@example.com", password: "teak and mango" });
  await press("Login");
};
const verifyEmail = async () => {
  fill({ email: "asha@example.com" });
  await press("Verify Email");
};
const decideInDialog = async (name: string) => {
  const dialog = document.querySelector<HTMLElement>("dialog[open]");
  if (!dialog) throw new Error("There is no question.");
  fireEvent.click(within(dialog).getByRole("button", { name }));
  await settle();
};
const checkOut = async () => {
  fill({
    "contact.firstName": "Asha",
    "contact.lastName": "Patel",
    "contact.email": "asha@example.com",
    "shippingAddress.street": address.street,
    "shippingAddress.zipCode": address.zipCode,
    "shippingAddress.state": address.state,
  });
  fill({ "shippingAddress.city": address.city, "shippingAddress.phoneNumber": "9876543210" });
  await press("Checkout");
};

let dearest = 2000;

// What §3 says of the things themselves.

const product = {
  _id: "roz",
  id: "roz",
  title: "Teak Bowl",
  name: "Teak Bowl",
  description: "A bowl.",
  price: 899,
  originalPrice: 1299,
  discount: 30,
  images: [{ url: "bowl.jpg" }],
  variantImages: [{ url: "/uploads/side.jpg" }],
  materials: ["Teak wood"],
  material: "Teak wood",
  category: "Serveware",
  subcategory: "Bowl",
  collection: "Festive",
  size: [{ L: 10, B: 10, H: 4 }],
  createdAt: "2026-11-01T09:00:00.000Z",
  date: "2026-11-01",
  sales: 4,
  featuredRank: 1,
  sku: "TB-1",
  mpn: "1",
  gtin13: "8901234567894",
  availability: "InStock",
  condition: "New",
  priceValidUntil: "2027-01-01",
  ratingValue: 4.5,
  reviewCount: 8,
};
const bareProduct = { id: "roz", name: "Teak Bowl", price: 899 };
const productForms = (at: string): Record<string, unknown[]> => ({
  [`${at}images`]: [["bowl.jpg"], [null], [{}], "bowl.jpg", []],
  [`${at}variantImages`]: [[null], ["side.jpg"]],
  [`${at}materials`]: ["Teak wood", [null]],
  [`${at}size`]: [[null], { L: 10, B: 10, H: 4 }, [{ L: "10", B: null }]],
});

const { title, price, category, size, images } = product;
const line = { productId: "roz", _id: "roz", quantity: 2, title, price, category, size, images };
const bareLine = { _id: "roz", quantity: 2, price: 899, title: "Teak Bowl" };
const shortLine = { ...bareLine, stock: 1 };

const order = {
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
const orderForms = (at: string): Record<string, unknown[]> => ({
  [`${at}items`]: [[null], [{}]],
  [`${at}items.*.productId`]: ["roz", { _id: "roz" }, { title: "Teak Bowl" }],
  [`${at}items.*.productId.images`]: [["/bowl.jpg"], [null]],
  [`${at}userId`]: ["asha"],
  [`${at}orderStatus`]: ["cancle", "Lost"],
  [`${at}createdAt`]: ["soon"],
  [`${at}cancellation.status`]: ["Pending", "Withdrawn"],
});

const savedAddress = { _id: "home", ...address, country: "India", isDefault: true };
const another = { id: "work", ...address, street: "2 MG Road" };
const twoAddresses = [savedAddress, another];

const testimonial = { id: "t1", name: "Asha P.", rating: 4, message: "It sings." };
const user = {
  id: "asha",
  _id: "asha",
  firstName: "Asha",
  lastName: "Patel",
  email: "asha@example.com",
  phoneNumber: "9876543210",
  addresses: [savedAddress],
  role: "user",
};

const refused = (status: number, words: string, under = "message"): Sent => ({
  status,
  body: { [under]: words },
});
const silent = (status: number): Sent => ({ status });
const page = (status = 200): Sent => ({ status, body: "<p>Back soon</p>" });

/** Every call of §7, as it is played against the pages that make it. A row of §7 without an entry does not compile. */
export const calls: Record<DocumentedCall, Played | NotPlayed> = {
  "POST /api/auth/register": {
    page: "/sign-up",
    as: "guest",
    act: async () => {
      fill({ firstName: "Asha", lastName: "Patel", email: "asha@example.com", phoneNumber: "9876543210" });
      fill({ "address.street": address.street, "address.zipCode": address.zipCode, "address.city": "Surat" });
      fill({ password: "teak and mango", confirmPassword: "teak and mango" });
      await press("Register");
    },
    bare: [silent(201), "Registration successful", "at /log-in"],
    forms: [
      [{ body: "created" }, "Registration successful"],
      [{ body: { message: "Welcome" } }, "Registration successful"],
    ],
    failures: [
      [refused(409, "That address is taken."), "That address is taken."],
      [refused(400, "That address is taken.", "error"), "That address is taken."],
      [{ body: { success: false, message: "Closed." } }, "Closed."],
      [silent(500), "Registration failed"],
    ],
  },
  "POST /api/auth/login": {
    page: "/log-in?redirect=/orders",
    as: "guest",
    act: logIn,
    bare: [
      { body: { user: { id: "asha" }, accessToken: "access", refreshToken: "refresh" } },
      "Login successful",
      "at /orders",
      "A-1",
    ],
    forms: [[{ body: { user: { _id: "asha" }, accessToken: "access" } }, "Login successful", "at /orders"]],
    failures: [
      [refused(401, "Wrong password."), "Wrong password.", "at /log-in"],
      [silent(500), "Failed to log in"],
      [page(), "Failed to log in"],
      [{ body: { user: null, accessToken: "access" } }, "Failed to log in"],
      [{ body: {} }, "Failed to log in"],
    ],
    full: { user, accessToken: "access", refreshToken: "refresh", message: "Hello" },
  },
  "POST /api/auth/google": {
    page: "/log-in",
    as: "guest",
    act: async () => {
      await signInWithCredential("credential", "nonce").catch(() => {});
      await settle();
    },
    bare: [
      { body: { user: { id: "asha" }, accessToken: "access", refreshToken: "refresh" } },
      "You are logged in",
    ],
    failures: [[refused(401, "No."), "Welcome back"]],
  },
  "POST /api/auth/verify-email": {
    page: "/forgot-password",
    as: "guest",
    act: verifyEmail,
    bare: [{ body: { message: "Email verified" } }, "Email verified! Enter a new password."],
    failures: [
      [{ body: { message: "Who is that?" } }, "No account found with this email."],
      [{ body: {} }, "No account found with this email."],
      [refused(404, "No such person."), "No such person."],
      [silent(500), "An error occurred. Please try again."],
      [page(), "An error occurred. Please try again."],
    ],
  },
  "POST /api/auth/reset-password": {
    page: "/forgot-password",
    as: "guest",
    act: async () => {
      await verifyEmail();
      fill({ code: "123456", newPassword: "teak and mango" });
      await press("Reset Password");
    },
    bare: [{ body: "OK" }, "Your password has been reset successfully.", "at /log-in"],
    forms: [
      [silent(204), "Your password has been reset successfully."],
      [{ body: { success: true } }, "Your password has been reset successfully."],
    ],
    failures: [
      [refused(400, "Too old."), "Failed to reset password: Too old."],
      [silent(500), "Failed to reset password. Please try again."],
    ],
  },
  "POST /api/auth/refresh-token": {
    page: "/orders",
    as: "guest",
    act: async () => {
      localStorage.setItem("refreshToken", "refresh");
      await refreshNow();
      await settle();
    },
    bare: [{ body: { accessToken: "fresh" } }, "Unauthorized! Please log in."],
    forms: [
      [{ body: { accessToken: "fresh", user: { id: "asha" } } }, "Session refreshed successfully!", "A-1"],
    ],
    failures: [
      [refused(403, "Too old."), "Failed to refresh token", "Unauthorized! Please log in."],
      [silent(500), "Failed to refresh token"],
      [{ body: {} }, "Failed to refresh token"],
    ],
  },
  "POST /api/auth/refresh": {
    page: "/orders",
    as: "customer",
    before: { "GET /api/orders/user/{userId}": refused(401, "Too old.") },
    after: { "GET /api/orders/user/{userId}": { body: { orders: [wanted] } } },
    bare: [{ body: { accessToken: "fresh" } }, "A-1"],
    failures: [
      [refused(401, "Over."), "Session expired. Please log in again.", "at /log-in"],
      [refused(403, "Over."), "Session expired. Please log in again.", "at /log-in"],
    ],
  },
  "POST /api/users/refresh-token": {
    unused: "the same service as /api/auth/refresh-token, which the browser calls (D47)",
  },
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
      [silent(500), "Failed to fetch cart: 500"],
      [page(), "Invalid response format (expected JSON)."],
      [refused(404, "Gone."), "Failed to fetch cart: 404"],
    ],
    full: { cartItems: [line] },
    others: {
      "cartItems.*.images": [["bowl.jpg"], [null], [{}]],
      "cartItems.*.size": [[null], { L: 10, B: 10, H: 4 }],
    },
  },
  "POST /api/cart/add": {
    page: "/product-info/roz",
    as: "customer",
    act: () => press("Add to Bag: Teak Bowl"),
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [bareLine] } } },
    bare: [{ body: { success: true } }, "In your bag"],
    forms: [
      [silent(201), "In your bag"],
      [{ body: "added" }, "In your bag"],
    ],
    failures: [
      [silent(500), "Failed to add to cart"],
      [{ body: { success: false } }, "Failed to add to cart"],
    ],
  },
  "PATCH /api/cart/update": {
    page: "/cart",
    as: "customer",
    act: () => press(/^Increase quantity/),
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [bareLine] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [{ ...bareLine, quantity: 3 }] } } },
    bare: [{ body: { success: true } }, "₹2697.00"],
    forms: [
      [silent(204), "₹2697.00"],
      [{ body: { cartItems: null } }, "₹2697.00"],
    ],
    failures: [[silent(500), "Failed to update item quantity"]],
  },
  "DELETE /api/cart/remove": {
    page: "/cart",
    as: "customer",
    act: async () => {
      await press("Remove Teak Bowl from the cart");
      await decideInDialog("Yes, Delete");
    },
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [bareLine] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [] } } },
    bare: [silent(204), "Your cart is empty"],
    failures: [[silent(500), "Failed to remove item"]],
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
    bare: [silent(204), "Order placed successfully!", "Your cart is empty"],
    failures: [[silent(500), "Order placed successfully!", "Failed to clear cart"]],
  },
  "GET /api/categories": {
    page: "/contact-us",
    as: "guest",
    bare: [{ body: { success: true, categories: [{ name: "Festive" }] } }, "Festive"],
    forms: [
      [{ body: { categories: ["Festive", null, {}] } }, "Festive"],
      [{ body: { success: true, categories: [] } }, "No collections available"],
    ],
    failures: [
      [silent(500), "Loading collections..."],
      [{ body: { success: false } }, "Loading collections..."],
      [{ body: { categories: null } }, "Loading collections..."],
      [page(), "Loading collections..."],
    ],
    full: { success: true, categories: [{ name: "Festive" }] },
  },
  "GET /api/special-offer": {
    page: "/product-info/roz",
    as: "guest",
    bare: [{ body: { heading: "Diwali", points: ["Gift wrap"] } }, "Diwali", "Gift wrap"],
    forms: [[{ body: {} }, "Special Offer"]],
    failures: [
      [silent(500), "Special Offer"],
      [page(), "Special Offer"],
    ],
    full: { heading: "Diwali", points: ["Gift wrap"] },
    others: { points: ["Gift wrap", [null, {}]] },
  },
  "GET /api/products/list/": {
    page: "/",
    as: "guest",
    bare: [{ body: { success: true, data: [bareProduct] } }, "Teak Bowl", "₹899.00"],
    forms: [
      [{ body: [bareProduct] }, "Teak Bowl"],
      [{ body: { success: true, data: [null, bareProduct] } }, "Teak Bowl"],
      [{ body: { success: true, data: [] } }, "No products available"],
    ],
    failures: [
      [silent(500), "Error: Failed to fetch products. Status: 500"],
      [
        { body: { success: false, message: "Closed." } },
        "Error: Failed to fetch products. Please check the API.",
      ],
      [{ body: { success: true, data: {} } }, "Error: Failed to fetch products. Please check the API."],
      [page(), "Error: Failed to fetch products. Please check the API."],
    ],
    full: { success: true, message: "Products", data: [bareProduct] },
  },
  "GET /api/products/list/{id}": {
    page: "/product-info/roz",
    as: "guest",
    bare: [{ body: bareProduct }, "Teak Bowl", "₹899.00"],
    failures: [
      [silent(500), "Something went wrong"],
      [silent(404), "Something went wrong"],
      [{ body: {} }, "Something went wrong"],
      [page(), "Something went wrong"],
    ],
    full: product,
    others: productForms(""),
  },
  "GET /api/products/listByCategory": {
    // What was shown of a list before is shown again, so each is another.
    page: () => `/products?subcategory=Bowl&minPrice=100&maxPrice=${(dearest += 1)}`,
    as: "guest",
    bare: [{ body: { success: true, data: [bareProduct] } }, "Teak Bowl", "₹899.00"],
    forms: [
      [{ body: [bareProduct, null] }, "Teak Bowl"],
      [{ body: { success: true, data: [] } }, "No products available in this category."],
    ],
    failures: [
      [silent(500), "Failed to fetch products"],
      [{ body: { success: false, message: "Closed." } }, "Failed to fetch products: Closed."],
      [{ body: { success: true, data: null } }, "Failed to fetch products. Please check the API."],
      [page(), "Failed to fetch products. Please check the API."],
    ],
    full: { success: true, message: "Products", data: [product] },
    others: productForms("data.*."),
  },
  "GET /api/testimonials": {
    page: "/feedback",
    as: "guest",
    bare: [{ body: [testimonial] }, "It sings.", "Asha P."],
    forms: [[{ body: { testimonials: [testimonial, null] } }, "It sings."]],
    failures: [
      [silent(500), "Loading testimonials..."],
      [{ body: {} }, "Loading testimonials..."],
      [page(), "Loading testimonials..."],
    ],
    full: [testimonial],
    others: { "*.rating": [9, -1, "five"], "*.id": [7] },
  },
  "POST /api/testimonials": {
    page: "/feedback",
    as: "customer",
    act: async () => {
      fill({ message: "It sings." });
      await press("Submit");
    },
    bare: [{ status: 201, body: { message: "Thank you!" } }, "Thank you!"],
    forms: [[silent(201), "Thank you."]],
    failures: [
      [refused(400, "X", "error"), "X"],
      [silent(500), "Something went wrong."],
    ],
  },
  "POST /api/contact": {
    page: "/contact",
    as: "guest",
    act: async () => {
      fill({ name: "Asha", email: "asha@example.com", message: "Do you ship to Goa?" });
      await press("Send message");
    },
    bare: [{ body: { message: "We will write." } }, "We will write."],
    forms: [[silent(202), "Thank you."]],
    failures: [[silent(500), "could not be sent", "Do you ship to Goa?"]],
  },
  "POST /api/orders": {
    page: "/checkout",
    as: "customer",
    act: checkOut,
    before: { "GET /api/cart?userId={id}": { body: { cartItems: [shortLine] } } },
    after: { "GET /api/cart?userId={id}": { body: { cartItems: [] } } },
    bare: [{ status: 201, body: { success: true } }, "Order placed successfully!", "at /orders"],
    forms: [
      [silent(201), "Order placed successfully!", "at /orders"],
      [{ status: 201, body: { order: wanted } }, "Order placed successfully!", "at /orders"],
    ],
    failures: [
      [silent(500), "Failed to place order. Please try again.", "at /checkout"],
      [
        refused(400, "Too far away.", "error"),
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
      [{ body: { orders: [] } }, "No orders found."],
      [{ body: { orders: null } }, "No orders found."],
      [{ body: { orders: [null, wanted] } }, "A-1"],
    ],
    failures: [
      [silent(500), "Failed to fetch orders."],
      [refused(400, "No."), "Failed to fetch orders."],
      [page(), "Failed to fetch orders."],
    ],
    full: { orders: [order] },
    others: orderForms("orders.*."),
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
      [
        { body: { order: { _id: "0190", items: [{ productId: { _id: "roz" } }] } } },
        "Product Name Unavailable",
      ],
      [{ body: { order: { ...wanted, userId: null } } }, "Unknown User", "No Email Available"],
      [{ body: {} }, "No order details found."],
      [{ body: { order: null } }, "No order details found."],
    ],
    failures: [
      [silent(404), "No order details found."],
      [silent(500), "Failed to fetch order details."],
      [page(), "Failed to fetch order details."],
    ],
    full: { order },
    others: orderForms("order."),
  },
  "PUT /api/orders/{orderId}/cancel": {
    page: "/order-details/A-1",
    as: "customer",
    act: async () => {
      await press("Cancel Order");
      await decideInDialog("Cancel Order");
    },
    before: { "GET /api/orders/{orderId}": { body: { order: wanted } } },
    bare: [{ body: { success: true } }, "Cancellation request submitted.", "Cancel statusPending"],
    forms: [[silent(204), "Cancellation request submitted.", "Cancel statusPending"]],
    failures: [
      [refused(409, "Too late."), "Too late."],
      [refused(409, "Too late.", "error"), "Too late."],
      [silent(500), "Error submitting cancellation. Please try again."],
    ],
  },
  "GET /addresses/{userId}": {
    page: "/address",
    as: "customer",
    bare: [{ body: [{ _id: "home", street: "14 Lake View Road" }] }, "14 Lake View Road", "India"],
    forms: [
      [{ body: { addresses: twoAddresses } }, "2 MG Road", "Default"],
      [{ body: [] }, "No address yet!"],
    ],
    failures: [
      [silent(500), "We couldn’t load your addresses right now. Please try again."],
      [page(), "We couldn’t load your addresses right now. Please try again."],
    ],
    full: [savedAddress],
    others: { "*.zipCode": [395002], "*": [null] },
  },
  "POST /addresses/{userId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await press("Add a new address");
      await saveAddress();
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [silent(201), "2 MG Road"],
    forms: [
      [{ body: { success: true } }, "2 MG Road"],
      [{ body: { addresses: [another] } }, "2 MG Road"],
    ],
    failures: [[silent(500), "Could not save the address. Please check the details and try again."]],
  },
  "PUT /addresses/{userId}/{addressId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await press(/^Edit /);
      await saveAddress();
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [{ body: { success: true } }, "2 MG Road"],
    forms: [[{ body: { addresses: [another] } }, "2 MG Road"]],
    failures: [[silent(500), "Could not update the address. Please try again."]],
  },
  "DELETE /addresses/{userId}/{addressId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await press(/^Remove /);
      await decideInDialog("Yes, Remove");
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: [] } },
    bare: [silent(204), "No address yet!"],
    forms: [[{ body: "gone" }, "No address yet!"]],
    failures: [[silent(500), "Could not remove the address. Please try again."]],
  },
  "PATCH /addresses/{userId}/{addressId}/default": {
    page: "/address",
    as: "customer",
    act: () => press(/^Set Default /),
    before: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [silent(204), "2 MG RoadDefault"],
    forms: [
      [{ body: { success: true } }, "2 MG RoadDefault"],
      [{ body: { addresses: [savedAddress, { ...another, isDefault: true }] } }, "2 MG RoadDefault"],
    ],
    failures: [[silent(500), "Could not set default. Please try again."]],
  },
};
