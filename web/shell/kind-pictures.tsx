import { isSameText } from "#contract/text.ts";
import { links } from "#contract/links.ts";
import type { AnswerOf } from "#contract/endpoint.ts";
import type { PictureRef } from "#contract/picture.ts";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { readHomeContent } from "#shop/catalogue/endpoints.ts";
import { useMenu } from "#shop/catalogue/web/navigation.ts";
import { Picture } from "#ui/picture.tsx";
import styles from "./kind-pictures.module.css";

type HomePictures = Pick<AnswerOf<typeof readHomeContent>, "tiles" | "offerCards" | "story">;

export function useHomePictures(): HomePictures | null {
  const homePictures = useResponse("all", (signal) => call(readHomeContent, {}, signal));
  return homePictures.state === "loaded" ? homePictures.value : null;
}

export const findKindPicture = (pictures: HomePictures | null, subcategory: string): PictureRef | undefined =>
  pictures?.tiles.find((tile) => isSameText(tile.subcategory, subcategory))?.picture;

export const findCategoryPicture = (
  pictures: HomePictures | null,
  { name, subcategories }: { name: string; subcategories: readonly string[] },
): PictureRef | undefined =>
  pictures?.offerCards.find(({ href }) => href === links.products({ category: name }))?.picture ??
  subcategories.map((kind) => findKindPicture(pictures, kind)).find(Boolean);

/** Reserves the picture's space until it is loaded. */
export const KindPicture = ({ picture }: { picture: PictureRef | undefined }) => (
  <span className={styles.place}>
    {picture && <Picture picture={picture} alt="" sizes="56px" className="square" />}
  </span>
);

/** Shows the picture of the category `name`. For the Collections, shows the last picture of the owner's story. */
export function MenuPicture({ name }: { name: string }) {
  const pictures = useHomePictures();
  const category = useMenu().find((each) => each.name === name);
  const picture = category ? findCategoryPicture(pictures, category) : pictures?.story.at(-1)?.picture;
  return (
    <li className={styles.panel} aria-hidden="true">
      {picture && <Picture picture={picture} alt="" sizes="224px" />}
    </li>
  );
}
