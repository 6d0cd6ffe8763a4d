import type { VariantFormat } from "#contract/picture.ts";

/** A job of the picture process: make a variant of a picture, measure one, or draw one. */
export type PictureJob =
  | { kind: "resize"; file: string; width: number; format: VariantFormat }
  | { kind: "measure"; content: Buffer }
  | { kind: "draw"; svg: string; width: number };

export interface MeasuredPicture {
  width: number;
  height: number;
  /** A tiny blurred picture as a `data:` address. */
  placeholder: string;
}
