import { capitalise } from "#contract/text.ts";
import { requiredPart } from "#client/required-part.tsx";
import { useLocation } from "#client/router/react.tsx";
import { orderMessages } from "#shop/orders/order.ts";
import { OrderHistorySkeleton } from "#shop/orders/web/order-history-skeleton.tsx";
import type { Crumb } from "#ui/breadcrumb.tsx";
import { SideMenu } from "../shell/side-menu.tsx";

const OwnOrders = requiredPart(async () => (await import("../account/own-orders.tsx")).OwnOrders);

export const head = () => ({ title: "Your orders" });

export const Component = () => (
  <SideMenu
    crumbs={buildCrumbs(useLocation().pathname)}
    title="Your orders"
    without="This page needs JavaScript to show your orders. Our e-mails also say what you ordered and where it is."
    loading={<OrderHistorySkeleton />}
    signIn={{ title: orderMessages.unauthorized, text: "Track your orders, pay, and download invoices." }}
  >
    {(user) => <OwnOrders accountId={user._id} loading={<OrderHistorySkeleton />} />}
  </SideMenu>
);

/** Builds the breadcrumb from the URL: at `/orders`, it is Home / Orders (§2.14). */
function buildCrumbs(pathname: string): Crumb[] {
  const steps = pathname.split("/").filter(Boolean);
  return steps.map((step, index) => ({
    label: capitalise(step.replaceAll("-", " ")),
    href: index === steps.length - 1 ? undefined : `/${steps.slice(0, index + 1).join("/")}`,
  }));
}
