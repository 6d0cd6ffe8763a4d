import { requiredPart } from "#client/required-part.tsx";
import { useParams } from "#client/router/react.tsx";
import { links } from "#contract/links.ts";
import { orderMessages } from "#shop/orders/order.ts";
import { OrderDetailsSkeleton } from "#shop/orders/web/order-details-skeleton.tsx";
import { SideMenu } from "../shell/side-menu.tsx";

const OwnOrder = requiredPart(async () => (await import("../account/own-order.tsx")).OwnOrder);

export const head = () => ({ title: "Order details" });

export function Component() {
  const { orderId = "" } = useParams();
  return (
    <SideMenu
      crumbs={[
        { label: "Orders", href: links.orders },
        { label: orderId, exact: true },
      ]}
      title={
        <>
          Order{" "}
          <span translate="no" className="unbroken">
            {orderId}
          </span>
        </>
      }
      without="This page needs JavaScript to show your order. Our e-mails also say what you ordered and where it is."
      loading={<Waiting orderId={orderId} />}
      signIn={{ title: orderMessages.unauthorized, text: "Only you can see your orders." }}
    >
      {() => <OwnOrder orderId={orderId} loading={<Waiting orderId={orderId} />} />}
    </SideMenu>
  );
}

const Waiting = ({ orderId }: { orderId: string }) => (
  <div aria-busy="true">
    <OrderDetailsSkeleton orderId={orderId} />
  </div>
);
