import type { ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";
import { getCustomerName, type Order, orderFallbacks } from "../order.ts";
import styles from "./order-details.module.css";

/** Whom it is for and where it goes, in one panel. */
export const Addresses = ({ order, change }: { order: Order; change: ReactNode }) => (
  <div className={classNames(styles.panel, styles.columns)}>
    <Part title="Customer info">
      <p translate="no">{getCustomerName(order)}</p>
      <p translate="no">{order.userId.email || orderFallbacks.email}</p>
    </Part>
    <Part title="Shipping address">
      <Address {...order.shippingAddress} />
      {change}
    </Part>
    <Part title="Billing address">
      <Address {...order.shippingAddress} />
    </Part>
  </div>
);

interface PartProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of an order under its own heading. */
const Part = ({ title, action, children, className }: PartProps & { className?: string | undefined }) => (
  <section className={classNames(styles.part, className)}>
    <header className={styles.boxHeader}>
      <h2 className="eyebrow">{title}</h2>
      {action}
    </header>
    {children}
  </section>
);

/** A part with a frame of its own. */
export const Box = (props: PartProps) => <Part {...props} className={styles.panel} />;

const Address = ({ street, city, state, zipCode, country, phoneNumber }: Order["shippingAddress"]) => (
  <address translate="no">
    {street}
    <br />
    {[city, state, zipCode].filter(Boolean).join(", ")}
    <br />
    {country}
    {phoneNumber && (
      <>
        <br />
        {phoneNumber}
      </>
    )}
  </address>
);
