import type { VariantFormat } from "#contract/picture.ts";

/** A job of the picture process. */
export type PictureJob =
  | { kind: "resize"; file: string; width: number; format: VariantFormat }
  | { kind: "measure"; content: Buffer }
  | { kind: "draw"; svg: string; width: number }
  | { kind: "clean"; content: Buffer }
  | { kind: "master"; content: Buffer };

/** A photograph of somebody's: upright, in two sizes, and nothing in it but the picture. */
export interface CleanPicture {
  /** Of the large one. */
  width: number;
  height: number;
  large: Buffer;
  small: Buffer;
}

export interface MeasuredPicture {
  width: number;
  height: number;
  /** A tiny blurred picture as a `data:` address. */
  placeholder: string;
}
