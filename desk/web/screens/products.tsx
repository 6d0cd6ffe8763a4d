import { memo, useDeferredValue, useRef } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { ChangeableValue } from "../changeable.tsx";
import { ChosenProducts } from "../change-products.tsx";
import { isEveryChosen, ChoiceBox, chooseByKey, useRowSelection, useRowKeys } from "../row-selection.tsx";
import { CommandButton } from "../command-form.tsx";
import { ImportProducts } from "../import-products.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Thumb } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { getProductChange } from "../product-form.tsx";
import { ScreenFrame, ShowMore, Small, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./products.module.css";

type ListedProduct = DataOf<typeof productList>[number];

const groups = { "": "In the shop", limited: "With stock", hidden: "Hidden" } as const;

const FIRST_PAGE = 100;

export default function ProductsScreen() {
  const { words, group, filter, most, setMost } = useListQuery(FIRST_PAGE);
  const { data, error, isLoading } = useView(
    useDeferredValue({
      ...productList,
      options: { limit: String(most + 1), ...(words && { search: words }), ...(group && { [group]: "on" }) },
    }),
  );
  const products = data?.slice(0, most) ?? [];
  const { chosen, choose, chooseNone } = useRowSelection();
  const picked = products.filter(({ id }) => chosen.has(id));
  return (
    <ScreenFrame
      title="Products"
      actions={
        <>
          <ButtonLink href="/products/new">New product</ButtonLink>
          <ButtonLink variant="secondary" href={deskLinks.form("undo")}>
            Recent changes
          </ButtonLink>
          <PrintButton verb="products export" args={{ file: "goods.csv" }}>
            Download as CSV
          </PrintButton>
          <ImportProducts />
        </>
      }
    >
      <ListFilter of="products" placeholder="Name of a product" groups={groups} {...filter} />
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data?.length === 0 && <p role="status">No product matches.</p>}
      {products.length > 0 && <ProductList {...{ products, chosen, choose }} />}
      <ShowMore count={data?.length} most={most} onChange={setMost}>
        Show more
      </ShowMore>
      <ChosenProducts products={picked} onNone={chooseNone} />
    </ScreenFrame>
  );
}

interface ProductListProps {
  products: readonly ListedProduct[];
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], isChosen: boolean) => void;
}

function ProductList({ products, chosen, choose }: ProductListProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const ids = products.map(({ id }) => id);
  return (
    <div ref={list}>
      <div className={styles.head}>
        <label className={styles.all}>
          <ChoiceBox ids={ids} label="Select all" isChosen={isEveryChosen(ids, chosen)} choose={choose} />
          <span aria-hidden="true">Select all {products.length}</span>
          <span className="visually-hidden">Keys: j and k move down and up, x selects, Enter opens.</span>
        </label>
        <span aria-hidden="true">Price before GST</span>
        <span aria-hidden="true">Stock</span>
      </div>
      <ul className="plain">
        {products.map((product) => (
          <ProductLine key={product.id} product={product} isChosen={chosen.has(product.id)} choose={choose} />
        ))}
      </ul>
    </div>
  );
}

interface ProductLineProps extends Pick<ProductListProps, "choose"> {
  product: ListedProduct;
  isChosen: boolean;
}

/** Memoized, because a list can have a thousand rows. */
const ProductLine = memo(function ProductLine({ product, isChosen, choose }: ProductLineProps) {
  const { id, title, picture, price, originalPrice, discount, onHand, reserved, hidden, listed } = product;
  return (
    <li className={styles.product} data-chosen={isChosen || undefined}>
      <ChoiceBox ids={[id]} label={`Choose ${title}`} {...{ isChosen, choose }} />
      <Thumb href={picture} title="" />
      <span className={styles.title}>
        <a href={`/products/${id}`} data-row="" onKeyDown={chooseByKey(id, isChosen, choose)}>
          {title}
        </a>
      </span>
      <ChangeableValue of="Price" title={title} {...getProductChange(product)} focus="price">
        {formatRupeesGrouped(price)}
        {originalPrice > price && (
          <Small>
            <s>{formatRupeesGrouped(originalPrice)}</s> {discount} % off
          </Small>
        )}
      </ChangeableValue>
      <ChangeableValue of="Stock" title={title} {...getProductChange(product)} focus="stock">
        {onHand === null ? "made to order" : `${onHand} in stock`}
        {reserved > 0 && <Small>{reserved} in orders</Small>}
      </ChangeableValue>
      <span className={styles.state}>
        {hidden && <Badge>{listed ? "Hidden" : "Not in the list"}</Badge>}
        <HideButton product={product} />
      </span>
    </li>
  );
});

function HideButton({ product: { id, title, hsn, hidden, listed, revision } }: { product: ListedProduct }) {
  if (hidden && !listed) return null;
  if (hidden && hsn === null) return <Small>needs an HSN</Small>;
  return (
    <CommandButton
      name="products set"
      values={{ id, hidden: hidden ? "no" : "yes" }}
      variant="quiet"
      expected={String(revision)}
    >
      {hidden ? "Show" : "Hide"} <span className="visually-hidden">{title}</span>
    </CommandButton>
  );
}
