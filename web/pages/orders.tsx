import { requiredPart } from "#client/required-part.tsx";
import { useLocation } from "#client/router/react.tsx";
import { useSession } from "#shop/accounts/web/session.ts";
import { orderMessages } from "#shop/orders/order.ts";
import { OrderHistorySkeleton } from "#shop/orders/web/order-history-skeleton.tsx";
import type { Crumb } from "#ui/breadcrumb.tsx";
import { SideMenu } from "../shell/side-menu.tsx";
import { SignInFirst } from "../shell/sign-in-first.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";

const OwnOrders = requiredPart(async () => (await import("../account/own-orders.tsx")).OwnOrders);

export const head = () => ({ title: "Your orders", noindex: true });

const OrdersPage = () => (
  <SideMenu crumbs={buildCrumbs(useLocation().pathname)} title="Your orders">
    <Orders />
  </SideMenu>
);

/** The breadcrumb depends on the URL: at `/orders` it is Home / Orders (§2.14). */
function buildCrumbs(pathname: string): Crumb[] {
  const steps = pathname.split("/").filter(Boolean);
  return steps.map((step, index) => ({
    label: step.charAt(0).toUpperCase() + step.slice(1).replaceAll("-", " "),
    href: index === steps.length - 1 ? undefined : `/${steps.slice(0, index + 1).join("/")}`,
  }));
}

function Orders() {
  const { user, known } = useSession();
  if (!known)
    return (
      <UntilKnown without="Your orders need JavaScript. Our e-mails also say what you ordered and where it is.">
        <OrderHistorySkeleton />
      </UntilKnown>
    );
  if (user === null)
    return (
      <SignInFirst title={orderMessages.unauthorized} text="Track your orders, pay, and download invoices." />
    );
  return <OwnOrders accountId={user._id} loading={<OrderHistorySkeleton />} />;
}

export { OrdersPage as Component };
