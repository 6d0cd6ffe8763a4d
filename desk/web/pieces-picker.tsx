import X from "lucide/dist/esm/icons/x.mjs";
import { formatRupeesGrouped } from "#contract/money.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { Thumb } from "./order-parts.tsx";
import styles from "./pieces-picker.module.css";
import { type MatchingProduct, ProductSearch, useChosenProducts } from "./product-picker.tsx";
import { Small } from "./screen-parts.tsx";

interface PiecesPickerProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

export function PiecesPicker({ label, hint, error, required, value, onChange }: PiecesPickerProps) {
  const counts = readPieces(value);
  const { products, remember } = useChosenProducts([...counts.keys()]);
  const set = (id: string, count: number) => {
    counts.set(id, count);
    onChange(formatPieces(counts));
  };
  const add = (product: MatchingProduct) => {
    const { id } = product;
    remember(product);
    set(id, (counts.get(id) ?? 0) + 1);
  };
  return (
    <fieldset className={styles.pieces}>
      <legend className="visually-hidden">{label}</legend>
      <ProductSearch {...{ hint, error }} required={required && counts.size === 0} onChoose={add} />
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

export const readPieces = (value: string): Map<string, number> =>
  new Map(
    value
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.replace(/:\d+$/, ""), Number(/:(\d+)$/.exec(line)?.[1] ?? 1)]),
  );

export const formatPieces = (counts: ReadonlyMap<string, number>): string =>
  [...counts].flatMap(([id, count]) => (count > 0 ? [`${id}:${count}`] : [])).join("\n");
