import type { Care as CareFacts } from "../product.ts";
import { Row } from "./specifications.tsx";
import styles from "./specifications.module.css";

/** How this piece is washed and oiled, and what it must never meet; nothing where the owner has not said it. */
export const Care = ({ care }: { care: CareFacts | undefined }) =>
  care && (
    <section className={styles.specifications}>
      <h2 className={styles.heading}>Care</h2>
      <dl>
        {rows.map(([name, field]) => (
          <Row key={field} name={name}>
            {care[field]}
          </Row>
        ))}
      </dl>
    </section>
  );

const rows = [
  ["Wash", "wash"],
  ["Oil", "oil"],
  ["Never", "never"],
] as const;
