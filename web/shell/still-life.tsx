import type { ScenePlace } from "#shop/merchandising/home-content.ts";
import { Picture } from "#ui/picture.tsx";
import { useScene } from "./shell-data.ts";
import styles from "./still-life.module.css";

export function StillLife({ scene = "nothing-here" }: { scene?: ScenePlace }) {
  const picture = useScene(scene);
  return (
    picture && (
      <Picture {...picture} sizes="(min-width: 769px) 26rem, 15rem" className={styles.picture} priority />
    )
  );
}
