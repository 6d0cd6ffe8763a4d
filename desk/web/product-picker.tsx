import X from "lucide/dist/esm/icons/x.mjs";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useRef,
  useState,
} from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { TextField } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { Thumb } from "./order-parts.tsx";
import styles from "./product-picker.module.css";
import { Small } from "./screen-parts.tsx";
import { useView } from "./use-view.ts";

export type MatchingProduct = DataOf<typeof productList>[number];

export interface PickerProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A field for a product, or for several with `many`. Its value contains the ids, one on each line. */
export function ProductPicker({
  label,
  hint,
  many,
  error,
  required,
  value,
  onChange,
}: PickerProps & { many: boolean }) {
  const ids = value.split("\n").filter(Boolean);
  const { products, isComplete, remember } = useChosenProducts(ids);
  const add = (product: MatchingProduct) => {
    remember(product);
    onChange(many ? [...new Set([...ids, product.id])].join("\n") : product.id);
  };
  return (
    <fieldset className="stack gap-3">
      <legend className="small medium">{label}</legend>
      {ids.length > 0 && (
        <ul className="stack" aria-label={`Chosen: ${label}`}>
          {ids.map((id) => {
            const product = products[id];
            return (
              <ChosenProduct
                key={id}
                product={product}
                title={product?.title ?? (isComplete ? GONE : id)}
                price={product && <Small>{describePrice(product)}</Small>}
                onRemove={() => onChange(ids.filter((each) => each !== id).join("\n"))}
              />
            );
          })}
        </ul>
      )}
      <ProductSearch
        label={many || ids.length === 0 ? "Find a product" : "Choose another product"}
        act={many ? "Add" : "Choose"}
        required={required && ids.length === 0}
        {...{ hint, error }}
        onChoose={add}
      />
    </fieldset>
  );
}

interface ChosenProductProps {
  product: MatchingProduct | undefined;
  title: string;
  price: ReactNode;
  onRemove: () => void;
  /** The field for the number of pieces. */
  children?: ReactNode;
}

const ChosenProduct = ({ product, title, price, onRemove, children }: ChosenProductProps) => (
  <li className={styles.chosen}>
    <Thumb href={product?.picture ?? null} title="" />
    <span className={styles.title}>
      {title}
      {price}
    </span>
    {children}
    <IconButton label={`Remove ${title}`} icon={X} onClick={onRemove} />
  </li>
);

