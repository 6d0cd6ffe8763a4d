import { useState } from "react";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import type { ListingQuery } from "#contract/links.ts";
import { Checkbox, RadioGroup } from "#ui/choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { ProductCard } from "../card.ts";
import { describeDrawing, describeSizes, getDrawingHref, hasFootprint, MAX_DRAWN } from "../sizes.ts";
import { ListProblem } from "./list-problem.tsx";
import { loadListingPage } from "./listing/load-listing-page.ts";
import styles from "./compare-sizes.module.css";

export type DrawnProduct = Pick<ProductCard, "_id" | "title" | "size">;

interface CompareSizesProps {
  query: ListingQuery;
  first?: DrawnProduct | undefined;
  open: boolean;
  onClose: () => void;
}

export function CompareSizes({ query, first, open, onClose }: CompareSizesProps) {
  const listing = useResponse(open ? JSON.stringify(query) : null, (signal) =>
    loadListingPage(call, query, 1, signal),
  );
  return (
    <Dialog title="Compare sizes" size="wide" open={open} onClose={onClose}>
      {listing.state === "loading" && <Skeleton shape="block" className={styles.drawing} />}
      {listing.state === "failed" && (
        <ListProblem>We could not load the pieces. Please close this window and try again.</ListProblem>
      )}
      {listing.state === "loaded" && <Comparison products={listing.value.cards} first={first} />}
    </Dialog>
  );
}

function Comparison({
  products,
  first,
}: Pick<CompareSizesProps, "first"> & { products: readonly DrawnProduct[] }) {
  const others = products.filter(({ _id, size }) => _id !== first?._id && size.some(hasFootprint));
  const pieces = first ? [first, ...others] : others;
  const [chosen, setChosen] = useState(() => pieces.slice(0, first ? 1 : 2).map(({ _id }) => _id));
  const drawn = chosen.flatMap((id) => pieces.find(({ _id }) => _id === id) ?? []);
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <div className={styles.comparison}>
      {drawn.length > 0 && (
        <img
          className={styles.drawing}
          src={getDrawingHref(drawn.map(({ _id }) => _id))}
          alt={describeDrawing(drawn)}
        />
      )}
      <RadioGroup legend={`Choose up to ${MAX_DRAWN} pieces`}>
        {pieces.map(({ _id, title, size }) => (
          <Checkbox
            key={_id}
            checked={chosen.includes(_id)}
            disabled={!chosen.includes(_id) && drawn.length === MAX_DRAWN}
            onChange={({ target }) => choose(_id, target.checked)}
            label={drawn.length > 1 && chosen.includes(_id) ? `${chosen.indexOf(_id) + 1}. ${title}` : title}
            hint={describeSizes(size)}
          />
        ))}
      </RadioGroup>
    </div>
  );
}
