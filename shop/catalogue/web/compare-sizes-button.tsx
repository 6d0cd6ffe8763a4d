import { useState } from "react";
import { onDemand } from "#client/on-demand.tsx";
import type { ListingQuery } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import type { DrawnProduct } from "./compare-sizes.tsx";

const CompareSizes = onDemand(async () => (await import("./compare-sizes.tsx")).CompareSizes, {
  early: false,
});

interface CompareSizesButtonProps {
  query: ListingQuery;
  first?: DrawnProduct;
  className?: string | undefined;
}

export function CompareSizesButton({ query, first, className }: CompareSizesButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        className={classNames("scripted", className)}
        busy={CompareSizes.useWaiting()}
        onPointerEnter={CompareSizes.fetch}
        onClick={() => setIsOpen(true)}
      >
        Compare sizes
      </Button>
      <CompareSizes query={query} first={first} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
