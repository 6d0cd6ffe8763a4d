import type { VariantFormat } from "#contract/picture.ts";

/**
 * A format that the shop can create. `outline` is a polygon that the server uses for drawings and never sends to
 * browsers.
 */
export type JobFormat = VariantFormat | "outline";

/**
 * The effort of the AVIF encoder, from 0 to 9. At 960 px and quality 75, effort 1 takes 200 ms and creates 43 KB;
 * effort 3 takes 500 ms and creates 39 KB.
 */
export const EFFORTS = { whileVisitorWaits: 1, ahead: 3 } as const;
export type Effort = (typeof EFFORTS)[keyof typeof EFFORTS];

/** The AVIF quality: `detail` for product photographs that are wide enough for the zoom, `usual` for all others. */
export type Quality = "detail" | "usual";

/** A job for the separate picture process. */
export type PictureJob =
  | { kind: "resize"; file: string; width: number; format: JobFormat; effort: Effort; quality: Quality }
  | { kind: "measure"; content: Buffer }
  | { kind: "draw"; svg: string; width: number }
  | { kind: "clean"; content: Buffer }
  | { kind: "master"; content: Buffer };

/** A re-encoded photograph of a customer, upright and without metadata, in two sizes. */
export interface CleanPicture {
  /** The width of `large`, in pixels. */
  width: number;
  height: number;
  large: Buffer;
  small: Buffer;
}

export interface MeasuredPicture {
  width: number;
  height: number;
  /** A tiny blurred picture as a `data:` URL. */
  placeholder: string;
}
