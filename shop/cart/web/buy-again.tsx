import { useState } from "react";
import { loadProduct } from "#shop/catalogue/web/load-product.ts";
import { Button } from "#ui/button.tsx";
import { isRepeatedClick } from "#ui/double-click.ts";
import { toastError } from "#ui/toast.ts";
import { addAllToBag } from "./add-all.ts";

interface BuyAgainProps {
  pieces: readonly { productId: string; title: string; quantity: number }[];
}

export function BuyAgain({ pieces }: BuyAgainProps) {
  const [isBusy, setIsBusy] = useState(false);
  const add = async () => {
    setIsBusy(true);
    try {
      const products = await Promise.all(pieces.map(({ productId }) => loadProduct(productId)));
      const available = pieces.flatMap(({ quantity }, at) => {
        const product = products[at];
        return product ? [{ product, quantity }] : [];
      });
      const missingTitles = pieces.filter((_, at) => !products[at]).map(({ title }) => title);
      if (missingTitles.length > 0) toastError(`Not in the shop any more: ${missingTitles.join(", ")}.`);
      await addAllToBag(available);
    } catch {
      toastError("We could not add these pieces to your bag. Please try again.");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="secondary" busy={isBusy} onClick={(click) => !isRepeatedClick(click) && void add()}>
      Buy again
    </Button>
  );
}
