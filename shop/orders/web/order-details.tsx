/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Where the style sheet shows the products as cards, browsers drop the table's roles; these attributes restore them. */
import { Fragment, type ReactNode } from "react";
import { fromRupees, formatRupees, type Paise } from "#contract/money.ts";
import { formatDate } from "#contract/dates.ts";
import { formatPlace } from "#contract/place.ts";
import { cancellationStatuses } from "../cancellation.ts";
import { ColumnHead } from "#ui/column-head.tsx";
import { links } from "#contract/links.ts";
import { describeCancelled } from "../piece-cancellation.ts";
import {
  getItemTitle,
  getPaymentMethod,
  getCustomerName,
  type Order,
  type OrderItem,
  orderMessages,
  type Tracking,
} from "../order.ts";
import { describeParcel, formatParcelPieces, nameParcel } from "../parcels.ts";
import { getBuyerPhone, getContactName } from "#shop/documents/recipient.ts";
import { describeNotBefore } from "#shop/policies/delivery-dates.ts";
import { orderFallbacks } from "../status.ts";
import { listTaxRows } from "#shop/pricing/gst.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./order-details.module.css";
import { OrderStatusBadge, PaymentStatusBadge, useOrderChange } from "./order-status.tsx";
import { OrderTimeline } from "./order-timeline.tsx";

interface OrderDetailsProps {
  order: Order;
  next: ReactNode;
  cancellation: ReactNode;
  renderItemAction?: (item: OrderItem) => ReactNode;
  change: ReactNode;
  returned: ReactNode;
  helpHref: string;
  /** Renders the download of the credit note with this number, or of the invoice if the number is null. */
  renderDownload: (creditNote: string | null) => ReactNode;
}

export function OrderDetails({
  order,
  next,
  cancellation,
  change,
  returned,
  helpHref,
  renderDownload,
  renderItemAction,
}: OrderDetailsProps) {
  return (
    <div className={classNames("stack gap-8", styles.details)}>
      <OrderTimeline order={order} helpHref={helpHref}>
        {next}
      </OrderTimeline>
      {order.parcels && <Parcels order={order} parcels={order.parcels} />}
      {returned}
      <div className={styles.columns}>
        <div className="stack gap-6">
          <OrderItems items={order.items} renderAction={renderItemAction} />
          <OrderTotals order={order} />
        </div>
        <div className={classNames("stack gap-5", styles.facts)}>
          <Part title="Shipping address">
            <Address name={getContactName(order.contact)} {...order.shippingAddress} />
            {change}
          </Part>
          <NotesAndGift order={order} />
          <OrderState order={order} />
        </div>
      </div>
      <div className={styles.papers}>
        <Box title="Invoice" action={renderDownload(null)}>
          <InvoiceFacts order={order} renderDownload={renderDownload} />
        </Box>
        <PaymentAndCustomer order={order} />
      </div>
      <div className={styles.cancellation}>{cancellation}</div>
    </div>
  );
}

const formatPlacedDate = ({ createdAt }: Order): string => formatDate(createdAt) ?? orderFallbacks.date;

const OrderState = ({ order }: { order: Order }) => (
  <dl className={classNames("stack top gap-2 small", styles.state, useOrderChange(order))}>
    <Fact label="Order date">{formatPlacedDate(order)}</Fact>
    <Fact label="Order status">
      <OrderStatusBadge status={order.orderStatus} />
    </Fact>
    <Fact label="Payment status">
      <PaymentStatusBadge order={order} />
    </Fact>
    {/* Shown even after the delivery, because the courier knows where the parcel was left (D67). */}
    {!order.parcels && order.tracking && (
      <Fact label="Parcel">
        <Courier {...order.tracking} />
      </Fact>
    )}
    {order.promised?.notBefore && <Fact label="Delivery">{describeNotBefore(order.promised)}</Fact>}
    <CancellationFacts order={order} />
  </dl>
);

