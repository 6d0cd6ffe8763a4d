import { useEffect } from "react";
import { links } from "#contract/links.ts";
import { formatRupees, type Paise } from "#contract/money.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Changing } from "#ui/changes.tsx";
import { classNames } from "#ui/class-names.ts";
import { Drawer } from "#ui/drawer.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { describeIncluded } from "#shop/pricing/coupon.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import type { Totals } from "#shop/pricing/totals.ts";
import { formatPrice, PLUS_GST } from "#shop/catalogue/price.ts";
import { FirstPieces } from "#shop/catalogue/web/first-pieces.tsx";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { useCountedStep } from "#shop/visits/web/use-counted-step.ts";
import { OnlineLimit } from "#shop/payments/web/online-limit.tsx";
import { type CartItem, formatProductCount, cartMessages } from "../cart.ts";
import { Complement } from "./complement.tsx";
import { fetchCartNow, refreshCart, useCart } from "./cart-store.ts";
import { CartLoading } from "./cart-loading.tsx";
import { LineNote, LinePicture, LineQuantity, RemoveButton, useQuantityChange } from "./line-parts.tsx";
import { useRemoval } from "./removal.tsx";
import { totalUpCart } from "./total-up-cart.ts";
import styles from "./cart-drawer.module.css";

export function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { lines, loaded, distinct, sum, error } = useCart();
  const { ask, dialog } = useRemoval();
  const totals = totalUpCart(lines, useTaxRates());
  useEffect(() => {
    if (open) refreshCart();
  }, [open]);
  useCountedStep("bag", open && lines.length > 0);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={cartMessages.drawerTitle}
      footer={
        <DrawerFooter
          products={distinct}
          sum={sum}
          totals={totals}
          isLoaded={distinct > 0 || (loaded && !error)}
        />
      }
    >
      {error && <FailureNotice onRetry={fetchCartNow}>{error}</FailureNotice>}
      {!loaded && <CartLoading />}
      {open && loaded && !error && lines.length === 0 && <Empty />}
      {lines.length > 0 && (
        <ul className="stack">
          {lines.map((line) => (
            <Line key={line.productId} line={line} onRemove={ask} />
          ))}
        </ul>
      )}
      {open && <Complement lines={lines} />}
      {dialog}
    </Drawer>
  );
}

function Line({ line, onRemove }: { line: CartItem; onRemove: (productId: string) => void }) {
  const change = useQuantityChange(line);
  return (
    <li className={classNames(styles.line, isSoldOut(line) && "sold-out", change)}>
      <LinePicture line={line} className={styles.picture} />
      <div className="stack starting gap-2">
        <a href={links.product(line.productId)} className={styles.title}>
          <span className="clamped">{line.title}</span>
        </a>
        <p translate="no" className="tabular soft">
          {formatPrice(line)} <small className="fine soft">{PLUS_GST}</small>
        </p>
        <LineQuantity line={line} />
        <LineNote line={line} className={styles.note} />
      </div>
      <RemoveButton line={line} onAsk={onRemove} />
    </li>
  );
}

const Empty = () => (
  <div className={styles.empty}>
    <LogoMark />
    <p>{cartMessages.drawerEmpty}</p>
    <a href={links.products()} className="tap">
      See all pieces
    </a>
    <a href={links.layTheTable} className="tap">
      Lay the table
    </a>
    <FirstPieces />
  </div>
);

interface DrawerFooterProps {
  products: number;
  /** The sum without GST, like the prices in the drawer (§3). */
  sum: Paise;
  totals: Totals;
  /** False while the cart is unknown: before the first response and after a failed one. */
  isLoaded: boolean;
}

function DrawerFooter({ products, sum, totals, isLoaded }: DrawerFooterProps) {
  const total = formatRupees(sum);
  const isEmpty = products === 0;
  return (
    <>
      <div className={classNames("small soft", styles.sums)}>
        {isLoaded ? (
          <>
            <span>{formatProductCount(products)}</span>
            <span>
              <Changing value={total}>{`Total: ${total}`}</Changing>
              {!isEmpty && <small className="fine">{` ${PLUS_GST}`}</small>}
            </span>
          </>
        ) : (
          <Skeleton />
        )}
      </div>
      {isLoaded && !isEmpty && (
        <>
          <p className={styles.payable}>
            <span>
              You pay
              <small className="fine soft">{describeIncluded(totals)}</small>
            </span>
            <Changing translate="no" topic="You pay" value={formatRupees(totals.payable)} />
          </p>
          <OnlineLimit payable={totals.payable} className={styles.limit} />
        </>
      )}
      <div className={styles.ways}>
        <DrawerLink href={links.cart} disabled={isEmpty} variant="secondary">
          Go to Cart
        </DrawerLink>
        <DrawerLink href={links.checkout} disabled={isEmpty}>
          Checkout
        </DrawerLink>
      </div>
    </>
  );
}

interface DrawerLinkProps {
  href: string;
  disabled: boolean;
  variant?: "primary" | "secondary";
  children: string;
}

const DrawerLink = ({ href, disabled, variant = "primary", children }: DrawerLinkProps) =>
  disabled ? (
    <Button variant={variant} wide disabled>
      {children}
    </Button>
  ) : (
    <ButtonLink href={href} variant={variant} wide>
      {children}
    </ButtonLink>
  );
