import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#lib/api.ts";
import { goTo } from "#lib/links.tsx";
import { Queries } from "#lib/queries.tsx";
import { links } from "#contract/links.ts";
import { fromRupees, toRupees } from "#contract/money.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { listAddressBook } from "#shop/addresses/endpoints.ts";
import { clearCart, refreshCart, useCart } from "#shop/cart/web/cart-store.ts";
import { CartTrouble } from "#shop/cart/web/cart-trouble.tsx";
import { checkoutSentences } from "#shop/orders/checkout.ts";
import { totalsOf } from "#shop/orders/totals.ts";
import { CheckoutForm } from "#shop/orders/web/checkout-form.tsx";
import { CheckoutSummary } from "#shop/orders/web/checkout-summary.tsx";
import type { Order } from "#shop/orders/order.ts";
import type { User } from "#shop/accounts/user.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { refreshTaxRates, useTaxRates } from "../shell/tax-rates.ts";
import styles from "./checkout.module.css";
import type { OrdersArrival } from "./orders.tsx";

export const head = () => ({ title: "Checkout", noindex: true });

/** Checkout (§2.8). */
export function CheckoutPage() {
  const { user, known } = useSession();
  useEffect(() => {
    if (known && user === null) void goTo(links.logIn(links.checkout), { replace: true });
  }, [known, user]);
  return (
    <Queries>
      <Wrap className={styles.page}>
        <PageTitle>Shipping Information</PageTitle>
        <OtherAccount email={user?.email} />
        {user && <Checkout user={user} />}
      </Wrap>
    </Queries>
  );
}

/** The way to the login; for a signed-in customer, to another account (§2.8, D99). */
const OtherAccount = ({ email }: { email: string | undefined }) => (
  <p className={styles.account}>
    {email && `Signed in as ${email}. `}
    Already have an account? <a href={links.logIn(links.checkout)}>Login</a>
  </p>
);

function Checkout({ user }: { user: User }) {
  const cart = useCart();
  const rates = useTaxRates();
  const addresses = useQuery({
    queryKey: ["addresses", user._id],
    queryFn: ({ signal }) => call(listAddressBook, { params: { userId: user._id } }, signal),
  });
  if (!cart.loaded || addresses.isPending) return <SkeletonText lines={10} />;
  // A bag that could not be fetched is not known to be empty.
  if (cart.lines.length === 0) return cart.error ? <CartTrouble why={cart.error} /> : <EmptyBag />;

  const lines = cart.lines.map((line) => ({ ...line, unitPrice: fromRupees(line.price) ?? 0 }));
  const totals = totalsOf(lines, rates);
  return (
    <div className={styles.columns}>
      <CheckoutForm
        customer={user}
        // Without the saved addresses the form is still a form.
        addresses={addresses.data ?? []}
        items={lines.map(({ productId, quantity, price }) => ({ productId, quantity, price }))}
        totalAmount={toRupees(totals.total)}
        onPlaced={(order) => void showPlaced(order)}
        taxRates={rates}
        onBagOutdated={() => {
          refreshCart();
          void refreshTaxRates();
        }}
      />
      <CheckoutSummary
        lines={lines.map((line) => ({ ...line, image: line.images[0]?.url ?? null }))}
        totals={totals}
        rates={rates}
      />
    </div>
  );
}

/** Nothing to order: the button is there and does nothing (D66). */
const EmptyBag = () => (
  <EmptyState
    title={checkoutSentences.emptyCart}
    action={
      <>
        <ButtonLink href={links.products()}>Start shopping</ButtonLink>
        <Button variant="secondary" disabled>
          Checkout
        </Button>
      </>
    }
  />
);

/** The order stands: the bag is empty, and the payment window opens on the page of the orders (D60). */
async function showPlaced(order: Order | null): Promise<void> {
  toastSuccess(checkoutSentences.placed);
  const state: OrdersArrival = order ? { pay: order.orderId } : {};
  await goTo(links.orders, { state });
  // Our own server has emptied the cart; of another one that is not known (§4).
  if (order === null) void clearCart();
  else refreshCart();
}