/** A field for products with quantities, such as `teak-tray:2`, one on each line. */
export function PiecesPicker({ label, hint, error, required, value, onChange }: PickerProps) {
  const counts = readPieces(value);
  const { products, remember } = useChosenProducts([...counts.keys()]);
  const set = (id: string, count: number) => {
    counts.set(id, count);
    onChange(formatPieces(counts));
  };
  const add = (product: MatchingProduct) => {
    remember(product);
    set(product.id, (counts.get(product.id) ?? 0) + 1);
  };
  return (
    <fieldset className="stack gap-3">
      <legend className="visually-hidden">{label}</legend>
      <ProductSearch {...{ hint, error }} required={required && counts.size === 0} onChoose={add} />
      {counts.size > 0 && (
        <ul className="stack" aria-label={label}>
          {[...counts].map(([id, count]) => {
            const product = products[id];
            const title = product?.title ?? id;
            const price = product && (
              <>
                <Small>
                  {formatRupeesGrouped(product.price * count)}
                  {count > 1 && `, ${formatRupeesGrouped(product.price)}\u{A0}each`}
                </Small>
                <Small>{formatRupeesGrouped(product.inclusivePrice * count)} with GST</Small>
              </>
            );
            return (
              <ChosenProduct key={id} {...{ product, title, price }} onRemove={() => set(id, 0)}>
                <div>
                  <QuantityStepper name={title} value={count} onChange={(next) => set(id, next)} />
                </div>
              </ChosenProduct>
            );
          })}
        </ul>
      )}
    </fieldset>
  );
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

/** The name of a chosen product that was deleted since. */
export const GONE = "A product that is not in the shop any more";

const describePrice = ({ price, inclusivePrice }: MatchingProduct): string =>
  `${formatRupeesGrouped(price)}, ${formatRupeesGrouped(inclusivePrice)} with GST`;

interface ProductSearchProps extends Pick<PickerProps, "hint" | "error" | "required"> {
  label?: string;
  /** The effect of a click on a product, for screen readers only. */
  act?: "Add" | "Choose";
  onChoose: (product: MatchingProduct) => void;
}

const MAX_SHOWN = 6;

/** A search loads at most this many products. */
const MAX_FOUND = 100;

function ProductSearch({ label = "Find a product", act = "Add", onChoose, ...field }: ProductSearchProps) {
  const [searchText, setWords] = useState("");
  const [isLeft, setLeft] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const { results, isCurrent } = useProductSearch(searchText);
  const choose = (product: MatchingProduct) => {
    onChoose(product);
    setWords("");
    search.current?.focus();
  };
  // Enter selects the first match. It must not submit the form, which is still incomplete. While a search is loading,
  // the first match is still that of the previous search.
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (isCurrent && results?.[0]) choose(results[0]);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setLeft(currentTarget.closest("fieldset")?.contains(relatedTarget) === false);
  return (
    <>
      <TextField
        ref={search}
        {...{ label, ...field }}
        value={searchText}
        autoComplete="off"
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={press}
        onFocus={() => setLeft(false)}
        onBlur={leave}
      />
      <p role="status" className="small soft hide-empty">
        {results &&
          (isLeft && results.length > 0
            ? `You searched for “${searchText.trim()}” but added nothing. Add a product, or clear the search.`
            : describeCount(results.length))}
      </p>
      {results && results.length > 0 && (
        <ul className="stack">
          {results.slice(0, MAX_SHOWN).map((product) => (
            <li key={product.id}>
              <button
                type="button"
                className={styles.found}
                // Safari does not focus a clicked button, so the hint about an unused search would appear before the
                // click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(product)}
                onBlur={leave}
              >
                <Thumb href={product.picture} title="" />
                <span className={styles.title}>
                  <span className="visually-hidden">{act} </span>
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
    </>
  );
}

/** Loads products by their ids, hidden or not. If `isComplete` is true, a product without data was deleted. */
export function useProducts(ids: readonly string[]) {
  const {
    data = [],
    isSuccess,
    isPlaceholderData,
  } = useView(
    { ...productList, options: { products: ids.join("\n"), limit: String(ids.length) } },
    { enabled: ids.length > 0, readAfter: "changes" },
  );
  const products: Readonly<Record<string, MatchingProduct>> = Object.fromEntries(
    data.map((product) => [product.id, product]),
  );
  return { products, isComplete: isSuccess && !isPlaceholderData };
}

/** Loads the products of a field. A product that was chosen from search results is remembered instead. */
function useChosenProducts(ids: readonly string[]) {
  const [chosen, setChosen] = useState<Readonly<Record<string, MatchingProduct>>>({});
  const { products, isComplete } = useProducts(ids.filter((id) => !chosen[id]));
  const remember = (product: MatchingProduct) => setChosen((last) => ({ ...last, [product.id]: product }));
  return { products: { ...products, ...chosen }, isComplete, remember };
}

/** Searches products by words. `isCurrent` is false if the results are those of a previous search. */
function useProductSearch(searchText: string) {
  const words = searchText.trim();
  const search = useDeferredValue(words);
  const { data = null, isPlaceholderData } = useView(
    { ...productList, options: { search, limit: String(MAX_FOUND) } },
    { enabled: search !== "" },
  );
  return { results: words === "" ? null : data, isCurrent: search === words && !isPlaceholderData };
}

function describeCount(count: number): string {
  if (count === 0) return "No product has this name.";
  if (count <= MAX_SHOWN) return formatCount(count, "product");
  const all = count === MAX_FOUND ? `${MAX_FOUND} or more` : count;
  return `${MAX_SHOWN} of ${all} products. Enter more words to see the others.`;
}

function describeStock({ onHand, reserved }: MatchingProduct): string {
  if (onHand === null) return "made to order";
  return onHand > reserved ? `${onHand - reserved} in stock` : "none left";
}
