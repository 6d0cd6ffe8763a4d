import type { VariantFormat } from "#contract/picture.ts";

export type JobFormat = VariantFormat | "outline";

/** The effort of AVIF, from 0 to 9. At 960 px, effort 1 takes 200 ms for 43 KB, and effort 3 takes 500 ms for 39 KB. */
export const EFFORTS = { whileVisitorWaits: 1, ahead: 3 } as const;
export type Effort = (typeof EFFORTS)[keyof typeof EFFORTS];

/** The quality of AVIF: `detail` for product photographs that are wide enough for the zoom, `usual` for all others. */
export type Quality = "detail" | "usual";

export type PictureJob =
  | { kind: "resize"; file: string; width: number; format: JobFormat; effort: Effort; quality: Quality }
  | { kind: "measure"; content: Buffer }
  | { kind: "draw"; svg: string; width: number }
  | { kind: "clean"; content: Buffer }
  | { kind: "logo"; content: Buffer }
  | { kind: "master"; content: Buffer };

export interface CleanPicture {
  width: number;
  height: number;
  large: Buffer;
  small: Buffer;
}

export interface MeasuredPicture {
  width: number;
  height: number;
  placeholder: string;
}
