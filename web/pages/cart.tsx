import { useEffect } from "react";
import { useMedia } from "#client/visibility.ts";
import { links } from "#contract/links.ts";
import { cartMessages } from "#shop/cart/cart.ts";
import { fetchCartNow, refreshCart, useCart } from "#shop/cart/web/cart-store.ts";
import { CartNotices } from "#shop/cart/web/cart-notices.tsx";
import { CartTable } from "#shop/cart/web/cart-table.tsx";
import { CartLoading } from "#shop/cart/web/cart-loading.tsx";
import { OrderSummary } from "#shop/cart/web/order-summary.tsx";
import { totalUpCart } from "#shop/cart/web/total-up-cart.ts";
import { ClearCart } from "#shop/cart/web/clear-cart.tsx";
import { useNavigation } from "#shop/catalogue/web/navigation.ts";
import { describeIncluded } from "#shop/pricing/coupon.ts";
import { useCountedStep } from "#shop/visits/web/use-counted-step.ts";
import { DeliverToPin } from "#shop/checkout/web/deliver-to-pin.tsx";
import { ExpectedDelivery } from "#shop/policies/web/expected-delivery.tsx";
import { BottomBar, ONE_COLUMN } from "#ui/bottom-bar.tsx";
import { classNames } from "#ui/class-names.ts";
import { ButtonLink } from "#ui/button.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { EmptyPage } from "../shell/empty-page.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";
import { getLongestLead } from "#shop/inventory/stock.ts";
import { useShell } from "../shell/shell-data.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import styles from "./cart.module.css";

export const head = () => ({ title: cartMessages.pageTitle });

export function Component() {
  const { lines, loaded, error } = useCart();
  const rates = useTaxRates();
  const totals = totalUpCart(lines, rates);
  const { rules, orderDay } = useShell();
  const isOneColumn = useMedia(ONE_COLUMN);
  useEffect(refreshCart, []);
  useCountedStep("bag", lines.length > 0);
  return (
    <Wrap>
      <PageTitle>{cartMessages.pageTitle}</PageTitle>
      <div className={classNames(styles.columns, !loaded && lines.length === 0 && styles.unknown)}>
        <div>
          {error && <FailureNotice onRetry={fetchCartNow}>{error}</FailureNotice>}
          {!loaded && (
            <UntilKnown without="This page needs JavaScript to show your bag.">
              <CartLoading />
            </UntilKnown>
          )}
          {loaded && !error && lines.length === 0 && <Empty />}
          {lines.length > 0 && (
            <>
              <CartNotices isInBag />
              <CartTable lines={lines} />
              <div className={styles.on}>
                <ButtonLink variant="quiet" href={links.products()}>
                  Continue Shopping
                </ButtonLink>
                <ClearCart />
              </div>
            </>
          )}
        </div>
        <div className={styles.side}>
          {/* Shows no total if the cart could not be loaded, because the total is then unknown. */}
          {(!error || lines.length > 0) && (
            <OrderSummary
              lines={loaded || lines.length > 0 ? lines : null}
              rates={rates}
              rules={rules}
              hasNextLink={!isOneColumn || lines.length === 0}
            />
          )}
          {lines.length > 0 && (
            <>
              <ExpectedDelivery
                orderDay={orderDay}
                promised={{ ...rules, leadDays: getLongestLead(lines) }}
                className={styles.delivery}
              />
              <DeliverToPin rules={rules} />
            </>
          )}
        </div>
      </div>
      {isOneColumn && lines.length > 0 && (
        <BottomBar amount={totals.payable} note={describeIncluded(totals)}>
          <ButtonLink href={links.checkout}>Checkout</ButtonLink>
        </BottomBar>
      )}
    </Wrap>
  );
}

const Empty = () => (
  <EmptyPage
    title={cartMessages.pageEmpty}
    text={
      useNavigation()?.isOwn
        ? "Take a look at our newest pieces."
        : "Bowls, boards and trays for every day. Take your time."
    }
    action={
      <>
        <ButtonLink href={links.products()}>Start shopping</ButtonLink>
        <ButtonLink href={links.layTheTable} variant="quiet">
          Lay the table
        </ButtonLink>
      </>
    }
  />
);
