export { listPictureSources, restorePictures } from "./backed-up-pictures.ts";
export { defineCustomerPhotos } from "./customer-photos.ts";
export { cleanPhotos, drawPicture, encodeLogo } from "./picture-maker.ts";
export type { CleanPicture } from "./picture-jobs.ts";
export { readPictureAt } from "./files.ts";
export { hashContent, measurePictures } from "./measure-pictures.ts";
export type { Original } from "./picture-storage.ts";
export {
  toPictureRef,
  type StoredPicture,
  findPictures,
  readPictures,
  readPicturesOutside,
  writePictures,
} from "./picture-store.ts";
export type { Outline } from "./isolate-piece.ts";
export { findOutline, type PictureGroup, prewarmPictures } from "./image-resizer.ts";
export { showFiles } from "./shown-files.ts";
export {
  type GivenFile,
  type GivenPicture,
  keepFiles,
  listGivenPictures,
  readGivenPicture,
  readGivenVideo,
} from "./given-pictures.ts";
export { findOriginalFile, findUnstored, keepOriginals, pushPictures } from "./originals.ts";
