import Trash2 from "lucide/dist/esm/icons/trash.mjs";
import { links } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { useChange } from "#ui/changes.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { getPicture } from "#shop/catalogue/product.ts";
import { getStockNote, isSoldOut, getMaxQuantity, getQuantityNote } from "#shop/inventory/stock.ts";
import type { CartItem } from "../cart.ts";
import { changeQuantity } from "./cart-store.ts";

/** Announces and highlights a new quantity, because another tab or device may have changed it. */
export const useQuantityChange = ({ title, quantity }: CartItem) =>
  useChange({ topic: `Quantity of ${title}`, value: String(quantity) });

interface LinePictureProps {
  line: Pick<CartItem, "productId" | "images">;
  className: string | undefined;
}

export const LinePicture = ({ line, className }: LinePictureProps) => (
  <a href={links.product(line.productId)} tabIndex={-1} aria-hidden="true" className={className}>
    <Picture picture={getPicture(line.images[0])} alt="" sizes="112px" />
  </a>
);

/** The buttons are disabled if the product is sold out, because the line must then be removed. */
export const LineQuantity = ({ line }: { line: CartItem }) => (
  <QuantityStepper
    name={line.title}
    value={line.quantity}
    max={getMaxQuantity(line)}
    onChange={(quantity) => void changeQuantity(line.productId, { to: quantity })}
  />
);

export function LineNote({ line, className }: { line: CartItem; className: string | undefined }) {
  const note = getQuantityNote(line, line.quantity) ?? getStockNote(line, line.quantity);
  return note ? <p className={className}>{note}</p> : null;
}

/** The button of a sold-out line shows the word 'Remove', because the line must be removed before the checkout. */
export function RemoveButton({ line, onAsk }: { line: CartItem; onAsk: (productId: string) => void }) {
  const label = `Remove ${line.title} from your bag`;
  const askToRemove = () => onAsk(line.productId);
  return isSoldOut(line) ? (
    <Button variant="secondary" aria-label={label} onClick={askToRemove}>
      Remove
    </Button>
  ) : (
    <IconButton label={label} icon={Trash2} onClick={askToRemove} />
  );
}
