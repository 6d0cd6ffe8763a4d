import { call } from "#client/api.ts";
import { useResponse } from "#client/use-response.ts";
import { classNames } from "#ui/class-names.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { toCard } from "../card.ts";
import { listProducts } from "../endpoints.ts";
import { getProducts } from "../listing.ts";
import { ProductLine } from "./product-line.tsx";
import styles from "./first-pieces.module.css";
import line from "./product-line.module.css";

const TITLE = "You may like these";
const PLACES = [1, 2, 3];

/** Suggests the three newest products. */
export function FirstPieces() {
  const loaded = useResponse("first", async (signal) => {
    const query = { page: "1", limit: String(PLACES.length) };
    return getProducts(await call(listProducts, { query }, signal)).slice(0, PLACES.length);
  });
  if (loaded.state === "failed") return null;
  if (loaded.state === "loading") return <Waiting />;
  return (
    <section className={styles.pieces} aria-label={TITLE}>
      <h2 className="eyebrow">{TITLE}</h2>
      <ul className={styles.list}>
        {loaded.value.map((product) => (
          <li key={product._id}>
            <ProductLine product={toCard(product)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Waiting = () => (
  <div className={classNames("scripted", styles.pieces)} aria-hidden="true">
    <h2 className="eyebrow">{TITLE}</h2>
    <div className={styles.list}>
      {PLACES.map((place) => (
        <div key={place} className={line.product}>
          <Skeleton shape="picture" />
          <div className="stack gap-1 snug">
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </div>
        </div>
      ))}
    </div>
  </div>
);
