import { useAnswer } from "#client/answer.ts";
import { call } from "#client/api.ts";
import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import { toCard } from "../card.ts";
import { listProducts } from "../endpoints.ts";
import { getProducts } from "../listing.ts";
import styles from "./first-pieces.module.css";

const COUNT = 3;

/**
 * Three pieces to begin with, where there is nothing else to look at. They and their code come when the page is there;
 * a page that cannot have them does without.
 */
export function FirstPieces() {
  const outcome = useAnswer("first", async (signal) => {
    const [{ ProductLine }, listing] = await Promise.all([
      import("./product-line.tsx"),
      call(listProducts, { query: { page: "1", limit: String(COUNT) } }, signal),
    ]);
    const products = getProducts(listing).slice(0, COUNT).map(toCard);
    return { ProductLine, products };
  });
  if (outcome.state === "failed") return null;
  if (outcome.state === "loading") return <FirstPiecesSkeleton />;
  const { ProductLine, products } = outcome.value;
  return (
    <section className={styles.pieces} aria-label={TITLE}>
      <h2 className="eyebrow">{TITLE}</h2>
      <ul className={styles.list}>
        {products.map((product) => (
          <li key={product._id}>
            <ProductLine product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const TITLE = "Three pieces to begin with";

const FirstPiecesSkeleton = () => (
  <div className={styles.waiting} aria-hidden="true">
    <p className="eyebrow">{TITLE}</p>
    <div className={styles.list}>
      {Array.from({ length: COUNT }, (_, index) => (
        <div key={index} className={styles.line}>
          <Skeleton shape="picture" />
          <SkeletonText lines={3} />
        </div>
      ))}
    </div>
  </div>
);