const InvoiceFacts = ({ order, renderDownload }: Pick<OrderDetailsProps, "order" | "renderDownload">) => (
  <dl className={styles.invoice}>
    <dt>Order ID</dt>
    <dd translate="no">{order.orderId}</dd>
    {order.invoiceNumber && (
      <>
        <dt>Invoice number</dt>
        <dd translate="no">{order.invoiceNumber}</dd>
      </>
    )}
    <dt>Issue date</dt>
    <dd>{(order.invoicedAt && formatDate(order.invoicedAt)) || formatPlacedDate(order)}</dd>
    {order.placeOfSupply && (
      <>
        <dt>Place of supply</dt>
        <dd>{order.placeOfSupply}</dd>
      </>
    )}
    <dt>Amount</dt>
    <dd translate="no">{formatAmount(order.grandTotal)}</dd>
    {order.creditNotes?.flatMap(({ number, issuedAt }) => [
      <dt key={number}>Credit note</dt>,
      <dd key={`${number} itself`} className={styles.creditNote}>
        <span>
          <span translate="no">{number}</span>, {formatDate(issuedAt)}
        </span>
        {renderDownload(number)}
      </dd>,
    ])}
  </dl>
);

const PaymentAndCustomer = ({ order }: { order: Order }) => (
  <>
    <Box title="Payment info">
      <dl className={styles.invoice}>
        <dt>Payment method</dt>
        <dd>{getPaymentMethod(order)}</dd>
        <dt>Business name</dt>
        <dd translate="no">{getCustomerName(order)}</dd>
      </dl>
    </Box>
    <Box title="Customer info">
      <p translate="no">{getCustomerName(order)}</p>
      <p translate="no">{order.userId.email || orderFallbacks.email}</p>
    </Box>
    <Box title="Billing address">
      <Address name={getCustomerName(order)} {...order.shippingAddress} phoneNumber={getBuyerPhone(order)} />
    </Box>
  </>
);

const NotesAndGift = ({ order }: { order: Order }) => (
  <>
    {order.notes && (
      <Part title="Your notes">
        <p className={styles.notes}>{order.notes}</p>
      </Part>
    )}
    {order.gift && (
      <Part title="A gift">
        <p>Wrapped, without prices in the parcel.</p>
        {order.gift.message && (
          <figure>
            <figcaption className={styles.giftCard}>Message on the gift card</figcaption>
            <blockquote className={styles.notes} dir="auto" translate="no">
              {order.gift.message}
            </blockquote>
          </figure>
        )}
      </Part>
    )}
  </>
);

const Parcels = ({ order, parcels }: { order: Order; parcels: NonNullable<Order["parcels"]> }) => (
  <Part title="Parcels">
    <ol className={styles.parcels}>
      {parcels.map((parcel) => (
        <li key={parcel.position}>
          <strong>{nameParcel(parcel)}</strong> {describeParcel(parcel)}
          <br />
          {formatParcelPieces(parcel.pieces, order.items)}
          {parcel.tracking && (
            <>
              <br />
              <Courier {...parcel.tracking} />
            </>
          )}
        </li>
      ))}
    </ol>
  </Part>
);

function CancellationFacts({ order: { cancellation, refundAmount } }: { order: Order }) {
  const cancellationStatus = cancellationStatuses.find((status) => status === cancellation?.status);
  // Hide a status that the specification does not define (§4).
  if (!cancellation || !cancellationStatus) return null;
  return (
    <>
      <Fact label="Cancel status">{cancellationStatus}</Fact>
      {cancellation.words && <Fact label="Our answer">{cancellation.words}</Fact>}
      {cancellationStatus === "Approved" && (
        <Fact label="Refund amount">{formatAmount(refundAmount ?? 0)}</Fact>
      )}
    </>
  );
}

