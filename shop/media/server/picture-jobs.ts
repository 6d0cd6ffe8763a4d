import type { VariantFormat } from "#contract/picture.ts";

/** A format in which a picture is made. `outline` is only used for the server's drawings and never sent to browsers. */
export type MadeFormat = VariantFormat | "outline";

/**
 * The effort of the AVIF encoder, from 0 to 9. At 960 px and quality 75, effort 1 takes 200 ms for 43 KB, and 3 takes
 * 500 ms for 39 KB.
 */
export const EFFORTS = { whileVisitorWaits: 1, ahead: 3 } as const;
export type Effort = (typeof EFFORTS)[keyof typeof EFFORTS];

/** The AVIF quality of product photographs that are wide enough for zooming, and of all others. */
export type Quality = "detail" | "usual";

/** A job of the picture process. */
export type PictureJob =
  | { kind: "resize"; file: string; width: number; format: MadeFormat; effort: Effort; quality: Quality }
  | { kind: "measure"; content: Buffer }
  | { kind: "draw"; svg: string; width: number }
  | { kind: "clean"; content: Buffer }
  | { kind: "master"; content: Buffer };

/** Cleans a person's photograph: upright, in two sizes, without metadata. */
export interface CleanPicture {
  /** Width of the large picture. */
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
