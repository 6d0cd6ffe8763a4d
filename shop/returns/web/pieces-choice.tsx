import { narrowHref } from "#shop/media/pictures.ts";
import { SelectField } from "#ui/field.tsx";
import { getItemTitle, type OrderItem } from "#shop/orders/order.ts";
import styles from "./return-pieces.module.css";

interface PiecesChoiceProps {
  items: readonly OrderItem[];
  /** Said at the first piece: one of them is to be chosen. */
  error: string | undefined;
}

/** How many of each piece; the field is named by the product's id. Of a single piece there is nothing to choose. */
export const PiecesChoice = ({ items, error }: PiecesChoiceProps) => {
  const isSingle = items.length === 1 && items[0]?.quantity === 1;
  return items.map((item, index) => {
    const { productId, quantity } = item;
    const [image] = productId.images;
    return (
      <div key={productId._id} className={styles.piece}>
        {image ? (
          <img src={narrowHref(image.url)} alt="" width={64} height={64} className={styles.picture} />
        ) : (
          <span className={styles.picture} />
        )}
        <SelectField
          label={getItemTitle(item)}
          name={productId._id}
          defaultValue={isSingle ? 1 : 0}
          error={index === 0 ? error : undefined}
        >
          {Array.from({ length: quantity + 1 }, (_, count) => (
            <option key={count} value={count}>
              {describeCount(count, quantity)}
            </option>
          ))}
        </SelectField>
      </div>
    );
  });
};

const describeCount = (count: number, quantity: number): string => {
  if (count === 0) return "None";
  return quantity > 1 && count === quantity ? `All ${count}` : String(count);
};
