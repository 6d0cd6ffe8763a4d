import { useMenu } from "#shop/catalogue/web/navigation.ts";
import { Picture } from "#ui/picture.tsx";
import { findCategoryPicture, useHomePictures } from "./kind-pictures.tsx";
import styles from "./menu-picture.module.css";

/** The picture in a menu panel. The Collections panel shows the last picture of the owner's story. */
export function MenuPicture({ name }: { name: string }) {
  const pictures = useHomePictures();
  const category = useMenu().find((each) => each.name === name);
  const picture = category ? findCategoryPicture(pictures, category) : pictures?.story.at(-1)?.picture;
  return (
    <li className={styles.place} aria-hidden="true">
      {picture && <Picture picture={picture} alt="" sizes="224px" className={styles.picture} />}
    </li>
  );
}
