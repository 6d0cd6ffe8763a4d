import { links } from "#contract/links.ts";
import { useResponse } from "#client/use-response.ts";
import { runWhenIdle } from "#client/visibility.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Section } from "#ui/section.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./look.module.css";

interface LookProps {
  title: string;
  text: string;
  still: { src: string; width: number; height: number; alt: string };
  turned?: boolean;
}

/** A picture of products in use (§2.4). Its space is reserved, and it is loaded when the page is idle. */
export function Look({ title, text, still, turned = false }: LookProps) {
  const loadedLook = useResponse(title, async (signal) => {
    await new Promise<void>(runWhenIdle);
    const { loadLook, LookPicture, LookList } = await import("./look-picture.tsx");
    const look = await loadLook(title, signal);
    return look && { list: <LookList look={look} />, picture: <LookPicture look={look} /> };
  });
  const loaded = loadedLook.state === "loaded" ? loadedLook.value : undefined;
  return (
    <Section aria-label={title} className={styles.section}>
      <div className={classNames("stack gap-6", styles.look)} data-turned={turned || undefined}>
        <div className={styles.words}>
          <h2>{title}</h2>
          <p>{text}</p>
          {loaded?.list}
          {turned && loaded && (
            <ButtonLink href={links.layTheTable} variant="secondary">
              Lay your own table
            </ButtonLink>
          )}
        </div>
        <div className={styles.scene}>
          {loaded?.picture ?? (
            <div className={styles.picture}>
              {/* Shown only without JavaScript. React renders no content of a `noscript` element in the browser. */}
              <noscript>
                <img {...still} alt={still.alt} loading="lazy" className={styles.still} />
              </noscript>
            </div>
          )}
        </div>
      </div>
    </Section>
  );
}
