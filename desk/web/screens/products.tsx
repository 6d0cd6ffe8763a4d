import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import { formatRupees, toRupees } from "#contract/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { CommandButton, CommandForm } from "../command-form.tsx";
import { Thumb } from "../order-parts.tsx";
import { getFormHref, goTo, useQueryValues } from "../router.ts";
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
        <ButtonLink variant="secondary" href={getFormHref("products import")}>
          Take in a file
        </ButtonLink>
      }
    >
      <input
        type="search"
        className={styles.search}
        aria-label="Find products"
        placeholder="Name or address of a product"
        autoComplete="off"
        value={search}
        onChange={(event) => show({ search: event.target.value })}
      />
      <div className={styles.groups} role="group" aria-label="Which products">
        {Object.entries(groups).map(([name, label]) => (
          <button
            key={name}
            type="button"
            className={styles.group}
            aria-pressed={group === name}
            onClick={() => show({ group: name })}
          >
            {label}
          </button>
        ))}
      </div>
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
        {title}
        <span className={styles.small}>{id}</span>
      </span>
      <Changeable product={product} name="set-price" label="Price">
        {formatRupees(price)}
        {originalPrice > price && (
          <span className={styles.small}>
            <s>{formatRupees(originalPrice)}</s> {discount} % off
          </span>
        )}
      </Changeable>
      <Changeable product={product} name="set-stock" label="Stock">
        {onHand === null ? "made to order" : `${onHand} here`}
        {reserved > 0 && <span className={styles.small}>{reserved} in orders</span>}
      </Changeable>
      <span className={styles.state}>
        {hidden && <Badge>{listed ? "Hidden" : "Not in the list"}</Badge>}
        <HideButton product={product} />
      </span>
    </li>
  );
}

/** A value that opens its form when it is pressed. */
function Changeable({
  product,
  name,
  label,
  children,
}: {
  product: ListedProduct;
  name: "set-price" | "set-stock";
  label: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const command = useCommand("products", name);
  const known = { id: product.id, ...toKnown(product, name) };
  return (
    <>
      <button type="button" className={styles.value} onClick={() => setOpen(true)}>
        <span className="visually-hidden">
          {label} of {product.title}, to be changed:{" "}
        </span>
        {children}
      </button>
      <Dialog title={product.title} open={isOpen} onClose={() => setOpen(false)}>
        {isOpen && command && (
          <FocusFirst>
            <CommandForm
              command={command}
              known={known}
              hidden={["id"]}
              expected={name === "set-price" ? String(product.revision) : String(product.onHand ?? "none")}
              label="Save"
              onDone={() => setOpen(false)}
            />
          </FocusFirst>
        )}
      </Dialog>
    </>
  );
}

const toKnown = ({ price, onHand, originalPrice }: ListedProduct, name: string): Record<string, string> =>
  name === "set-price"
    ? {
        price: String(toRupees(price)),
        ...(originalPrice > price && { was: String(toRupees(originalPrice)) }),
      }
    : { count: String(onHand ?? "none") };

/** The value is there to be typed over. */
function FocusFirst({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector("input")?.select(), []);
  return <div ref={frame}>{children}</div>;
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
