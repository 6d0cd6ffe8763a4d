import type { PictureFormat } from "#contract/picture.ts";

/** What the picture process is asked: a variant of a picture, or what the shop must know of one. */
export type PictureJob =
  | { kind: "resize"; file: string; width: number; format: PictureFormat }
  | { kind: "measure"; content: Buffer };

export interface MeasuredPicture {
  width: number;
  height: number;
  /** A tiny blurred picture as a `data:` address. */
  placeholder: string;
}
