import { useEffect, useState } from "react";
import { getPictureHref, type PictureRef } from "#contract/picture.ts";
import { PIECE_WIDTH } from "#shop/media/picture-sizes.ts";

interface IsolatedPiece {
  href: string;
  ratio: number;
}

/** The maximum factor between photographed and real proportions. Beyond it, the photograph was taken at an angle. */
const MAX_DISTORTION = 1.3;

/** The minimum share of the picture that the piece fills. A piece photographed at an angle fills less. */
const LEAST_FILLED = 0.65;

/** Returns the photograph without background. Null while it loads, if that fails, or if it was taken at an angle. */
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
      const isFromAbove =
        expected === undefined ||
        (Math.max(distortion, 1 / distortion) < MAX_DISTORTION && measureFilled(image) > LEAST_FILLED);
      if (image.naturalWidth > 1 && isFromAbove) setLoaded({ href, ratio });
    });
    image.src = href;
  }, [href, expected]);
  return loaded?.href === href ? loaded : null;
}

/** Side length in pixels of the scaled-down copy in which opaque pixels are counted. */
const SAMPLE = 40;

/** Returns the share of the picture's area that is opaque. */
function measureFilled(image: HTMLImageElement): number {
  const canvas = Object.assign(document.createElement("canvas"), { width: SAMPLE, height: SAMPLE });
  const drawing = canvas.getContext("2d");
  if (!drawing) return 1;
  drawing.drawImage(image, 0, 0, SAMPLE, SAMPLE);
  const { data } = drawing.getImageData(0, 0, SAMPLE, SAMPLE);
  return data.filter((value, at) => at % 4 === 3 && value > 127).length / SAMPLE ** 2;
}
