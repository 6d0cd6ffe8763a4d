import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import type { Product, Care as CareFacts } from "../../product.ts";
import { type Declarations, listDeclarations } from "../../declarations.ts";
import { listMeasures } from "../../sizes.ts";
import styles from "./specifications.module.css";

type SpecifiedProduct = Pick<Product, "category" | "subcategory" | "materials" | "size"> & Declarations;

export const Specifications = ({ product }: { product: SpecifiedProduct }) => (
  <Rows
    heading="Specifications"
    rows={[
      {
        name: "Category",
        text: product.category && (
          <a href={links.products({ category: product.category })} className="touch">
            {product.category}
          </a>
        ),
      },
      { name: "Material", text: product.materials.join(", ") },
      ...product.size.flatMap((size, index) =>
        listMeasures(size).map(({ name, text }) => ({
          name: product.size.length > 1 ? `Size ${index + 1}: ${name}` : name,
          text,
        })),
      ),
      ...listDeclarations(product),
      {
        name: "Care",
        text: (
          <a href={links.care} className="touch">
            Care guide
          </a>
        ),
      },
    ]}
  />
);

export const Care = ({ care }: { care: CareFacts | undefined }) =>
  care && (
    <Rows
      heading="Care"
      rows={[
        { name: "Wash", text: care.wash },
        { name: "Oil", text: care.oil },
        { name: "Never", text: care.never },
      ]}
    />
  );

const Rows = ({ heading, rows }: { heading: string; rows: { name: string; text: ReactNode }[] }) => (
  <section className={styles.specifications}>
    <h2 className="h3">{heading}</h2>
    <dl>
      {rows
        .filter(({ text }) => Boolean(text))
        .map(({ name, text }) => (
          <div key={name} className={styles.row}>
            <dt className="soft">{name}</dt>
            <dd className="tabular">{text}</dd>
          </div>
        ))}
    </dl>
  </section>
);
