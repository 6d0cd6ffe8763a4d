import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import type { Product, Care as CareFacts } from "../../product.ts";
import { type Declarations, listDeclarations } from "../../declarations.ts";
import { listMeasures } from "../../sizes.ts";
import styles from "./specifications.module.css";

type SpecifiedProduct = Pick<Product, "category" | "subcategory" | "materials" | "size"> & Declarations;

/** Category, materials, measures (§2.6) and the legally required declarations. */
export const Specifications = ({ product }: { product: SpecifiedProduct }) => (
  <section className={styles.specifications}>
    <h2 className={styles.heading}>Specifications</h2>
    <dl>
      <Row name="Category">
        <a href={links.products({ category: product.category })}>{product.category}</a>
      </Row>
      <Row name="Material">{product.materials.join(", ")}</Row>
      {product.size.flatMap((size, index) =>
        listMeasures(size).map(({ name, text }) => (
          <Row key={`${index} ${name}`} name={product.size.length > 1 ? `Size ${index + 1}: ${name}` : name}>
            {text}
          </Row>
        )),
      )}
      {listDeclarations(product).map(({ name, text }) => (
        <Row key={name} name={name}>
          {text}
        </Row>
      ))}
      <Row name="Care">
        <a href={links.care}>Care guide</a>
      </Row>
    </dl>
  </section>
);

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.row}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export const Care = ({ care }: { care: CareFacts | undefined }) =>
  care && (
    <section className={styles.specifications}>
      <h2 className={styles.heading}>Care</h2>
      <dl>
        {rows.map(
          ([name, field]) =>
            care[field] && (
              <Row key={field} name={name}>
                {care[field]}
              </Row>
            ),
        )}
      </dl>
    </section>
  );

const rows = [
  ["Wash", "wash"],
  ["Oil", "oil"],
  ["Never", "never"],
] as const;
