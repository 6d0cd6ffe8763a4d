import { useDeferredValue, useState } from "react";
import { formatRupees } from "#contract/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ChangeableValue } from "../changeable.tsx";
import { CommandButton } from "../command-form.tsx";
import { ListFilter } from "../list-filter.tsx";
import { Thumb } from "../order-parts.tsx";
import { getFormHref, goTo, useQueryValues } from "../router.ts";
import { getPriceChange, getStockChange } from "../product-changes.ts";
import { ScreenFrame, ViewState } from "../screen-frame.tsx";
import { useCommand, useView } from "../use-view.ts";
import styles from "./products.module.css";

/** A product as `products list` has it: prices in paise; `onHand` is null for what is made to order. */
interface ListedProduct {
  id: string;
  title: string;
  price: number;
  originalPrice: number;
  discount: number;
  collection: string | null;
  onHand: number | null;
  reserved: number;
  hidden: boolean;
  listed: boolean;
  revision: number;
  picture: string | null;
}

const groups = { "": "In the shop", limited: "Counted", hidden: "Hidden" } as const;

const FIRST_PAGE = 100;

/** The goods, with what changes often to be changed where it stands. */
export default function ProductsScreen() {
  const { search = "", group = "" } = useQueryValues();
  const [most, setMost] = useState(FIRST_PAGE);
  const { data, error, isLoading } = useView<ListedProduct[]>(
    useDeferredValue({
      noun: "products",
      verb: "list",
      options: { limit: String(most + 1), ...(search && { search }), ...(group && { [group]: "on" }) },
    }),
  );
  const show = (next: { search?: string; group?: string }) => {
    const values = Object.entries({ search, group, ...next }).filter(([, value]) => value !== "");
    const query = new URLSearchParams(values).toString();
    goTo(`/products${query && `?${query}`}`, { replace: true });
  };
  return (
    <ScreenFrame
      title="Products"
      actions={
        <>
          <ButtonLink href="/products/new">New product</ButtonLink>
          <ButtonLink variant="secondary" href={getFormHref("products export")}>
            Write a file
          </ButtonLink>
          <ButtonLink variant="secondary" href={getFormHref("products import")}>
            Take in a file
          </ButtonLink>
        </>
      }
    >
      <ListFilter
        of="products"
        placeholder="Name or address of a product"
        groups={groups}
        search={search}
        group={group}
        onChange={show}
      />
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data?.length === 0 && <p role="status">No product fits these words.</p>}
      <ul className={styles.products}>
        {data?.slice(0, most).map((product) => (
          <ProductLine key={product.id} product={product} />
        ))}
      </ul>
      {(data?.length ?? 0) > most && (
        <Button variant="secondary" onClick={() => setMost(most * 2)}>
          Show more
        </Button>
      )}
    </ScreenFrame>
  );
}

function ProductLine({ product }: { product: ListedProduct }) {
  const { id, title, picture, price, originalPrice, discount, onHand, reserved, hidden, listed } = product;
  return (
    <li className={styles.product}>
      <Thumb href={picture} title="" />
      <span className={styles.title}>
        <a href={`/products/${id}`}>{title}</a>
        <span className={styles.small}>{id}</span>
      </span>
      <ChangeableValue title={title} {...getPriceChange(product)}>
        {formatRupees(price)}
        {originalPrice > price && (
          <span className={styles.small}>
            <s>{formatRupees(originalPrice)}</s> {discount} % off
          </span>
        )}
      </ChangeableValue>
      <ChangeableValue title={title} {...getStockChange(product)}>
        {onHand === null ? "made to order" : `${onHand} here`}
        {reserved > 0 && <span className={styles.small}>{reserved} in orders</span>}
      </ChangeableValue>
      <span className={styles.state}>
        {hidden && <Badge>{listed ? "Hidden" : "Not in the list"}</Badge>}
        <HideButton product={product} />
      </span>
    </li>
  );
}

function HideButton({ product: { id, title, hidden, listed, revision } }: { product: ListedProduct }) {
  const command = useCommand("products", hidden ? "show" : "hide");
  if (!command || (hidden && !listed)) return null;
  return (
    <CommandButton command={command} values={{ id }} variant="quiet" expected={String(revision)}>
      {hidden ? "Show" : "Hide"} <span className="visually-hidden">{title}</span>
    </CommandButton>
  );
}
