import { links } from "#contract/links.ts";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { listComplements } from "#shop/catalogue/endpoints.ts";
import { formatPrice, PLUS_GST } from "#shop/catalogue/price.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import type { CartItem } from "../cart.ts";
import { AddToBag } from "./add-to-bag.tsx";
import { LinePicture } from "./line-parts.tsx";
import styles from "./complement.module.css";

/** Suggests one product that goes with the product that was added last. */
export function Complement({ lines }: { lines: readonly CartItem[] }) {
  const last = lines.at(-1)?.productId ?? null;
  const complements = useResponse(
    last,
    (signal) => call(listComplements, { params: { id: last ?? "" } }, signal),
    {
      keepsLast: true,
    },
  );
  const pieces = complements.state === "loaded" && last !== null ? complements.value.data : [];
  const piece = pieces.find(
    (each) => !isSoldOut(each) && !lines.some(({ productId }) => productId === each._id),
  );
  if (!piece) return null;
  return (
    <section className={styles.complement} aria-labelledby="complement">
      <h3 id="complement" className={styles.heading}>
        Pairs well with
      </h3>
      <LinePicture line={{ ...piece, productId: piece._id }} className={styles.picture} />
      <p className={styles.text}>
        <a href={links.product(piece._id)}>{piece.title}</a>
        <span>
          <span translate="no">{formatPrice(piece)}</span> <small>{PLUS_GST}</small>
        </span>
      </p>
      <AddToBag product={piece} variant="secondary" />
    </section>
  );
}
