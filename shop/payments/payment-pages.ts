import { type PageName, findPageName } from "#contract/page-paths.ts";

/** The pages with a payment window: the list of orders and the page of an order (§2.14, §2.15). */
const paymentPages: readonly (PageName | null)[] = ["orders", "orderDetails"];

/** True for a page with a payment window. Its content security policy allows the payment provider's script. */
export const isPaymentPage = (pathname: string): boolean => paymentPages.includes(findPageName(pathname));
