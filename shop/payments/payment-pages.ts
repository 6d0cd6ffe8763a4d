import { type PageName, findPageName } from "#contract/page-paths.ts";

/** The pages where a payment window opens: the orders, and one of them (§2.14, §2.15). */
const paymentPages: readonly (PageName | null)[] = ["orders", "orderDetails"];

/** A browser's policy belongs to the document, so someone else's script runs only where the page began as one of these. */
export const isPaymentPage = (pathname: string): boolean => paymentPages.includes(findPageName(pathname));