function OrderTotals({ order }: { order: Order }) {
  const taxes = order.taxes ?? [{ ...order, rates: order.taxRates }];
  return (
    <dl aria-label="Summary" className={styles.totals}>
      <Sum name="Total amount" amount={toPaise(order.totalAmount)} />
      {order.shipping !== undefined && (
        <Sum name="Shipping" amount={toPaise(order.shipping)} className={styles.included} />
      )}
      {listTaxRows(taxes).map(([name, amount]) => (
        <Sum key={name} name={name} amount={toPaise(amount)} className={styles.included} />
      ))}
      {order.discount !== 0 && <Sum name="Coupon discount" amount={-toPaise(order.discount)} />}
      <Sum name="Grand total" amount={toPaise(order.grandTotal)} className={styles.grand} />
      {order.refundAmount !== undefined && order.refundAmount > 0 && (
        <Sum name="Refund" amount={-toPaise(order.refundAmount)} />
      )}
    </dl>
  );
}

const Sum = ({
  name,
  amount,
  className,
}: {
  name: string;
  amount: Paise;
  className?: string | undefined;
}) => (
  <>
    <dt className={className}>{name}</dt>
    <dd translate="no" className={className}>
      {formatRupees(amount)}
    </dd>
  </>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="soft">{label}</dt>
    <dd>{children}</dd>
  </div>
);

const toPaise = (inRupees: number): Paise => fromRupees(inRupees) ?? 0;

const formatAmount = (inRupees: number): string => formatRupees(toPaise(inRupees));

interface PartProps {
  id?: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

const Part = ({ id, title, action, children, className }: PartProps & { className?: string | undefined }) => (
  <section id={id} className={classNames(styles.part, className)}>
    <header className={styles.boxHeader}>
      <h2 className="eyebrow">{title}</h2>
      {action}
    </header>
    {children}
  </section>
);

export const Box = (props: PartProps) => <Part {...props} className={styles.panel} />;

const Address = ({ name, ...place }: Order["shippingAddress"] & { name: string }) => (
  <address translate="no">
    {[name, place.street, formatPlace(place), place.country, place.phoneNumber].map(
      (line, at) =>
        line && (
          <Fragment key={at}>
            {line}
            <br />
          </Fragment>
        ),
    )}
  </address>
);

const Courier = ({ courier, number, link }: Tracking) => (
  <>
    {courier},{" "}
    {link?.startsWith("https:") ? (
      <a href={link} translate="no" rel="noreferrer" target="_blank">
        {number}
      </a>
    ) : (
      <span translate="no">{number}</span>
    )}
  </>
);

interface OrderItemsProps {
  items: readonly OrderItem[];
  renderAction?: ((item: OrderItem) => ReactNode) | undefined;
}

/** A product that was removed from the shop later keeps its title (§2.15, D91). */
function OrderItems({ items, renderAction }: OrderItemsProps) {
  if (items.length === 0) return <p>{orderMessages.itemsEmpty}</p>;
  return (
    <table role="table" className={styles.table}>
      <caption className="visually-hidden">Products in this order</caption>
      <thead role="rowgroup">
        <tr role="row">
          <ColumnHead>Product</ColumnHead>
          <ColumnHead>Quantity</ColumnHead>
          <ColumnHead>Price</ColumnHead>
          <ColumnHead>Total</ColumnHead>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- products may be unknown, and lines never move
          <ItemRow key={index} item={item} action={renderAction?.(item)} />
        ))}
      </tbody>
    </table>
  );
}

function ItemRow({ item, action }: { item: OrderItem; action: ReactNode }) {
  const { productId: product, quantity, price, cancelled = 0 } = item;
  const unit = fromRupees(price) ?? 0;
  const [image] = product.images;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className={classNames("row middle gap-4", styles.product)}>
          {image && (
            <img src={image.url} alt="" width={72} height={72} loading="lazy" className={styles.picture} />
          )}
          <span className={styles.about}>
            {product._id ? (
              <a href={links.product(product._id)} className="touch">
                {getItemTitle(item)}
              </a>
            ) : (
              <span>{getItemTitle(item)}</span>
            )}
            {cancelled > 0 && (
              <span className="small soft">{describeCancelled({ cancelled, quantity })}</span>
            )}
            {action}
          </span>
        </span>
      </th>
      <td role="cell">{quantity}</td>
      <td role="cell" translate="no">
        {formatRupees(unit)}
      </td>
      <td role="cell" translate="no">
        {formatRupees(unit * quantity)}
      </td>
    </tr>
  );
}
