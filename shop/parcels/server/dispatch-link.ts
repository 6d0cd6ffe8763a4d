import { DAY, SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { buildLinkHref } from "#platform/pages/link-page.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import { DISPATCH_LINK_DAYS, DISPATCH_PATH } from "../dispatch-link.ts";

const PURPOSE = "order-dispatch";

/** What a dispatch link says; the order may have left meanwhile. */
export interface DispatchLink {
  orderId: string;
  expired: boolean;
}

/** An address at which one order can be marked as dispatched, from now on for a week; for the owner alone. */
export function buildDispatchHref(context: Context, orderId: string): string {
  const until = Math.floor((context.now().getTime() + DISPATCH_LINK_DAYS * DAY) / SECOND);
  return buildLinkHref(context, DISPATCH_PATH, PURPOSE, `${orderId}.${until}`);
}

/** Null for a link that the shop has not made. */
export function readDispatchLink(context: Context, link: string): DispatchLink | null {
  const text = readSignedLink(context, PURPOSE, link);
  if (text === null) return null;
  const [orderId = "", until] = text.split(".");
  return { orderId, expired: context.now().getTime() > Number(until) * SECOND };
}
