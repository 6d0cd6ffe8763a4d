import X from "lucide/dist/esm/icons/x.mjs";
import { type FocusEvent, type KeyboardEvent, useDeferredValue, useRef, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { TextField } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { Thumb } from "./order-parts.tsx";
import styles from "./pieces-picker.module.css";
import { Small } from "./screen-parts.tsx";
import { useView } from "./use-view.ts";

type MatchingProduct = DataOf<typeof productList>[number];

interface PiecesPickerProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

const MAX_SHOWN = 6;

/** Products are counted up to this number. */
const MAX_FOUND = 100;

export function PiecesPicker({ label, hint, error, required, value, onChange }: PiecesPickerProps) {
  const [searchText, setWords] = useState("");
  const [isLeft, setLeft] = useState(false);
  const [added, setAdded] = useState<Readonly<Record<string, MatchingProduct>>>({});
  const search = useRef<HTMLInputElement>(null);
  const results = useProductSearch(searchText);
  const counts = readPieces(value);
  const products = { ...useProducts([...counts.keys()].filter((id) => !added[id])), ...added };
  const set = (id: string, count: number) => {
    counts.set(id, count);
    onChange(formatPieces(counts));
  };
  const add = (product: MatchingProduct) => {
    const { id } = product;
    setAdded((now) => ({ ...now, [id]: product }));
    set(id, (counts.get(id) ?? 0) + 1);
    setWords("");
    search.current?.focus();
  };
  // Enter selects the first match. It must not submit the form, which is still incomplete.
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (results?.[0]) add(results[0]);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setLeft(currentTarget.closest("fieldset")?.contains(relatedTarget) === false);
  return (
    <fieldset className={styles.pieces}>
      <legend className="visually-hidden">{label}</legend>
      <TextField
        ref={search}
        label="Find a product"
        hint={hint}
        error={error}
        required={required && counts.size === 0}
        value={searchText}
        autoComplete="off"
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={press}
        onFocus={() => setLeft(false)}
        onBlur={leave}
      />
      <p role="status" className={styles.said}>
        {results &&
          (isLeft && results.length > 0
            ? `You searched for “${searchText.trim()}” but added nothing. Add a product, or clear the search.`
            : describeCount(results.length))}
      </p>
      {results && results.length > 0 && (
        <ul className={styles.list}>
          {results.slice(0, MAX_SHOWN).map((product) => (
            <li key={product.id}>
              <button
                type="button"
                className={styles.found}
                // Safari does not focus a clicked button, so the search would count as left before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => add(product)}
                onBlur={leave}
              >
                <Thumb href={product.picture} title="" />
                <span className={styles.title}>
                  <span className="visually-hidden">Add </span>
                  {product.title}
                  <Small>{describeStock(product)}</Small>
                </span>
                <span>
                  {formatRupeesGrouped(product.price)}
                  <Small>{formatRupeesGrouped(product.inclusivePrice)} with GST</Small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {counts.size > 0 && (
        <ul className={styles.list} aria-label={label}>
          {[...counts].map(([id, count]) => {
            const { title = id, price, inclusivePrice = 0, picture = null } = products[id] ?? {};
            return (
              <li key={id} className={styles.piece}>
                <Thumb href={picture} title="" />
                <span className={styles.title}>
                  {title}
                  {price !== undefined && (
                    <>
                      <Small>
                        {formatRupeesGrouped(price * count)}
                        {count > 1 && `, ${formatRupeesGrouped(price)}\u{A0}each`}
                      </Small>
                      <Small>{formatRupeesGrouped(inclusivePrice * count)} with GST</Small>
                    </>
                  )}
                </span>
                <div>
                  <QuantityStepper name={title} value={count} onChange={(next) => set(id, next)} />
                </div>
                <IconButton label={`Remove ${title}`} icon={X} onClick={() => set(id, 0)} />
              </li>
            );
          })}
        </ul>
      )}
    </fieldset>
  );
}

/** Loads the products of a kept draft, which were not added from the search results. */
function useProducts(ids: readonly string[]): Readonly<Record<string, MatchingProduct>> {
  const { data = [] } = useView(
    { ...productList, options: { products: ids.join("\n") } },
    { enabled: ids.length > 0, readAfter: "changes" },
  );
  return Object.fromEntries(data.map((product) => [product.id, product]));
}

function useProductSearch(searchText: string): readonly MatchingProduct[] | null {
  const search = useDeferredValue(searchText.trim());
  const { data } = useView(
    { ...productList, options: { search, limit: String(MAX_FOUND) } },
    { enabled: search !== "" },
  );
  return searchText.trim() === "" ? null : (data ?? null);
}

function describeCount(count: number): string {
  if (count === 0) return "No product has this name.";
  if (count <= MAX_SHOWN) return formatCount(count, "product");
  const all = count === MAX_FOUND ? `${MAX_FOUND} or more` : count;
  return `${MAX_SHOWN} of ${all} products. Enter more words to see the others.`;
}

export const readPieces = (value: string): Map<string, number> =>
  new Map(
    value
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.replace(/:\d+$/, ""), Number(/:(\d+)$/.exec(line)?.[1] ?? 1)]),
  );

export const formatPieces = (counts: ReadonlyMap<string, number>): string =>
  [...counts].flatMap(([id, count]) => (count > 0 ? [`${id}:${count}`] : [])).join("\n");

function describeStock({ onHand, reserved }: MatchingProduct): string {
  if (onHand === null) return "made to order";
  return onHand > reserved ? `${onHand - reserved} in stock` : "none left";
}
