import { setTimeout as sleep } from "node:timers/promises";
import type { PictureRef } from "#contract/picture.ts";
import type { Context } from "#platform/context.ts";
import { listWidths } from "../picture-sizes.ts";
import { type ImageVariant, getImageResizer } from "./image-resizer.ts";
import { findShownPicture } from "./shown-files.ts";

/** Pictures that are seen together, and the greatest width of them that is made ahead. */
export interface PictureGroup {
  pictures: readonly (PictureRef | undefined)[];
  upTo: number;
}

/** Breathing space between two pictures, so that one core of two is free most of the time. */
const PAUSE_MS = 100;

/** Makes pictures ahead of the first visitor, one by one, in the order of the groups. */
export async function prewarmPictures(
  context: Context,
  groups: readonly PictureGroup[],
  signal: AbortSignal,
): Promise<void> {
  const resizer = getImageResizer(context);
  let failures = 0;
  for await (const variant of listVariants(context, groups)) {
    await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted || failures === 3) return;
    await resizer.prepare(variant).catch((cause: unknown) => {
      failures++;
      context.log.warn({ err: cause, picture: variant.picture.path }, "a picture could not be made");
    });
  }
}

/** AVIF only: every browser of the last years takes it, and the others get theirs when they ask. */
async function* listVariants(
  context: Context,
  groups: readonly PictureGroup[],
): AsyncGenerator<ImageVariant> {
  const given = new Set<string>();
  for (const { pictures, upTo } of groups) {
    for (const ref of pictures) {
      const picture = ref && (await findShownPicture(context, readKey(ref)));
      for (const width of picture ? listWidths(picture.width) : []) {
        const name = `${picture?.path}.${width}`;
        if (!picture || width > upTo || given.has(name)) continue;
        given.add(name);
        yield { picture, width, format: "avif" };
      }
    }
  }
}

const readKey = ({ src }: PictureRef): string => src.replace("/pictures/", "").replace(".{w}.{f}", "");
