import path from "node:path";
import type { PictureRef } from "#contract/picture.ts";
import { widthsFor } from "../pictures.ts";
import type { KnownPicture } from "./measure-pictures.ts";

/** `products/teak-tissue-box-1.a1b2c3d4`: what the address of every cut of a picture begins with. */
export const pictureKey = ({ path: file, hash }: Pick<KnownPicture, "path" | "hash">): string => {
  const { dir, name } = path.posix.parse(file);
  return `${dir}/${name}.${hash}`;
};

export const pictureRefOf = (picture: KnownPicture): PictureRef => ({
  src: `/pictures/${pictureKey(picture)}.{w}.{f}`,
  width: picture.width,
  height: picture.height,
  placeholder: picture.placeholder,
  widths: widthsFor(picture.width),
});
