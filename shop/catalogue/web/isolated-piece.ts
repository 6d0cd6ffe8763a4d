import { useEffect, useState } from "react";
import { getPictureHref, type PictureRef } from "#contract/picture.ts";
import { PIECE_WIDTH } from "#shop/media/picture-sizes.ts";

/** A product picture without its background. */
interface IsolatedPiece {
  href: string;
  /** Width divided by height. */
  ratio: number;
}

/**
 * Maximum ratio between the proportions of the picture and of the product. If the ratio is larger, the photograph was
 * taken from another angle.
 */
const MAX_ASKEW = 1.3;

/**
 * Returns the picture of a product without its background. Returns null while the picture is loading, if the background
 * could not be removed, or if the proportions differ from `expected` (width ÷ height).
 */
export function useIsolatedPiece(
  picture: PictureRef | null | undefined,
  expected?: number,
): IsolatedPiece | null {
  const href = picture?.widths && getPictureHref(picture, PIECE_WIDTH, "piece");
  const [loaded, setLoaded] = useState<IsolatedPiece | null>(null);
  useEffect(() => {
    if (!href) return;
    const image = new Image();
    image.addEventListener("load", () => {
      const ratio = image.naturalWidth / image.naturalHeight;
      const askew = expected === undefined ? 1 : ratio / expected;
      if (image.naturalWidth > 1 && Math.max(askew, 1 / askew) < MAX_ASKEW) setLoaded({ href, ratio });
    });
    image.src = href;
  }, [href, expected]);
  return loaded?.href === href ? loaded : null;
}
