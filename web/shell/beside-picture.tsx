import type { ReactNode } from "react";
import type { ScenePlace } from "#shop/merchandising/home-content.ts";
import { Picture } from "#ui/picture.tsx";
import { Wrap } from "#ui/section.tsx";
import styles from "./beside-picture.module.css";
import { useScene } from "./shell-data.ts";

interface BesidePictureProps {
  title: string;
  lead: string;
  scene: ScenePlace;
  children: ReactNode;
}

export function BesidePicture({ title, lead, scene, children }: BesidePictureProps) {
  const shownScene = useScene(scene);
  return (
    <Wrap className={styles.columns}>
      <div className={styles.aside}>
        {shownScene && (
          <Picture {...shownScene} sizes="(min-width: 1024px) 40vw, 1px" className={styles.picture} />
        )}
      </div>
      <div className={styles.text}>
        <header className="stack gap-3">
          <h1>{title}</h1>
          <p className="lead soft">{lead}</p>
        </header>
        {children}
      </div>
    </Wrap>
  );
}
