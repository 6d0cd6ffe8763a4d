import { useResponse } from "#client/use-response.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import styles from "./first-pieces.module.css";
import line from "./product-line.module.css";

const TITLE = "You may like these";
const PLACES = [1, 2, 3];

/** Suggests three products. Their code is loaded after the page; if that fails, nothing is shown. */
export function FirstPieces() {
  const loaded = useResponse("first", async (signal) => {
    const { loadFirstPieces } = await import("./first-pieces-list.tsx");
    return loadFirstPieces(TITLE, PLACES.length, signal);
  });
  if (loaded.state === "failed") return null;
  return loaded.state === "loaded" ? loaded.value : <Waiting />;
}

const Waiting = () => (
  <div className={styles.waiting} aria-hidden="true">
    <h2 className="eyebrow">{TITLE}</h2>
    <div className={styles.list}>
      {PLACES.map((place) => (
        <div key={place} className={line.product}>
          <Skeleton shape="picture" />
          <div className={line.words}>
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </div>
        </div>
      ))}
    </div>
  </div>
);
