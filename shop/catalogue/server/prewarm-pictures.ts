import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#platform/context.ts";
import { NEWLY_LAUNCHED } from "../listing.ts";
import { widthsFor } from "#shop/media/pictures.ts";
import type { KnownPicture } from "./measure-pictures.ts";
import { type ImageVariant, imageResizerOf } from "./image-resizer.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";

/** Breathing space between two pictures, so that one core of two is free most of the time. */
const PAUSE_MS = 100;

/** Makes the pictures of the first pages ahead of the first visitor, one by one, most visible first. */
export async function prewarmPictures(context: Context, signal: AbortSignal): Promise<void> {
  const resizer = imageResizerOf(context);
  let failures = 0;
  for (const variant of firstSeen(snapshotOf(context))) {
    await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted || failures === 3) return;
    await resizer.prepare(variant).catch((cause: unknown) => {
      failures++;
      context.log.warn({ err: cause, picture: variant.picture.path }, "a picture could not be made");
    });
  }
}

/** AVIF only: every browser of the last years takes it, and the others get theirs when they ask. */
function* firstSeen({ products, homeContent, picturesByKey }: Snapshot): Generator<ImageVariant> {
  const known = (ref: { src: string } | undefined): KnownPicture | undefined =>
    ref && picturesByKey.get(ref.src.replace("/pictures/", "").replace(".{w}.{f}", ""));
  const cards = products.map(({ images }) => images[0]?.picture);
  const groups = [
    {
      pictures: homeContent.banners.slice(0, 1).flatMap(({ desktop, mobile }) => [desktop, mobile]),
      upTo: 2000,
    },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 640 },
    { pictures: homeContent.tiles.map(({ picture }) => picture), upTo: 640 },
    { pictures: homeContent.offerCards.map(({ picture }) => picture), upTo: 960 },
    {
      pictures: homeContent.banners.slice(1).flatMap(({ desktop, mobile }) => [desktop, mobile]),
      upTo: 2000,
    },
    { pictures: homeContent.hotProducts.map(({ picture }) => picture), upTo: 640 },
    { pictures: cards.slice(NEWLY_LAUNCHED, NEWLY_LAUNCHED + 28), upTo: 640 },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 1200 },
  ];
  const given = new Set<string>();
  for (const { pictures, upTo } of groups) {
    for (const picture of pictures.map(known)) {
      for (const width of picture ? widthsFor(picture.width) : []) {
        const name = `${picture?.path}.${width}`;
        if (!picture || width > upTo || given.has(name)) continue;
        given.add(name);
        yield { picture, width, format: "avif" };
      }
    }
  }
}
