import path from "node:path";
import type { PictureRef } from "#contract/picture.ts";
import { listWidths } from "../picture-sizes.ts";
import type { KnownPicture } from "./picture-store.ts";

/** `products/teak-tissue-box-1.a1b2c3d4`: what the address of every variant of a picture begins with. */
export const toPictureKey = ({ path: file, hash }: Pick<KnownPicture, "path" | "hash">): string => {
  const { dir, name } = path.posix.parse(file);
  return `${dir}/${name}.${hash}`;
};

const refs = new WeakMap<KnownPicture, PictureRef>();

/** One for each picture, however many products show it. */
export function toPictureRef(picture: KnownPicture): PictureRef {
  const before = refs.get(picture);
  if (before) return before;
  const ref = {
    src: `/pictures/${toPictureKey(picture)}.{w}.{f}`,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    widths: listWidths(picture.width),
  };
  refs.set(picture, ref);
  return ref;
}
