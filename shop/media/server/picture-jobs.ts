import type { VariantFormat } from "#contract/picture.ts";

/**
 * The effort of the AVIF encoder, from 0 to 9. At 640 px and 60 % quality, 1 takes 170 ms for 23 KB, and 3 takes 420 ms
 * for 21 KB.
 */
export const EFFORTS = { whileVisitorWaits: 1, ahead: 3 } as const;
export type Effort = (typeof EFFORTS)[keyof typeof EFFORTS];

/** A job of the picture process. */
export type PictureJob =
  | { kind: "resize"; file: string; width: number; format: VariantFormat; effort: Effort }
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
