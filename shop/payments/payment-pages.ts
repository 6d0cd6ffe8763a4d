import { type PageName, findPageName } from "#contract/page-paths.ts";

/** The pages with a payment window: the orders, and one order (§2.14, §2.15). */
const paymentPages: readonly (PageName | null)[] = ["orders", "orderDetails"];

/** The policy belongs to the document, so a third party's script only runs if one of these pages was loaded first. */
export const isPaymentPage = (pathname: string): boolean => paymentPages.includes(findPageName(pathname));
