/** The public API of the feature: what other features may use. */
export { contentHash, measurePictures } from "./measure-pictures.ts";
export { pictureRefOf } from "./picture-ref.ts";
export { type KnownPicture, readPictures, writePictures } from "./picture-store.ts";
export { type PictureGroup, prewarmPictures } from "./prewarm-pictures.ts";
export { showFiles } from "./shown-files.ts";
