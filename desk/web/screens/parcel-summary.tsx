import { formatName } from "#contract/person-name.ts";
import { formatPlace } from "#contract/place.ts";
import { joinTexts } from "#contract/text.ts";
import { type ShownOrder, Thumb } from "../order-parts.tsx";
import { Small } from "../screen-parts.tsx";
import styles from "./order.module.css";
import { listNextPieces } from "./order-pieces.ts";

/** The pieces of the next parcel, its address, and who gets the tracking number. */
export function ParcelSummary({ order }: { order: ShownOrder }) {
  const { contact, shippingAddress: to } = order;
  return (
    <div className={styles.parcel}>
      <ul className="plain">
        {listNextPieces(order).map(({ productId, title, quantity, imageUrl }) => (
          <li key={productId} className={styles.line}>
            <Thumb href={imageUrl} title="" />
            {quantity} × {title}
          </li>
        ))}
      </ul>
      <Small>To {joinTexts(", ", formatName(contact), to.street, formatPlace(to))}</Small>
      {/* A packer does not see the e-mail address. */}
      {contact.email !== undefined && (
        <Small>
          {contact.email === ""
            ? `${(contact.buyer ?? contact).firstName} has no e-mail address, so tell them the tracking number yourself.`
            : `The shop e-mails ${contact.email} the tracking number.`}
        </Small>
      )}
    </div>
  );
}
