import { useEffect, useState } from "react";
import { getPictureHref, type PictureRef } from "#contract/picture.ts";
import { PIECE_WIDTH } from "#shop/media/picture-sizes.ts";

interface IsolatedPiece {
  href: string;
  ratio: number;
}

/** The maximum factor between photographed and real proportions. Beyond it, the photograph was taken at an angle. */
const MAX_DISTORTION = 1.3;

/**
 * Returns the photograph of a piece without its background. Null while it loads, if the background cannot be removed,
 * or if the proportions differ too much from `expected`.
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
      const distortion = expected === undefined ? 1 : ratio / expected;
      if (image.naturalWidth > 1 && Math.max(distortion, 1 / distortion) < MAX_DISTORTION)
        setLoaded({ href, ratio });
    });
    image.src = href;
  }, [href, expected]);
  return loaded?.href === href ? loaded : null;
}
